import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RemoveScroll } from './scroll-lock.tsx';

// Tests run Radix with the scroll lock it brings; the build puts this one in its place (see vite.config.ts).
afterEach(cleanup);
const locked = () => document.documentElement.hasAttribute('data-dialog-open');

test('holds the page until the last of several is gone', () => {
  const dialogs = (first: boolean, second: boolean) => (
    <>
      {first && (
        <RemoveScroll>
          <div>one</div>
        </RemoveScroll>
      )}
      {second && (
        <RemoveScroll>
          <div>two</div>
        </RemoveScroll>
      )}
    </>
  );
  const { rerender } = render(dialogs(true, true));
  expect(locked()).toBe(true);
  rerender(dialogs(true, false));
  expect(locked()).toBe(true);
  rerender(dialogs(false, false));
  expect(locked()).toBe(false);
});

test('adds no element of its own', () => {
  const { container } = render(
    <RemoveScroll>
      <div className="overlay">one</div>
    </RemoveScroll>,
  );
  expect(container.innerHTML).toBe('<div class="overlay">one</div>');
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAlone } from '../testing/render-app.tsx';
import { Button } from './button.tsx';

test('submits a form only if its type says so', () => {
  renderAlone(<Button>Preview</Button>);
  expect(screen.getByRole('button', { name: 'Preview' }).getAttribute('type')).toBe('button');
});

test('busy: says so, keeps the focus, and neither click nor Enter gets through', async () => {
  let presses = 0;
  let submits = 0;
  const { user } = renderAlone(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits += 1;
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" busy busyLabel="Saving..." onClick={() => (presses += 1)}>
        Save
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Saving...' });
  button.focus();
  await user.click(button);
  await user.type(screen.getByLabelText('Name'), 'x{Enter}');

  expect({ presses, submits }).toEqual({ presses: 0, submits: 0 });
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
});

test('a double click starts something once, and presses a button that only shows something twice', async () => {
  const presses = { start: 0, next: 0 };
  let submits = 0;
  const { user } = renderAlone(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits += 1;
      }}
    >
      <Button busy={false} onClick={() => (presses.start += 1)}>
        Start
      </Button>
      <Button onClick={() => (presses.next += 1)}>Next</Button>
      <Button type="submit" busy={false}>
        Save
      </Button>
    </form>,
  );
  await user.dblClick(screen.getByRole('button', { name: 'Start' }));
  await user.dblClick(screen.getByRole('button', { name: 'Next' }));
  await user.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect({ ...presses, submits }).toEqual({ start: 1, next: 2, submits: 1 });

  // Keys have no double click.
  screen.getByRole('button', { name: 'Start' }).focus();
  await user.keyboard('{Enter}{Enter} ');
  expect(presses.start).toBe(4);
});

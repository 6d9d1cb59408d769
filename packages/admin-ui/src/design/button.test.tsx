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

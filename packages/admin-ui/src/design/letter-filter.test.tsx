import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { LetterFilter } from './list-tools.tsx';

afterEach(cleanup);

function Filter() {
  const [letter, setLetter] = useState('p');
  return <LetterFilter value={letter} onChange={setLetter} />;
}

test('is one tab stop, and keys move from letter to letter', async () => {
  const user = userEvent.setup();
  render(<Filter />);
  const focused = () => document.activeElement?.textContent;
  await user.tab();
  expect(focused()).toBe('P');
  const visited = [];
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
    await user.keyboard(`{${key}}`);
    visited.push(focused());
  }
  expect(visited).toEqual(['Q', 'P', 'O', 'Z', 'All', 'Z', 'All']);
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('P');

  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('A');
  await user.tab();
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  await user.tab({ shift: true });
  expect(focused()).toBe('A');
});

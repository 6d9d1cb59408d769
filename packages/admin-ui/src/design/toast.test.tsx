import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderAlone } from '../testing/render-app.tsx';
import { Button } from './button.tsx';
import { useToasts } from './toast.tsx';

function Toasters() {
  const toasts = useToasts();
  return (
    <>
      <Button onClick={() => toasts.success('Word added successfully!')}>Add</Button>
      <Button
        onClick={() =>
          toasts.success({
            title: 'Moved',
            action: { label: 'Undo', onAct: () => toasts.success('Moved back') },
          })
        }
      >
        Move
      </Button>
      <Button onClick={() => toasts.error({ title: 'Error', description: 'Failed to schedule email' })}>
        Fail
      </Button>
    </>
  );
}

test('shows one toast at a time: the newest', async () => {
  const { user } = renderAlone(<Toasters />);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Word added successfully!')).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Fail' }));
  expect(await screen.findByText('Failed to schedule email')).toBeDefined();
  expect(screen.queryByText('Word added successfully!')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
});

test('is read aloud from a region that was there before it, beside dialogs too', async () => {
  const { user } = renderAlone(<Toasters />);
  const region = screen.getByRole('status');
  expect(region.getAttribute('aria-live')).toBe('polite');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(region.textContent).toBe('Word added successfully!');
});

test('disappears on its own, but not while hovered or focused', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  renderAlone(<Toasters />);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.queryByText('Word added successfully!')).not.toBeNull();

  act(() => screen.getByRole('button', { name: 'Fail' }).focus());
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.queryByText('Word added successfully!')).toBeNull();
});

test('disappears when dismissed', async () => {
  const { user } = renderAlone(<Toasters />);
  await user.click(screen.getByRole('button', { name: 'Fail' }));
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Failed to schedule email')).toBeNull());
});

test('offers what it was given to do, for longer, and once', async () => {
  const { user } = renderAlone(<Toasters />);
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Moved back')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

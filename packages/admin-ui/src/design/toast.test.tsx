import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAlone } from '../testing/render-app.tsx';
import { Button } from './button.tsx';
import { useToasts } from './toast.tsx';

function Toasters() {
  const toasts = useToasts();
  return (
    <>
      <Button onClick={() => toasts.success('Word added successfully!')}>Add</Button>
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

test('goes when dismissed', async () => {
  const { user } = renderAlone(<Toasters />);
  await user.click(screen.getByRole('button', { name: 'Fail' }));
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Failed to schedule email')).toBeNull());
});

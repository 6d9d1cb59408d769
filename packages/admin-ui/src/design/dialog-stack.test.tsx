import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAlone } from '../testing/render-app.tsx';
import { Button } from './button.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';
import { useToasts } from './toast.tsx';

function Nested() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const toasts = useToasts();
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Edit a word">
        <Button onClick={() => setAsking(true)}>Remove</Button>
        <Button onClick={() => toasts.error('Failed')}>Fail</Button>
      </Dialog>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove it?"
        description="It will be lost."
        confirmLabel="Remove it"
        onConfirm={() => {}}
      />
    </>
  );
}

const isLocked = () => 'dialog' in document.documentElement.dataset;
const names = (role: string) => screen.queryAllByRole(role).map((element) => element.textContent);
const overlayOf = (role: string) => screen.getByRole(role).parentElement as HTMLElement;

test('the page does not scroll until the last of several dialogs is closed', async () => {
  const { user } = renderAlone(<Nested />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(isLocked()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isLocked()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isLocked()).toBe(false);
});

test('only the topmost dialog can be reached, and Escape closes that one', async () => {
  const { user } = renderAlone(<Nested />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(names('button')).toEqual(['Remove', 'Fail', '']);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(names('button')).toEqual(['Keep it', 'Remove it']);

  await user.keyboard('{Escape}');
  expect(names('button')).toEqual(['Remove', 'Fail', '']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })));
  await user.keyboard('{Escape}');
  expect(names('button')).toEqual(['Edit']);
  expect(document.querySelector('[inert], [aria-hidden="true"]:not(svg)')).toBeNull();
});

test('a click outside closes a dialog, but not a question', async () => {
  const { user } = renderAlone(<Nested />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(overlayOf('alertdialog'));
  expect(screen.getByRole('alertdialog')).toBeDefined();
  await user.keyboard('{Escape}');

  await user.click(screen.getByRole('dialog'));
  expect(screen.getByRole('dialog')).toBeDefined();
  await user.click(overlayOf('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('toasts stay in reach of a dialog, and dismissing one does not close it', async () => {
  const { user } = renderAlone(<Nested />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Fail' }));
  expect(screen.getByRole('status').textContent).toBe('Failed');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.getByRole('dialog')).toBeDefined();
});

test('Tab leads from the last control of a dialog to a toast, and back into the dialog', async () => {
  const { user } = renderAlone(<Nested />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('button', { name: 'Fail' }));
  screen.getByRole('button', { name: 'Close' }).focus();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  await user.tab();
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

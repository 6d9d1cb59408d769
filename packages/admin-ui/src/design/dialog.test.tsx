import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAlone } from '../testing/render-app.tsx';
import { Button } from './button.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';

function Removal({ busy = false, onConfirm = () => {} }: { busy?: boolean; onConfirm?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Words</h1>
      <Button onClick={() => setOpen(true)}>Remove</Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove “petrichor”?"
        description="Its text will be lost."
        confirmLabel="Remove word"
        busy={busy}
        onConfirm={onConfirm}
      />
    </>
  );
}

test('asks with the safe answer in focus, and gives the focus back', async () => {
  let confirmed = 0;
  const { user } = renderAlone(<Removal onConfirm={() => (confirmed += 1)} />);
  await user.click(screen.getByRole('button', { name: 'Remove' }));

  const dialog = screen.getByRole('alertdialog', { name: 'Remove “petrichor”?' });
  expect(dialog.textContent).toContain('Its text will be lost.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' })));

  await user.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })));
  expect(confirmed).toBe(0);
});

test('stays open while busy', async () => {
  const { user } = renderAlone(<Removal busy />);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(screen.getByRole('alertdialog')).toBeDefined();
});

function Vanishing() {
  const [open, setOpen] = useState(false);
  const [there, setThere] = useState(true);
  return (
    <>
      <h1 tabIndex={-1}>Words</h1>
      {there && <Button onClick={() => setOpen(true)}>Open</Button>}
      <Dialog open={open} onOpenChange={setOpen} title="Edit">
        <Button
          onClick={() => {
            setThere(false);
            setOpen(false);
          }}
        >
          Remove the opener
        </Button>
      </Dialog>
    </>
  );
}

test('the heading gets the focus if the opener is gone', async () => {
  const { user } = renderAlone(<Vanishing />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Remove the opener' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Words' })));
});

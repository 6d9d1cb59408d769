import type { TemplateInput } from '@wordrise/core/contract';
import { Suspense, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { AlertDialog, Dialog } from '../../design/dialog.tsx';
import { Loading } from '../../design/states.tsx';
import { lazyPart } from '../../kit/lazy-part.ts';
import * as styles from './templates.css.ts';
import type { TemplateEditorState } from './use-template-editor.ts';

const TestDialog = lazyPart(() => import('../../kit/test-dialog.tsx'), 'TestDialog');
const EditConflictDialog = lazyPart(() => import('./versions.tsx'), 'EditConflictDialog');
const Versions = lazyPart(() => import('./versions.tsx'), 'Versions');

type Open = { dialog: 'versions' | 'default' } | { dialog: 'test'; template: TemplateInput };

/** The tools other than saving, with their dialogs. */
export function useEditorTools(editor: TemplateEditorState) {
  const [open, setOpen] = useState<Open>();
  const { live, restore, dirty } = editor;
  const close = () => setOpen(undefined);
  function openTest() {
    const template = editor.validate();
    if (template) setOpen({ dialog: 'test', template });
  }

  const buttons = (
    <div className={styles.tools}>
      <Button
        size="small"
        icon="eye"
        aria-pressed={live.isShown}
        onClick={() => live.setShown(!live.isShown)}
      >
        Live email
      </Button>
      <Button size="small" icon="mail" onClick={openTest}>
        Send a test
      </Button>
      <Button size="small" icon="clock" onClick={() => setOpen({ dialog: 'versions' })}>
        Versions
      </Button>
      <Button size="small" variant="quiet" onClick={() => setOpen({ dialog: 'default' })}>
        Back to the default
      </Button>
    </div>
  );
  const dialogs = (
    <>
      <Suspense>
        {editor.editConflict && <EditConflictDialog editor={editor} />}
        {open?.dialog === 'test' && (
          <TestDialog
            content="One email with the text in the editor"
            template={open.template}
            wordId={live.word?.id}
            onClose={close}
          />
        )}
      </Suspense>
      <Dialog
        open={open?.dialog === 'versions'}
        onOpenChange={close}
        width="wide"
        title="Versions of the template"
        description="The last ten. Restoring one adds it as the newest, so nothing is lost."
      >
        <Suspense fallback={<Loading label="Loading the versions" rows={5} />}>
          <Versions isDirty={dirty} restore={restore} onRestored={close} />
        </Suspense>
      </Dialog>
      <AlertDialog
        open={open?.dialog === 'default'}
        onOpenChange={close}
        title="Back to the default template?"
        description={`Emails get the built-in text and subject again. Your template stays in the list of versions.${dirty ? ' Unsaved changes are lost.' : ''}`}
        confirmLabel="Use the default"
        busyLabel="Saving..."
        busy={restore.isPending}
        onConfirm={() => restore.mutate(undefined, { onSettled: close })}
      />
    </>
  );
  return { buttons, dialogs };
}

import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import type { TemplateText } from './templates.queries.ts';
import type { TemplateEditorState } from './use-template-editor.ts';
import { VersionDiff } from './version-diff-view.tsx';

/** Opens instead of saving: another tab or person saved a template that these changes are not based on. */
export function OvertakenDialog({ editor }: { editor: TemplateEditorState }) {
  const { saved, text, saving, keepEditing, revert, saveOver } = editor;
  return (
    <Dialog
      open
      onOpenChange={keepEditing}
      width="wide"
      title="Another template was saved while you were editing"
      description="Yours is still here, unsaved. If you replace the other one, it stays in the list of versions."
    >
      <VersionDiff inUse={compared(saved)} next={compared(text)} />
      <DialogActions>
        <Button onClick={keepEditing}>Keep editing</Button>
        <Button
          onClick={() => {
            revert();
            keepEditing();
          }}
        >
          Use the saved template
        </Button>
        <Button variant="primary" busy={saving} busyLabel="Saving..." onClick={saveOver}>
          Replace it with mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const compared = ({ content, subject }: TemplateText) => ({ template: content, subject });

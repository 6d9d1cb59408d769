import { Alert } from '../../design/alert.tsx';
import { FindingList } from './finding-list.tsx';
import * as styles from './templates.css.ts';
import type { TemplateEditorState } from './use-template-editor.ts';

/** Above the editor: restored changes, errors and warnings. */
export function EditorNotices({ editor }: { editor: TemplateEditorState }) {
  const { restored, revert, errors, warnings, goToLine, isUnsure } = editor;
  const atLines = errors.content.filter(({ line }) => line !== undefined);
  return (
    <div className={styles.notices}>
      {restored && (
        <Alert tone="info" title="Your unsaved changes are back">
          You typed them here earlier and did not save them.{' '}
          <button type="button" className={styles.goTo} onClick={revert}>
            Go back to the saved template
          </button>
        </Alert>
      )}
      <FindingList
        tone="bad"
        title={atLines.length === 1 ? '1 error to fix' : `${atLines.length} errors to fix`}
        findings={atLines}
        onGoTo={goToLine}
      />
      <FindingList
        tone="warn"
        title={isUnsure ? 'Not saved yet' : 'Saved, with warnings'}
        findings={warnings}
        onGoTo={goToLine}
      />
    </div>
  );
}

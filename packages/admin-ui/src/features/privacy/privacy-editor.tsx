import { type PrivacyView, privacyInput } from '@wordrise/core/contract';
import { useState } from 'react';
import { Alert } from '../../design/alert.tsx';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextArea } from '../../design/text-area.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { useUnsavedWork } from '../../kit/unsaved-work.tsx';
import * as styles from './privacy.css.ts';
import { usePrivacyDraft } from './privacy.queries.ts';
import { PrivacyPreview } from './privacy-preview.tsx';

/** @param props.saved What the page shows until something else is saved. */
export function PrivacyEditor({ saved }: { saved: PrivacyView }) {
  const { text, isDirty, isOvertaken, change, discard, save, isSaving, errors, reset } =
    usePrivacyDraft(saved);
  const unsaved = useUnsavedWork({
    isUnsaved: isDirty,
    description: 'Your changes to the text will be lost. Visitors keep seeing the saved one.',
    onDiscard: discard,
  });
  const [isAsking, setAsking] = useState(false);
  const form = useSchemaForm(privacyInput, {
    onValid: ({ content }) => save(content),
    busy: isSaving,
    serverErrors: errors,
  });
  return (
    <div className={styles.columns}>
      <Card
        title="Text"
        actions={
          saved.isDefault && !isDirty ? (
            <Badge>Default</Badge>
          ) : (
            isDirty && <Badge tone="warn">Not saved</Badge>
          )
        }
      >
        <form {...form.props} className={styles.form}>
          <TextArea
            label="Markdown"
            name="content"
            className={styles.text}
            hint="# starts the title, ## a heading, - a list. [label](https://…) is a link. HTML is shown as text."
            value={text}
            errors={form.errors.content}
            onChange={({ target }) => change(target.value)}
          />
          {isOvertaken && <Overtaken by={saved.content} />}
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving...">
              {isOvertaken ? 'Replace it with mine' : 'Save'}
            </Button>
            {isDirty && (
              <Button onClick={discard}>{isOvertaken ? 'Use the saved text' : 'Discard changes'}</Button>
            )}
            {!saved.isDefault && (
              <Button variant="quiet" onClick={() => setAsking(true)}>
                Back to the default
              </Button>
            )}
          </div>
        </form>
      </Card>
      <Card title="Preview">
        <PrivacyPreview content={text} />
      </Card>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Back to the default text?"
        description="Visitors will no longer see your text. The default follows the settings, such as how long IP addresses are kept."
        confirmLabel="Use the default"
        busyLabel="Saving..."
        busy={reset.isPending}
        onConfirm={() => reset.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
      {unsaved.dialog}
    </div>
  );
}

function Overtaken({ by }: { by: string }) {
  return (
    <Alert tone="warn" title="Another text was saved while you were editing">
      Yours is still here, unsaved.
      <details>
        <summary>Show the saved text</summary>
        <pre className={styles.theirs}>{by}</pre>
      </details>
    </Alert>
  );
}

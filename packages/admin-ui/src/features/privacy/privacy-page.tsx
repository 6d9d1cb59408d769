import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PrivacyEdit, type PrivacyView, privacyInput } from '@wordrise/core/contract';
import { useState } from 'react';
import { z } from 'zod';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { AlertDialog } from '../../design/dialog.tsx';
import { TextArea } from '../../design/field.tsx';
import { Alert, Badge, EmptyState, Loading, Skeleton } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { type Api, ApiError } from '../../kit/api.ts';
import { fieldErrorsOf, formFailure, QueryError } from '../../kit/failure.tsx';
import { useSchemaForm, useSettled } from '../../kit/forms.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
import { usePersistedState, useUnsavedWork } from '../../kit/unsaved-work.tsx';
import * as styles from './privacy.css.ts';

export function PrivacyPage() {
  const privacy = useQuery(privacyQuery(useApi()));
  return (
    <Page
      title="Privacy page"
      note="What visitors read at /privacy: what data is kept, for how long, and how to unsubscribe"
      actions={
        <ButtonLink to="/privacy" icon="external" reloadDocument target="_blank">
          Open the page
        </ButtonLink>
      }
    >
      {privacy.isPending && (
        <Loading label="Loading the text">
          <Skeleton height="30rem" />
        </Loading>
      )}
      {privacy.error && (
        <QueryError title="The text could not be fetched" query={privacy}>
          Visitors still see the page.
        </QueryError>
      )}
      {privacy.data?.url && (
        <Alert tone="info" title="Visitors are sent to your own page">
          PRIVACY_URL is set to <a href={privacy.data.url}>{privacy.data.url}</a>, so the text below is not
          shown.
        </Alert>
      )}
      {privacy.data && <PrivacyEditor saved={privacy.data} />}
    </Page>
  );
}

/** @param props.saved What the page shows until something else is saved. */
export function PrivacyEditor({ saved }: { saved: PrivacyView }) {
  const { text, isDirty, editConflict, change, discard, save, isSaving, errors, reset } =
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
          {editConflict && <EditConflict savedText={saved.content} />}
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving...">
              {editConflict ? 'Replace it with mine' : 'Save'}
            </Button>
            {isDirty && (
              <Button onClick={discard}>{editConflict ? 'Use the saved text' : 'Discard changes'}</Button>
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

function EditConflict({ savedText }: { savedText: string }) {
  return (
    <Alert tone="warn" title="Another text was saved while you were editing">
      Yours is still here, unsaved.
      <details>
        <summary>Show the saved text</summary>
        <pre className={styles.theirs}>{savedText}</pre>
      </details>
    </Alert>
  );
}

export function PrivacyPreview({ content }: { content: string }) {
  const preview = usePreview(content);
  if (content.trim() === '') return <EmptyState title="There is no text yet" />;
  if (preview.error) return <QueryError title="The preview could not be generated" query={preview} />;
  if (!preview.data) return <Loading label="Generating the preview" rows={6} />;
  const { title, html } = preview.data;
  return (
    <article className={styles.page} aria-label="Preview of the page">
      <h3 className={styles.title}>{title}</h3>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by core, which lets no HTML through */}
      <div className={styles.body} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}

/** The text in use. Refetched when the tab gets the focus, since another tab may have saved. */
export const privacyQuery = (api: Api) => ({
  ...endpointQuery(api, 'getPrivacy'),
  refetchOnWindowFocus: 'always' as const,
});

const draftSchema = z.object({
  content: z.string(),
  /** The saved text when editing began, or a later one that was shown in the meantime. */
  replaces: z.string(),
});

/** The text being edited. Unsaved changes survive a new login. */
export function usePrivacyDraft(saved: PrivacyView) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [draft, setDraft] = usePersistedState('privacy', draftSchema);
  const onError = (error: Error) => {
    toasts.error(formFailure('The privacy page could not be saved', error));
    if (isChangedMeanwhile(error)) void client.invalidateQueries({ queryKey: keyOf('getPrivacy') });
  };
  const stored = (view: PrivacyView, message: string) => {
    client.setQueryData(keyOf('getPrivacy'), view);
    toasts.success(message);
  };
  const save = useMutation({
    mutationFn: (body: PrivacyEdit) => api.call('savePrivacy', { body }),
    onSuccess(view) {
      stored(view, 'The privacy page is saved.');
      // Keeps what was typed after sending.
      setDraft((now) =>
        now === undefined || now.content === view.content ? undefined : { ...now, replaces: view.content },
      );
    },
    onError,
  });
  const reset = useMutation({
    mutationFn: () => api.call('resetPrivacy'),
    onSuccess(view) {
      stored(view, 'The privacy page shows the default text.');
      setDraft(undefined);
    },
    onError,
  });
  return {
    text: draft?.content ?? saved.content,
    isDirty: draft !== undefined,
    /** Another text was saved after editing began; it is `saved`. */
    editConflict: draft !== undefined && draft.replaces !== saved.content,
    change: (content: string) =>
      setDraft(
        content === saved.content ? undefined : { content, replaces: draft?.replaces ?? saved.content },
      ),
    discard: () => setDraft(undefined),
    save: (content: string) => save.mutate({ content, replaces: saved.content }),
    isSaving: save.isPending,
    errors: fieldErrorsOf(save.error),
    reset,
  };
}

function isChangedMeanwhile(error: Error): boolean {
  return error instanceof ApiError && error.code === 'privacy.changed';
}

/** The text as the page would show it, once typing pauses. */
export function usePreview(content: string) {
  const api = useApi();
  const settled = useSettled(content);
  return useQuery({
    queryKey: [...keyOf('previewPrivacy'), settled],
    queryFn: ({ signal }) => api.call('previewPrivacy', { body: { content: settled }, signal }),
    placeholderData: keepPreviousData,
    enabled: settled.trim() !== '',
    gcTime: 0,
  });
}

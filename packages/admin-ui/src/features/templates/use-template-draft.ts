import { useState } from 'react';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { type TemplateText, templateText } from './templates.queries.ts';

const draftSchema = templateText.extend({
  /** The saved template when editing began, or a later one that was shown in the meantime. */
  replaces: templateText,
});

/** The text being edited. Unsaved changes survive a visit to another page and a new login.
 *
 * @param stored The saved template; another tab may change it.
 */
export function useTemplateDraft(stored: TemplateText) {
  const [known, setKnown] = useState({ stored, saved: stored });
  if (differs(stored, known.stored)) setKnown({ stored, saved: stored });
  const { saved } = known;
  const [draft, setDraft] = usePersistedState('template', draftSchema);
  const text: TemplateText = draft ?? saved;
  const dirty = differs(text, saved);
  const replaces = draft?.replaces ?? saved;
  /** Whether the changes are from an earlier visit. */
  const [restored, setRestored] = useState(dirty);
  return {
    text,
    saved,
    dirty,
    /** The template that the changes are based on. */
    replaces,
    restored: restored && dirty,
    change: ({ content, subject }: TemplateText) =>
      setDraft(differs({ content, subject }, saved) ? { content, subject, replaces } : undefined),
    discard: () => setDraft(undefined),
    /** @param typed The text in the fields now, which may be newer than what was sent. */
    markSaved(sent: TemplateText, typed: TemplateText) {
      setKnown({ ...known, saved: sent });
      setRestored(false);
      // The subject was trimmed before it was sent.
      const isNewer = differs({ ...typed, subject: typed.subject.trim() }, sent);
      setDraft(isNewer ? { ...typed, replaces: sent } : undefined);
    },
  };
}

function differs(text: TemplateText, saved: TemplateText): boolean {
  return text.content !== saved.content || text.subject !== saved.subject;
}

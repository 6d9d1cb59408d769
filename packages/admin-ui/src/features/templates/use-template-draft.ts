import { useState } from 'react';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { type TemplateText, templateText } from './templates.queries.ts';

/** The text being edited. Unsaved changes survive a visit to another page and a new login.
 *
 * @param initial The saved template when the editor opens.
 */
export function useTemplateDraft(initial: TemplateText) {
  const [saved, setSaved] = useState(initial);
  const [draft, setDraft] = usePersistedState('template', templateText);
  const text = draft ?? saved;
  const dirty = differs(text, saved);
  /** Whether the changes are from an earlier visit. */
  const [restored, setRestored] = useState(dirty);
  return {
    text,
    saved,
    dirty,
    restored: restored && dirty,
    change: (next: TemplateText) => setDraft(differs(next, saved) ? next : undefined),
    discard: () => setDraft(undefined),
    /** @param typed The text in the fields now, which may be newer than what was sent. */
    markSaved(sent: TemplateText, typed: TemplateText) {
      setSaved(sent);
      setRestored(false);
      // The subject was trimmed before it was sent.
      setDraft(differs({ ...typed, subject: typed.subject.trim() }, sent) ? typed : undefined);
    },
  };
}

function differs(text: TemplateText, saved: TemplateText): boolean {
  return text.content !== saved.content || text.subject !== saved.subject;
}

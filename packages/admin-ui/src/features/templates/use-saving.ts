import type { OlderEmail, TemplateView } from '@wordrise/core/contract';
import { useState } from 'react';
import { fieldErrorsOf } from '../../kit/failure.ts';
import { type SaveRequest, type TemplateText, useSaveTemplate } from './templates.queries.ts';

export interface SavingOptions {
  /** Shows what is wrong, by field. */
  report: (fields: { [field in string]?: string[] }) => void;
  warn: (messages: string[]) => void;
  onSaved: (saved: TemplateText) => void;
}

/** Saves the template. Unknown variables, and a template that another tab saved, need a second click to confirm. */
export function useSaving({ report, warn, onSaved }: SavingOptions) {
  /** A text with unknown variables that a second click saves. */
  const [confirmed, setConfirmed] = useState<TemplateText>();
  const [isOvertaken, setOvertaken] = useState(false);
  const [olderEmails, setOlderEmails] = useState<OlderEmail[]>([]);
  const isConfirmed = ({ content, subject }: TemplateText) =>
    confirmed?.content === content && confirmed.subject === subject.trim();

  /** Call this when another template is in use, after a save or a restore. */
  function settle({ warnings = [], olderEmails: older = [] }: Partial<TemplateView>) {
    warn(warnings);
    setConfirmed(undefined);
    setOlderEmails(older);
  }

  const save = useSaveTemplate((saved, { input }) => {
    setOvertaken('isOvertaken' in saved);
    if ('isOvertaken' in saved) return;
    if ('unknownVariables' in saved) {
      setConfirmed(input);
      warn(saved.unknownVariables);
      return;
    }
    settle(saved.view);
    onSaved(input);
  });

  return {
    settle,
    /** Whether the warnings are about a text that is not saved. */
    isUnsure: isConfirmed,
    isSaving: save.isPending,
    /** Whether another template was saved in the meantime; `keepEditing` closes the question. */
    isOvertaken,
    keepEditing: () => setOvertaken(false),
    save(request: Omit<SaveRequest, 'isConfirmed'>) {
      const isSure = isConfirmed(request.input);
      save.mutate({ ...request, isConfirmed: isSure }, { onError: (error) => report(fieldErrorsOf(error)) });
    },
    olderEmails,
    forgetOlderEmails: () => setOlderEmails([]),
  };
}

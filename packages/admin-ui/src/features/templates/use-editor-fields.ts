import { useRef } from 'react';
import { selectLine } from './select-line.ts';
import type { TemplateText } from './templates.queries.ts';
import type { TemplateErrors } from './use-findings.ts';

/** The two fields of the editor, and the cursor in them. */
export function useEditorFields() {
  const content = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);

  function goToLine(line: number) {
    if (content.current) selectLine(content.current, line);
  }

  return {
    content,
    subject,
    goToLine,
    /** Puts the cursor where the first error is. */
    goToFirst(errors: TemplateErrors) {
      const line = errors.content[0]?.line;
      if (errors.subject.length > 0) subject.current?.focus();
      else if (line !== undefined) goToLine(line);
      else if (errors.content.length > 0) content.current?.focus();
    },
    /** The text in the fields now. */
    typed: (): TemplateText => ({
      content: content.current?.value ?? '',
      subject: subject.current?.value ?? '',
    }),
  };
}

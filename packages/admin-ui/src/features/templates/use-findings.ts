import { useState } from 'react';
import { type Finding, moveFindings, readFinding } from './findings.ts';
import type { TemplateText } from './templates.queries.ts';

/** What is wrong, by field. */
export interface TemplateErrors {
  content: Finding[];
  subject: string[];
}
const noErrors: TemplateErrors = { content: [], subject: [] };

/** The errors and warnings of a template. They follow their lines while the text is edited. */
export function useFindings() {
  const [errors, setErrors] = useState(noErrors);
  const [warnings, setWarnings] = useState<Finding[]>([]);
  return {
    errors,
    warnings,
    /** @returns the errors, as they will be shown */
    report(fields: { [field in string]?: string[] }): TemplateErrors {
      const found = { content: (fields.content ?? []).map(readFinding), subject: fields.subject ?? [] };
      setErrors(found);
      return found;
    },
    warn: (messages: string[]) => setWarnings(messages.map(readFinding)),
    follow(before: TemplateText, after: TemplateText) {
      setErrors({
        content: moveFindings(errors.content, before.content, after.content).filter(
          // An error without a line was about the text before the edit.
          ({ line }) => line !== undefined || after.content === before.content,
        ),
        subject: after.subject === before.subject ? errors.subject : [],
      });
      setWarnings(moveFindings(warnings, before.content, after.content));
    },
  };
}

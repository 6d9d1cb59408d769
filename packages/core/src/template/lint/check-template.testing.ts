import { icontactMergeFields } from '../../mail/icontact/merge-fields.ts';
import { isDomainError } from '../../platform/errors.ts';
import * as templates from './compile-template.ts';

export const checkTemplate = (template: { content: string; subject: string }) =>
  templates.checkTemplate(template, icontactMergeFields);
export const subject = 'Wordrise: {{word}}';

export function problemsIn(template: { content?: string; subject?: string }) {
  try {
    checkTemplate({ content: '<p>{{word}}</p>', subject, ...template });
  } catch (error) {
    if (isDomainError(error, 'template.syntax')) return { message: error.message, fields: error.fields };
    throw error;
  }
  return undefined;
}

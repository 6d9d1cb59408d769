import { templateVariables } from '@wordrise/core/contract';
import type { TemplateText } from './templates.queries.ts';

const known: ReadonlySet<string> = new Set([...templateVariables, 'else', 'this']);

/**
 * Names such as `wurd` in `{{wurd}}` that would stay empty in the email, as messages with their line. Only what is
 * certain without the server, whose check knows more.
 */
export function unknownVariables({ content, subject }: TemplateText): string[] {
  const inContent = content
    .split('\n')
    .flatMap((text, at) => unknownIn(text).map((name) => `Line ${at + 1}: ${reason(name)}`));
  return [...unknownIn(subject).map((name) => `Subject: ${reason(name)}`), ...inContent];
}

function unknownIn(text: string): string[] {
  const names = [...text.matchAll(/\{\{\s*([A-Za-z]\w*)\s*\}\}/g)].map(([, name]) => name ?? '');
  return names.filter((name) => !known.has(name));
}

const reason = (name: string) => `there is no variable {{${name}}}. It stays empty.`;

import { screen } from '@testing-library/react';
import type { TemplatePreview } from '@wordrise/core/contract';
import { type Answers, refuse } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

export const template = '<html>\n<body>\n<h1>{{word}}</h1>\n</body>\n</html>';
export const stored = { template, subject: 'Wordrise: {{word}}' };
export const rendered: TemplatePreview = {
  html: '<h1>zephyr</h1>',
  subject: 'Wordrise: zephyr',
  text: 'ZEPHYR',
};

/** What the server says of a template with errors. */
export const syntax = refuse(
  400,
  'template.syntax',
  'Line 3: {{#if word}} is never closed. (and 1 more error)',
  {
    content: ['Line 3: {{#if word}} is never closed.', 'Line 5: {{}} is empty.'],
    subject: ['Subject: {{wort}} is not the name of a variable.'],
  },
);

export const htmlField = () => screen.findByLabelText('HTML template') as Promise<HTMLTextAreaElement>;
export const subjectField = () => screen.getByLabelText('Subject line') as HTMLInputElement;
export const saveButton = () => screen.getByRole('button', { name: 'Save Changes' });
export const toast = () => document.querySelector('[data-toasts]')?.textContent;
export const markedLines = () =>
  [...document.querySelectorAll<HTMLElement>('[data-line]')].map(({ dataset }) => Number(dataset.line));

/** The template editor over a fake server. */
export async function openEditor(answers: Answers = {}) {
  const app = renderApp({ path: '/admin/templates', answers: { getTemplate: stored, ...answers } });
  return { ...app, html: await htmlField() };
}

import { z } from 'zod';

const key = 'wordrise.template';
const draft = z.object({ content: z.string(), subject: z.string() });
export type TemplateText = z.infer<typeof draft>;

/** What was typed in this tab and not saved: it outlives a reload, a closed page and a lost session. */
export function readDraft(): TemplateText | undefined {
  try {
    return draft.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** @param text `undefined` forgets it. */
export function keepDraft(text: TemplateText | undefined): void {
  try {
    if (text) sessionStorage.setItem(key, JSON.stringify(text));
    else sessionStorage.removeItem(key);
  } catch {
    // Full or forbidden: then the text lives as long as the page is open.
  }
}

import type { TagText } from './template-tag.ts';

/** What is wrong, and what to put in place of a stretch of the template so that the rest can be parsed. */
export interface Repair {
  /** Offset of what the reason is about. */
  at: number;
  /** `undefined` if the repaired template shows the error in a better way. */
  reason: string | undefined;
  start: number;
  end: number;
  instead: string;
}

export function without({ source, start }: TagText, reason: string | undefined): Repair {
  return { at: start, reason, start, end: start + source.length, instead: blank(source) };
}

/** As long, and on as many lines. */
const blank = (source: string) => source.replace(/[^\r\n]/g, ' ');

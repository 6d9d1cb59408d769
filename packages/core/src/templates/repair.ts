import type { TagText } from './template-tag.ts';

/** What is wrong, and what to replace a part of the template with so that the rest can be parsed. */
export interface Repair {
  /** The offset that the reason refers to. */
  at: number;
  /** `undefined` if the repaired template reports the error better. */
  reason: string | undefined;
  start: number;
  end: number;
  instead: string;
}

export function without({ source, start }: TagText, reason: string | undefined): Repair {
  return { at: start, reason, start, end: start + source.length, instead: blank(source) };
}

/** A blank text with the same length and the same lines. */
const blank = (source: string) => source.replace(/[^\r\n]/g, ' ');

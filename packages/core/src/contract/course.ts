import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { wordLevels } from './word-fields.ts';

/** Which words of the library a course has, in their order. */
export type CourseSelection =
  | { kind: 'theme' | 'tag' | 'level'; name: string }
  | { kind: 'words'; words: string[] };

/** `theme:Weather`, `tag:course`, `level:everyday` or `words:limerence, petrichor`; `undefined` for anything else. */
export function readCourseSelection(text: string): CourseSelection | undefined {
  const [, kind, rest = ''] = /^(theme|tag|level|words):(.+)$/is.exec(text.trim()) ?? [];
  const name = rest.trim();
  if (!kind || name === '') return undefined;
  if (kind.toLowerCase() === 'words') {
    const words = name.split(',').map((word) => word.trim());
    return words.includes('') ? undefined : { kind: 'words', words };
  }
  if (kind.toLowerCase() === 'theme') return { kind: 'theme', name };
  if (kind.toLowerCase() === 'tag') return { kind: 'tag', name: name.toLowerCase() };
  const level = wordLevels.find((known) => known === name.toLowerCase());
  return level && { kind: 'level', name: level };
}

export const courseView = z.object({
  isOn: z.boolean(),
  /** Readers on the list who have had every lesson. */
  finished: z.number().int(),
  lessons: z.array(
    z.object({
      /** From 1. */
      number: z.number().int(),
      wordId: z.number().int(),
      word: z.string(),
      /** Readers on the list whose latest lesson it is. */
      readers: z.number().int(),
    }),
  ),
});
export type CourseView = z.infer<typeof courseView>;

export const courseEndpoints = {
  course: {
    method: 'GET',
    path: '/api/admin/course',
    summary:
      'The lessons of the course, in order, and how many readers are at which. Without a course, there are none.',
    access: 'session',
    answer: courseView,
  },
} as const satisfies Record<string, Endpoint>;

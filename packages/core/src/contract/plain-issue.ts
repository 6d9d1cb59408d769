import type { z } from 'zod';

/**
 * Describes what is wrong with an input if its schema has no message of its own: zod's messages are written for
 * programmers. Pass it to `parse` as `error`.
 */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.findLast((step) => typeof step === 'string');
  const name = field === undefined ? 'The request' : `“${field}”`;
  if (issue.input === undefined && issue.code === 'invalid_type') return `${name} is missing`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${kinds[issue.expected] ?? 'of a different type'}`;
    case 'invalid_value':
      return `${name} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_big':
      return `${name} must ${sized(issue.origin, `at most ${issue.maximum}`)}`;
    case 'too_small':
      return `${name} must ${sized(issue.origin, `at least ${issue.minimum}`)}`;
    default:
      return `${name} is not in the expected format`;
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function sized(origin: string, amount: string): string {
  if (origin === 'string') return `have ${amount} characters`;
  return origin === 'array' ? `have ${amount} items` : `be ${amount}`;
}

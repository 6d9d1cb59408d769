/**
 * `@wordrise/core/constants`: what the contract says without a schema. It loads neither zod nor anything
 * else, so command definitions and widgets can import it.
 */

export * from './audit-texts.ts';
export * from './choices.ts';
export * from './error-codes.ts';
export * from './escape-html.ts';
export * from './limits.ts';
export * from './messages.ts';
export * from './public-paths.ts';
export * from './sentence-case.ts';
export * from './template-variables.ts';
export * from './weekdays.ts';
export * from './word-fields.ts';

/**
 * `@wordrise/core/constants`: the parts of the contract without a schema. It loads no other module, not even zod, so
 * command definitions and widgets can import it.
 */

export * from './audit-texts.ts';
export * from './choices.ts';
export * from './cited-forms.ts';
export * from './day-ranges.ts';
export * from './design-colors.ts';
export * from './design-parts.ts';
export * from './error-codes.ts';
export * from './escape-html.ts';
export * from './fonts.ts';
export * from './limits.ts';
export * from './messages.ts';
export * from './pins.ts';
export * from './public-paths.ts';
export * from './recording-formats.ts';
export * from './sentence-case.ts';
export * from './template-variables.ts';
export * from './weekdays.ts';
export * from './word-fields.ts';

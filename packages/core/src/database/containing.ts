import { raw } from '@mikro-orm/core';

/**
 * A condition: the column holds the text, taken literally. The case must agree, so compare what is in
 * lower case on both sides: databases differ in how they fold letters beyond ASCII.
 *
 * @param column As the database names it; never a user's input.
 */
export function containing(column: string, text: string): object {
  const literal = text.replace(/[!%_]/g, '!$&');
  return { [raw((alias) => `${alias}.${column} like ? escape '!'`, [`%${literal}%`])]: [] };
}

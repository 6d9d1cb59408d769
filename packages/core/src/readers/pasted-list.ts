import { stringify } from 'csv-stringify/sync';

/**
 * Addresses as people paste them, from an address field, a text or a spreadsheet, as a file for `importReaders`. They
 * are separated by lines, commas, semicolons or spaces, each with or without a name: `Ada <ada@example.com>`, `Ada,
 * ada@example.com`. Text with a header row is already such a file. What is not an address stays as one, so that the
 * import refuses it with the reason.
 */
export function fileOfPasted(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (isTable(lines)) return text;
  return stringify(lines.flatMap(peopleOf), { header: true, columns: ['email', 'full name'] });
}

/** The first row names columns instead of a person. */
function isTable([first = '', ...others]: string[]): boolean {
  const isHeader = /[,;\t]|^\s*"?e?-?mail/i.test(first) && /mail/i.test(first) && !first.includes('@');
  return isHeader && others.length > 0;
}

type Person = [email: string, firstName: string];

function peopleOf(line: string): Person[] {
  const parts = partsOf(line).flatMap(separated);
  const people = parts.filter(hasAddress).map(personIn);
  const [only] = people;
  if (people.length === 0) return [[line.trim(), '']];
  const others = parts.filter((part) => !hasAddress(part));
  // With one address in a line, the rest of the line is about it.
  if (people.length === 1 && only) return [[only[0], only[1] || (others[0] ?? '')]];
  return [...people, ...others.map((part): Person => [part, ''])];
}

/** One person in the cell of a table, such as `Ada <ada@example.com>`; what is not that stays as an address. */
export function personInCell(cell: string): Person {
  // Nearly every cell is an address alone.
  if (!/[\s<>(),;:]/.test(cell)) return [cell, ''];
  const [person, ...others] = peopleOf(cell);
  return person && others.length === 0 ? person : [cell, ''];
}

const hasAddress = (part: string) => part.includes('@');

/** Split at commas, semicolons and tabs outside of quotation marks. */
function partsOf(line: string): string[] {
  const parts = line.match(/(?:"[^"]*"|[^",;\t]|")+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Several addresses without names are separated by spaces. */
function separated(part: string): string[] {
  const words = part.split(/\s+/);
  return words.length > 1 && words.every(hasAddress) ? words : [part];
}

/** `Ada <ada@example.com>`, `ada@example.com (Ada)` or `Ada ada@example.com` */
function personIn(part: string): Person {
  const [marked, inside] = /<([^<>]*)>/.exec(part) ?? [];
  const address = inside?.trim() ?? part.split(/\s+/).find(hasAddress) ?? part;
  const name = part.replace(marked ?? address, ' ').replace(/["()]/g, ' ');
  return [address.replace(/^mailto:/i, ''), name.replace(/\s+/g, ' ').trim()];
}

/**
 * The columns of `fields`, each under the name of its field, for a query that calls the table `table`.
 * Columns are named as the ORM does: `createdAt` is stored in `created_at`.
 */
export function selectList(table: string, fields: readonly string[]): string {
  return fields.map((field) => `${table}.${columnOf(field)} as "${field}"`).join(', ');
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

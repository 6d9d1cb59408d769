/**
 * The table below a heading of the docs, as the imports of each folder:
 *
 *     | folder | imports |
 *     | --- | --- |
 *     | `words`, `readers` | `database`, `contract` |
 */
export function readMap(docs: string, heading: string): Record<string, string[]> {
  const [, section = ''] = docs.split(`\n### ${heading}\n`);
  const map: Record<string, string[]> = {};
  for (const line of section.split('\n#')[0]?.split('\n') ?? []) {
    const [, folders = '', imports = ''] = /^\| (.*?) \|(.*?)\|/.exec(line) ?? [];
    for (const folder of namesIn(folders)) map[folder] = namesIn(imports).toSorted();
  }
  return map;
}

const namesIn = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name ?? '');

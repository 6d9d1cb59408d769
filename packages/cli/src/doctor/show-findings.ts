import { displayWidth, oneLine, padToWidth, wrapText } from '../terminal/display-width.ts';
import type { Output } from '../terminal/output.ts';
import type { Finding } from './finding.ts';

/** One line each, the details under each other. */
export function showFindings({ paint, width = 100 }: Output, findings: readonly Finding[]): string {
  const names = Math.max(...findings.map(({ name }) => displayWidth(name)));
  const marks = { ok: paint.green('✓'), warning: paint.yellow('!'), failed: paint.red('✗') };
  return findings
    .map(({ name, status, detail }) => {
      const start = `${marks[status]} ${padToWidth(name, names)}  `;
      const indent = ' '.repeat(displayWidth(start));
      return `${start}${wrapText(oneLine(detail), Math.max(40, width - indent.length), indent)}`;
    })
    .join('\n');
}

import type { Output } from '../command-line/output.ts';
import { wrapText } from '../command-line/wrap-text.ts';
import { displayWidth, oneLine, padToWidth } from '../terminal/display-width.ts';
import type { Finding } from './finding.ts';

/** One line each; on a terminal, wrapped details line up. */
export function showFindings({ paint, width }: Output, findings: readonly Finding[]): string {
  const names = Math.max(...findings.map(({ name }) => displayWidth(name)));
  const marks = { ok: paint.green('✓'), warning: paint.yellow('!'), failed: paint.red('✗') };
  return findings
    .map(({ name, status, detail }) => {
      const start = `${marks[status]} ${padToWidth(name, names)}  `;
      const text = oneLine(detail);
      return start + (width ? wrapText(text, width, ' '.repeat(displayWidth(start))) : text);
    })
    .join('\n');
}

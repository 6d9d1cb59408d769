import { aheadOrBehind } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import type { Output } from '../command-line/output.ts';
import { displayWidth, oneLine, padToWidth, wrapText } from '../command-line/text.ts';

/** The result of one check; if it is not ok, `detail` says what to do. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

/**
 * The clock of this machine compared with another one.
 *
 * @param whose Such as “the provider's”.
 * @param effect What happens if they differ too much.
 */
export function clockAgainst(
  aheadMs: number,
  whose: string,
  effect = 'emails go out at the wrong time',
): Finding {
  const name = 'Clock';
  if (Math.abs(aheadMs) <= timings.clockToleranceSeconds * 1000) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    const ahead = aheadMs > 0 ? 'ahead of' : 'behind';
    const detail = seconds < 2 ? `It agrees with ${whose}.` : `It is ${seconds} seconds ${ahead} ${whose}.`;
    return { name, status: 'ok', detail };
  }
  const detail = `It is ${aheadOrBehind(aheadMs)} ${whose}, so ${effect}. Set this machine's clock.`;
  return { name, status: 'failed', detail };
}

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

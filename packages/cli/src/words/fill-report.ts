import type { Cli } from '../command-line/cli.ts';
import { cutToWidth, oneLine } from '../terminal/display-width.ts';

type FillOutcome = 'saved' | 'already' | 'notFound' | 'failed';

interface FillResult {
  word: string;
  outcome: FillOutcome;
  message?: string;
}

export type FillReport = ReturnType<typeof createFillReport>;

/** Reports each word as soon as its result is known, and at the end a summary. */
export function createFillReport(
  cli: Cli,
  bar: { clear(): void },
  /** Whether words that are already in the library get a line each. */
  { showsExisting }: { showsExisting: boolean },
) {
  const { out, dryRun } = cli;
  const counts: Record<FillOutcome, number> = { saved: 0, already: 0, notFound: 0, failed: 0 };
  let stoppedBy: string | undefined;
  let withoutExample = 0;
  let exampleOf = '';

  function show({ word, outcome, message = '' }: FillResult): string | undefined {
    const { paint, width = Number.POSITIVE_INFINITY } = out;
    const name = oneLine(word);
    switch (outcome) {
      case 'saved':
        if (out.quiet) return undefined;
        if (dryRun) return `${paint.green('+')} ${name}`;
        return `${paint.green('✓')} ${paint.bold(name)}  ${paint.dim(cutToWidth(oneLine(message), width - name.length - 5))}`;
      case 'already':
        return out.quiet || !showsExisting ? undefined : paint.dim(`· ${name} is already in the library`);
      default:
        return `${paint.red('✗')} ${message.includes(name) ? oneLine(message) : `${name}: ${oneLine(message)}`}`;
    }
  }

  return {
    count: () => counts.saved + counts.already + counts.notFound + counts.failed,
    add(result: FillResult): void {
      counts[result.outcome] += 1;
      bar.clear();
      out.line({ type: 'result', ...result }, () => show(result));
    },
    /** The dictionary had no example, so the word's email has none until one is written. */
    lacksExample(word: string): void {
      withoutExample += 1;
      exampleOf = word;
    },
    /** Nothing more can be looked up now. */
    stopAt(reason: string): void {
      stoppedBy = reason;
    },
    end({ interrupted }: { interrupted: boolean }): void {
      const report = { type: 'report', dryRun, interrupted, stoppedBy: stoppedBy ?? null, ...counts };
      out.line(report, () => (out.quiet ? undefined : summary(counts, dryRun)));
      if (withoutExample > 0) {
        const which = withoutExample === 1 ? '1 word has' : `${withoutExample} words have`;
        out.note(`${which} no example sentence. To write one: wordrise words edit ${exampleOf}`);
      }
      if (counts.notFound + counts.failed > 0 || stoppedBy) cli.fail();
      if (stoppedBy) out.warn(`${stoppedBy} Run the same command again for the rest.`);
      if (!interrupted) return;
      out.warn('Stopped. Run the same command again for the rest.');
      cli.interrupted();
    },
  };
}

function summary({ saved, already, notFound, failed }: Record<FillOutcome, number>, dryRun: boolean): string {
  const parts = [`${saved} ${dryRun ? 'would be looked up' : 'saved'}`];
  if (already > 0) parts.push(`${already} already in the library`);
  if (notFound > 0) parts.push(`${notFound} not found`);
  if (failed > 0) parts.push(`${failed} failed`);
  return `${parts.join(', ')}.`;
}

import type { LookupResult } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { oneLine } from '../terminal/display-width.ts';
import { untilStopped } from '../terminal/standard-input.ts';
import { inBatches, readRequestedWords } from './requested-words.ts';
import { entryText } from './show-word.ts';

const batchSize = 50;

/** Codes that mean that no other lookup would succeed. */
export const endOfLookups: readonly (string | undefined)[] = ['dictionary.quota', 'dictionary.refused'];

export async function lookUpWords(cli: Cli, { file }: { file?: string }, typed: string[]): Promise<void> {
  const { out } = cli;
  const { words } = await readRequestedWords(typed, file);
  const signal = stopSignal();
  const { dictionary } = await cli.open();
  let isFirst = true;
  for await (const batch of inBatches(untilStopped(words, signal), batchSize)) {
    for await (const result of dictionary.lookUpAll(batch, { signal })) {
      out.line(result, () => `${isFirst ? '' : '\n'}${resultText(cli, result)}`);
      isFirst = false;
      if (result.success) continue;
      cli.fail();
      if (endOfLookups.includes(result.code)) return;
    }
    if (signal.aborted) return cli.interrupted();
  }
}

function resultText({ out }: Cli, result: LookupResult): string {
  if (!result.success) return `${out.paint.red('✗')} ${oneLine(result.error)}`;
  return entryText(out, result);
}

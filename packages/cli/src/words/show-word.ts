import { exampleNotAvailable, type WordDraft, type WordView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import type { Output } from '../command-line/output.ts';
import { wrapText } from '../command-line/wrap-text.ts';
import { oneLine, printable } from '../terminal/display-width.ts';
import { requireWord } from './require-word.ts';

export async function showWord(cli: Cli, _options: object, typed: string): Promise<void> {
  const word = await requireWord(await cli.open(), typed);
  cli.out.answer(word, () => `${entryText(cli.out, word)}\n\n${footer(cli.out, word)}`);
}

/** A dictionary entry, laid out for a terminal. */
export function entryText({ paint, width = 80 }: Output, word: WordDraft): string {
  const lines = Math.min(width, 80);
  const { phoneticPronunciation, partOfSpeech } = word;
  const examples = [word.example1, word.example2].filter((text) => text !== exampleNotAvailable);
  const head = `${paint.bold(oneLine(word.word))}  ${oneLine(phoneticPronunciation)}  ${paint.italic(oneLine(partOfSpeech))}`;
  const item = (name: string, text: string) => {
    const label = `  ${name.padEnd(11)}`;
    return `${paint.dim(label)}${wrapText(printable(text), lines, ' '.repeat(label.length))}`;
  };
  return [
    head,
    '',
    `  ${wrapText(printable(word.definition), lines, '  ')}`,
    '',
    item('Etymology', word.etymology),
    ...examples.map((example, index) => item(index === 0 ? 'Example' : '', example)),
    item('Tip', word.conversationTip),
  ].join('\n');
}

function footer({ paint }: Output, { id, usedCount, source }: WordView): string {
  const times = usedCount === 1 ? 'sent once' : `sent ${usedCount} times`;
  return paint.dim(`  ${usedCount === 0 ? 'never sent' : times} · from ${source} · id ${id}`);
}

import type { Wordrise } from '@wordrise/core';
import { type CheckedWord, wordFieldTable } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { oneLine } from '../command-line/text.ts';
import { requireWord } from './words.ts';

interface CheckOptions {
  fix?: boolean;
}

export async function checkWords(cli: Cli, typed: readonly string[], { fix }: CheckOptions): Promise<void> {
  const wordrise = await cli.open();
  const fixed = fix ? await repairAll(cli, wordrise, typed) : [];
  const words: CheckedWord[] = [];
  let checked = 0;
  for await (const word of chosen(wordrise, typed)) {
    checked += 1;
    if (word.findings.length > 0) words.push(word);
  }
  cli.out.answer({ dryRun: cli.dryRun, checked, fixed, words }, () =>
    words.map((word) => entry(cli, word)).join('\n'),
  );
  for (const { word, phoneticPronunciation } of fixed) {
    const verb = cli.dryRun ? 'would be' : 'is now';
    cli.out.note(`Pronunciation of “${word}” ${verb} ${phoneticPronunciation}`);
  }
  cli.out.note(summary(checked, words.length));
  if (words.length > 0) cli.fail();
}

async function* chosen({ words, ...rest }: Wordrise, typed: readonly string[]): AsyncIterable<CheckedWord> {
  if (typed.length === 0) yield* words.checkAll();
  for (const spelling of typed) {
    const { id, word } = await requireWord({ words, ...rest }, spelling);
    yield { id, word, findings: await words.findings(id) };
  }
}

/** Fixes the words whose pronunciation had only a wrong notation. */
async function repairAll(cli: Cli, wordrise: Wordrise, typed: readonly string[]) {
  const malformed: number[] = [];
  for await (const { id, findings } of chosen(wordrise, typed)) {
    if (findings.some(({ code }) => code === 'pronunciation.malformed')) malformed.push(id);
  }
  const fixed = [];
  for (const id of malformed) {
    const repaired = await wordrise.words.repair(id, { dryRun: cli.dryRun });
    if (!repaired) continue;
    const { word, phoneticPronunciation } = repaired;
    fixed.push({ id, word, phoneticPronunciation });
  }
  return fixed;
}

function entry({ out }: Cli, { word, findings }: CheckedWord): string {
  const lines = findings.map(({ field, message }) => {
    const { label } = wordFieldTable[field];
    const about = message.startsWith(label) ? '' : `${out.paint.dim(`${label}:`)} `;
    return `  ${out.paint.yellow('!')} ${about}${oneLine(message)}`;
  });
  return [out.paint.bold(oneLine(word)), ...lines].join('\n');
}

function summary(checked: number, found: number): string {
  const all = checked === 1 ? '1 word' : `${checked} words`;
  return found === 0 ? `Checked ${all}: no findings.` : `Checked ${all}: ${found} with findings.`;
}

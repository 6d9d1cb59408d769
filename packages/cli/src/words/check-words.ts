import type { Wordrise } from '@wordrise/core';
import { type CheckedWord, type WordFinding, wordFieldTable } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { oneLine } from '../command-line/text.ts';
import { requireWord } from './words.ts';

interface CheckOptions {
  fix?: boolean;
}

/** What was fixed in one word, or would be. */
interface Fixed {
  id: number;
  word: string;
  fixed: { field: WordFinding['field']; label: string; text: string }[];
}

export async function checkWords(cli: Cli, typed: readonly string[], { fix }: CheckOptions): Promise<void> {
  const wordrise = await cli.open();
  const fixed = fix ? await fixAll(cli, wordrise, typed) : [];
  const words: CheckedWord[] = [];
  let checked = 0;
  for await (const word of chosen(wordrise, typed)) {
    checked += 1;
    if (word.findings.length > 0) words.push(word);
  }
  cli.out.answer({ dryRun: cli.dryRun, checked, fixed, words }, () =>
    words.map((word) => entry(cli, word)).join('\n'),
  );
  for (const each of fixed) {
    for (const line of fixedLines(cli, each)) cli.out.note(line);
  }
  cli.out.note(summary(checked, words.length));
  if (!fix && words.some(({ findings }) => findings.some((finding) => finding.fix !== undefined))) {
    cli.out.note('To fix what is certain (→), add --fix; --fix --dry-run shows it first.');
  }
  if (words.length > 0) cli.fail();
}

async function* chosen({ words, ...rest }: Wordrise, typed: readonly string[]): AsyncIterable<CheckedWord> {
  if (typed.length === 0) yield* words.checkAll();
  for (const spelling of typed) {
    const { id, word } = await requireWord({ words, ...rest }, spelling);
    yield { id, word, findings: await words.findings(id) };
  }
}

/** Fixes the words that have findings with a fix. */
async function fixAll(cli: Cli, wordrise: Wordrise, typed: readonly string[]): Promise<Fixed[]> {
  const fixable: number[] = [];
  for await (const { id, findings } of chosen(wordrise, typed)) {
    if (findings.some(({ fix }) => fix !== undefined)) fixable.push(id);
  }
  const all: Fixed[] = [];
  for (const id of fixable) {
    const result = await wordrise.words.fix(id, { dryRun: cli.dryRun });
    if (!result) continue;
    const fixed = result.fixed.flatMap(({ field, fix }) => (fix ? [{ field, ...fix }] : []));
    all.push({ id, word: result.word.word, fixed });
  }
  return all;
}

function fixedLines(cli: Cli, { word, fixed }: Fixed): string[] {
  const last = new Map(fixed.map(({ field, text }) => [field, text]));
  return [...last].map(([field, text]) => {
    const verb = cli.dryRun ? 'would be' : 'is now';
    return `${wordFieldTable[field].label} of “${oneLine(word)}” ${verb}: ${oneLine(text)}`;
  });
}

function entry({ out }: Cli, { word, findings }: CheckedWord): string {
  const lines = findings.map(({ field, message, fix }) => {
    const { label } = wordFieldTable[field];
    const about = message.startsWith(label) ? '' : `${out.paint.dim(`${label}:`)} `;
    const certain = fix === undefined ? '' : ` ${out.paint.dim(`→ ${oneLine(fix.label)}`)}`;
    return `  ${out.paint.yellow('!')} ${about}${oneLine(message)}${certain}`;
  });
  return [out.paint.bold(oneLine(word)), ...lines].join('\n');
}

function summary(checked: number, found: number): string {
  const all = checked === 1 ? '1 word' : `${checked} words`;
  return found === 0 ? `Checked ${all}: no findings.` : `Checked ${all}: ${found} with findings.`;
}

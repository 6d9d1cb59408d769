import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** British spellings and quaint phrases, each with what to write instead. */
const instead: Record<string, string> = {
  'colours?|coloured': 'color',
  'favourites?': 'favorite',
  'behaviours?': 'behavior',
  'neighbours?': 'neighbor',
  'honours?': 'honor',
  'centres?': 'center',
  'cancelled|cancelling': 'canceled, canceling',
  'labelled|labelling': 'labeled, labeling',
  'travelled|travelling': 'traveled, traveling',
  'modelled|modelling': 'modeled, modeling',
  '(organi|recogni|reali|normali|summari|minimi|optimi|authori|customi|initiali|seriali)s(e|es|ed|ing)':
    'the spelling with z',
  'afterwards|towards|whilst|amongst': 'afterward, toward, while, among',
  'anew|made anew': 'again, recreated',
  somebody: 'someone',
  'fit to show': 'user-facing',
  'in a hurry': 'fast, urgent',
  'mend|mends|mended': 'fix',
  'hand over|hands over|handed over|handing over': 'submit, send to the provider',
  'as it stands|as they stand': 'unchanged, current',
  'parted by': 'separated by',
  'in the stead of': 'instead of',
  '(to be|get|gets|got) rid of': 'clear, remove',
  'has it no more|have it no more': 'no longer has it',
  'came along|comes along': 'built in, included',
  'so long after': 'this long after',
  'is told at|are told at': 'is shown, is reported',
  'look whether|looks whether|looked whether': 'check whether',
  whoever: 'anyone who, readers who',
  'not who came back': 'Excludes readers who rejoined afterward',
  'files that run in one worker': 'test files in one worker',
  'so that many visitors cost one query|so that many visitors need no query':
    'cached so that repeat visits need no query',
  'as tall as the form it replaces': 'same height as the form, to avoid layout shift',
  'untold|most telling': 'unverified, strongest',
  'the provider lies': 'the provider misreports',
  'a fault in Wordrise': 'a bug in Wordrise',
  'what waits': 'pending emails',
  'a press (puts|wraps)': 'click to',
  'a whole database behind': 'an intact database',
  'told of': 'called for, notified of',
  'foretell|foretells|goingBack|useStayTrue|askedWord|isToldAtFields|useKeptState|leaveTheRest|whatIsLost|whatWaits':
    'a name that says what it is',
};

/** Literal texts of the specification, values that are stored or answered, and words as such. */
const allowed: { in: RegExp; text: RegExp }[] = [
  { in: /./, text: /Scheduled email cancelled successfully!/ },
  // The state of a send, in the database and in answers of the API.
  {
    in: /./,
    text: /['"`]cancelled['"`]|\bcancelled:|`cancelled`|cancelled_sends|send_cancelled|\(missing\|cancelled\)/,
  },
  { in: /words\/check\/|words\/dictionary\/|check-spelling/, text: /./ },
  { in: /import-columns\.ts$/, text: /./ },
  { in: /scripts\/(voice\.test|fuzz\/schema)\.ts$/, text: /./ },
  { in: /icontact\/(sends\.test|shapes)\.ts$/, text: /ancelled/ },
  // Names of libraries.
  { in: /check-expressions\.mjs$/, text: /analyse/ },
  { in: /docs\/cli\.md$/, text: /cancelled: \{/ },
];

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.css', '*.html'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !/\/migrations\/|\.fixtures\/|(^|\/)CHANGELOG\.md$|^examples\/words\//.test(file));

test('texts, comments and names are in plain American English', () => {
  const rules = Object.entries(instead).map(([words, better]) => ({
    pattern: new RegExp(`(?<![\\w-])(${words})(?![\\w-])`, 'i'),
    better,
  }));
  const found: string[] = [];
  for (const file of files) {
    const exceptions = allowed.filter((one) => one.in.test(file));
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      for (const { pattern, better } of rules) {
        const [, word] = pattern.exec(line) ?? [];
        if (!word || exceptions.some(({ text }) => text.test(line))) continue;
        found.push(`${file}:${at + 1} “${word}”: write ${better}`);
      }
    }
  }
  expect(found).toEqual([]);
});

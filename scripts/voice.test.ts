import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** British spellings and quaint phrases, each with what to write instead. */
const instead: Record<string, string> = {
  '\\w*(colour|favour|behaviour|neighbour|honour|harbour|flavour|labour|humour|rumour|odour|rigour|vigour|endeavour|armour)\\w*':
    'the spelling with or, as in color',
  '(centre|metre|litre|fibre|theatre|calibre|sombre)[sd]?': 'the spelling with er, as in center',
  '\\w*(licence|defence|offence|pretence)s?': 'the spelling with se, as in license',
  '\\w*(cancell|travell|labell|modell|signall|levell|fuell|tunnell|counsell|channell|totall|diall|quarrell)(ed|ing)(?!b[yY]\\b)':
    'one l, as in canceled',
  '\\w*(organ|recogn|real|normal|summar|minim|maxim|optim|author|custom|initial|serial|final|local|categor|priorit|emphas|apolog|capital|central|general|special|stabil|synchron|util|visual|standard|character|critic|memor|symbol|token|sanit|random|popular|personal|hypothes|modern|familiar|item|equal)is(e|es|ed|er|ing|ation|ations)':
    'the spelling with z',
  'analys(e|ed|es|ing)|paralys(e|ed|es|ing)|catalogues?|analogues?': 'analyze, catalog, analog',
  'fulfils?|fulfilment|enrols?|enrolment|instalments?|skilful|wilful':
    'fulfill, enroll, installment, skillful',
  'grey(?!list)\\w*|cheques?|programmes?|tyres?|kerb|judgement|ageing|artefacts?|sceptic\\w*|storeys?|moustache|jewellery|aluminium|cosy|manoeuvre\\w*|per cent|post ?codes?|practis(e|ed|es|ing)':
    'the American spelling or word',
  'learnt|spelt|burnt|dreamt|leapt|spoilt': 'the form with ed',
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
  'look whether|looks whether|looked whether': 'check whether',
  whoever: 'anyone who, readers who',
  'not who came back': 'Excludes readers who rejoined afterward',
  'files that run in one worker': 'test files in one worker',
  'so that many visitors cost one query|so that many visitors need no query':
    'cached so that repeat visits need no query',
  'untold|telling': 'unverified, strongest, distinctive',
  'foretold|(is|are|was|were|be|been|unless) told': 'shown, warned, reported; forecast',
  'as tall as': 'same height as',
  blamed: 'refused by policy, or who is meant',
  '(provider|server|relay|iContact|database|it|that) (is|was) away|(it|server|relay|first|second) rests':
    'down, backs off',
  'handover|hand (it|them|this|that) over': 'submit',
  'the provider lies': 'the provider misreports',
  'a fault in Wordrise': 'a bug in Wordrise',
  'what waits': 'pending emails',
  'a press (puts|wraps)': 'click to',
  'a whole database behind': 'an intact database',
  'told of|told at': 'called for, notified of',
  'foretell|foretells|goingBack|useStayTrue|askedWord|isToldAtFields|useKeptState|leaveTheRest|whatIsLost|whatWaits':
    'a name that says what it is',
};

/** What code calls otherwise, such as by the name of a table. */
const insteadOnPages: Record<string, string> = {
  'second factors?': 'two-step sign-in',
};

/** Literal texts of the specification, values that are stored or answered, and words as such. */
const allowed: { in: RegExp; text: RegExp }[] = [
  { in: /./, text: /Scheduled email cancelled successfully!/ },
  // The state of a send, in the database and in answers of the API.
  {
    in: /./,
    text: /['"`]cancelled['"`]|\bcancelled:|`cancelled`|cancelled_sends|send_cancelled|\(missing\|cancelled\)/,
  },
  { in: /docs\/security-asvs\.md$/, text: /econd factor/ },
  { in: /time-zones\.ts$/, text: /Coral_Harbour/ },
  { in: /words\.browser\.test\.ts$/, text: /harbour/ },
  { in: /words\/check\/|words\/dictionary\/|check-spelling/, text: /./ },
  { in: /import-columns\.ts$/, text: /./ },
  { in: /scripts\/(voice\.test|fuzz\/schema)\.ts$/, text: /./ },
  { in: /icontact\/(sends\.test|shapes)\.ts$/, text: /ancelled/ },
  // Names of libraries.
  { in: /check-expressions\.mjs$/, text: /analyse/ },
  { in: /docs\/cli\.md$/, text: /cancelled: \{/ },
];

/** Every text of the repository, but for data, what no longer changes, and changelogs that are made from commits. */
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(
    (file) =>
      !/\/migrations\/|\.fixtures\/|^packages\/\w[\w-]*\/CHANGELOG\.md$|^examples\/words\/|(^|\/)LICENSE$|package-lock/.test(
        file,
      ) && !/\.(png|ttf|woff2|gz|ico|csv|txt|sql)$/.test(file),
  );

test('texts, comments and names are in plain American English', () => {
  const rulesOf = (list: Record<string, string>) =>
    Object.entries(list).map(([words, better]) => ({
      pattern: new RegExp(`(?<![\\w-])(${words})(?![\\w-])`, 'i'),
      better,
    }));
  const rules = rulesOf(instead);
  const onPages = rulesOf(insteadOnPages);
  const found: string[] = [];
  for (const file of files) {
    const exceptions = allowed.filter((one) => one.in.test(file));
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      const ofFile = /^docs\/.*\.md$|^README|\.tsx$/.test(file) ? [...rules, ...onPages] : rules;
      for (const { pattern, better } of ofFile) {
        const [, word] = pattern.exec(line) ?? [];
        if (!word || exceptions.some(({ text }) => text.test(line))) continue;
        found.push(`${file}:${at + 1} “${word}”: write ${better}`);
      }
    }
  }
  expect(found).toEqual([]);
});

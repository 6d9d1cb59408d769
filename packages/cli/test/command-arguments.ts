import { wordFields } from '@wordrise/core/contract';
import { commandsOf, createProgram } from '../src/program.ts';
import { fieldFlag } from '../src/words/edit-word.ts';
import { type Installation, wordOf } from './run-cli.ts';

export const commands = commandsOf(createProgram());

/** What each command needs after its name, for the data of `givenData`, and its exit status then. */
export const argumentsOf: Record<string, { args: string[]; input?: string; code?: number }> = {
  config: { args: ['PRODUCT_NAME', '--set', 'Another name'] },
  'bounces ingest': { args: [], input: 'Subject: hello\n\nNo report.' },
  // It finds something in the words of these tests.
  'words check': { args: [], code: 1 },
  'words list': { args: [] },
  'words show': { args: ['hush'] },
  'words add': { args: ['calm', ...fieldFlags()] },
  'words edit': { args: ['hush', '--definition', 'Silence.'] },
  'words remove': { args: ['lull', '--yes'] },
  'words add-starters': { args: [] },
  'words suggestions': { args: ['--dismiss', 'asdf'] },
  'words record': { args: ['hush', '--remove'] },
  'words import': { args: ['-'], input: `${JSON.stringify(wordOf('calm'))}\n` },
  'words export': { args: [] },
  'words remembered': { args: [] },
  'words lookup': { args: ['hush'] },
  'words fill': { args: ['calm'] },
  'themes list': { args: [] },
  'themes show': { args: ['Quiet'] },
  'themes add': { args: ['Rivers'] },
  'themes edit': { args: ['Quiet', '--introduction', 'A week without noise.'] },
  'themes schedule': { args: ['Quiet', '--from', '2030-12-02'] },
  'themes remove': { args: ['Quiet', '--yes'] },
  'themes import': { args: ['-'], input: 'title,introduction\nRivers,Down to the sea.\n' },
  'themes export': { args: [] },
  'schedule course': { args: [] },
  'schedule warm-up': { args: [] },
  'schedule list': { args: [] },
  'schedule add': { args: ['lull', '--tomorrow'] },
  'schedule fill': { args: ['--days', '2'] },
  'autopilot on': { args: [] },
  'autopilot draw': { args: ['--levels', 'everyday,none'] },
  'autopilot off': { args: [] },
  'autopilot skip': { args: ['2090-12-24'] },
  'autopilot unskip': { args: ['2090-12-24'] },
  'schedule move': { args: ['hush', '--at', '2090-12-02 07:00'] },
  'schedule swap': { args: ['hush', '--word', 'lull'] },
  'schedule update': { args: ['--all'] },
  'schedule cancel': { args: ['hush'] },
  'schedule pause': { args: ['1'] },
  'schedule resume': { args: ['1'] },
  'schedule leave': { args: ['1'] },
  'schedule show': { args: ['hush'] },
  'schedule stats': { args: [] },
  'schedule stop': { args: ['1'] },
  'schedule weekly': { args: [] },
  process: { args: [] },
  rehearse: { args: ['--readers', '20', '--answer', '1'] },
  'provider switch': { args: ['smtp-sandbox'] },
  'template show': { args: [] },
  'template set': { args: ['--subject', 'A word: {{word}}'] },
  'template preview': { args: [] },
  'template design': { args: ['accent', '--set', '#0b3d91'] },
  'resume-sending': { args: [] },
  'template restore': { args: ['1'] },
  'template test': { args: ['owner@example.com'] },
  'readers list': { args: [] },
  'readers export': { args: [] },
  'readers import': {
    args: ['-', '--consent', 'Agreed elsewhere'],
    input: 'email,firstName\nnew@example.com,New\n',
  },
  'readers reasons': { args: [] },
  'readers remove': { args: ['reader@example.com', '--yes'] },
  'readers show': { args: ['reader@example.com'] },
  'admin reset-password': { args: ['--password-stdin'], input: 'long enough\n' },
  'privacy set': { args: ['--default'] },
  'origins list': { args: [] },
  'origins allow': { args: ['https://new.example'] },
  'origins remove': { args: ['https://blog.example'] },
  'admin status': { args: [] },
  'admin disable-second-factor': { args: [] },
  audit: { args: [] },
  'sessions list': { args: [] },
  'sessions end': { args: ['--all'] },
  migrate: { args: [] },
  backup: { args: ['backup.tar.gz'] },
  setup: { args: ['--yes', '--no-checks', '--product-name', 'Another'] },
};

function fieldFlags(): string[] {
  const text = wordOf('calm');
  return wordFields.filter((field) => field !== 'word').flatMap((field) => [fieldFlag(field), text[field]]);
}

/** A word that is scheduled, another that is not, a reader and an admin. */
export async function givenData({ open }: Pick<Installation, 'open'>): Promise<void> {
  const wordrise = await open();
  await wordrise.accounts.setup({ username: 'owner', password: 'long enough' });
  const { id } = await wordrise.words.add(wordOf('hush'));
  const { id: unused } = await wordrise.words.add(wordOf('lull'));
  await wordrise.themes.add({ title: 'Quiet', introduction: '', wordIds: [id, unused] });
  const scheduledDate = wordrise.schedule.tomorrowMorning().toISOString();
  await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
  const reader = { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined };
  await wordrise.origins.allow('https://blog.example');
  await wordrise.readers.signUp(reader, { address: undefined });
  await wordrise.templates.save({ content: '<p>{{word}}</p>', subject: '{{word}}' });
  await wordrise.close();
}

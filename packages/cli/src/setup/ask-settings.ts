import type { Cli } from '../command-line/cli.ts';
import { askChoice } from '../terminal/questions.ts';
import { type Asker, type AskerOptions, createAsker } from './asker.ts';
import { type Settings, sqliteIn } from './settings.ts';
import { tryDatabase, tryService } from './try-out.ts';

/** Asks for every setting of a usual installation that has not been given. */
export async function askSettings(cli: Cli, options: AskerOptions): Promise<Settings> {
  const asker = createAsker(cli, options);
  asker.heading('Where the data lives');
  await asker.ask('DATA_DIR', 'Data folder', './data');
  await asker.until(
    () => askDatabase(asker, options.before),
    async () => [await tryDatabase(asker.settings)],
  );
  asker.heading('What readers see');
  await asker.ask('PRODUCT_NAME', 'Name of the product', 'Wordrise');
  await asker.ask('PUBLIC_URL', 'Address that visitors use', 'http://localhost:5000');
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await asker.ask('TIMEZONE', 'Time zone, for what "07:00" means', here);
  await askEmail(asker);
  await askDictionary(asker);
  await askBotCheck(asker);
  return asker.settings;
}

async function askDatabase({ ask, isGiven, settings }: Asker, before: Settings): Promise<void> {
  if (isGiven('DATABASE_URL')) return;
  const known = settings.DATABASE_URL ?? before.DATABASE_URL;
  const isPostgres = /^postgres/.test(known ?? '');
  const kind = await askChoice(
    'Database',
    [
      { value: 'sqlite', name: 'SQLite: a file in the data folder, right for most' },
      { value: 'postgresql', name: 'PostgreSQL: a server of your own' },
    ],
    { default: isPostgres ? 'postgresql' : 'sqlite' },
  );
  if (kind === 'sqlite') {
    settings.DATABASE_URL = known && !isPostgres ? known : sqliteIn(settings.DATA_DIR);
  } else {
    if (!isPostgres) delete settings.DATABASE_URL;
    await ask('DATABASE_URL', 'Its address', 'postgres://wordrise@localhost:5432/wordrise');
  }
}

async function askEmail(asker: Asker): Promise<void> {
  asker.heading('Who sends the emails');
  const provider = await asker.choose('EMAIL_PROVIDER', 'Email provider', [
    { value: 'sandbox', name: 'The sandbox on this machine: try everything, nobody gets mail' },
    { value: 'icontact', name: 'iContact' },
  ]);
  if (provider === 'sandbox') return;
  asker.heading(
    'Your iContact account',
    'Settings and Billing → iContact Integrations → Custom API Integrations shows these.',
  );
  const askAll = async () => {
    await asker.ask('ICONTACT_APP_ID', 'Application id');
    await asker.ask('ICONTACT_API_USERNAME', 'User name');
    await asker.ask('ICONTACT_API_PASSWORD', 'Application password, not the login password');
    await asker.ask('ICONTACT_ACCOUNT_ID', 'Account id');
    await asker.ask('ICONTACT_CLIENT_FOLDER_ID', 'Client folder id');
    await asker.ask('ICONTACT_LIST_ID', 'Id of the list that readers join');
    await asker.ask('ICONTACT_CAMPAIGN_ID', 'Id of the sender (campaign)');
  };
  await asker.until(askAll, () => tryService(asker.settings, 'email'));
}

async function askDictionary(asker: Asker): Promise<void> {
  asker.heading('Where words are looked up');
  const dictionary = await asker.choose('DICTIONARY', 'Dictionary', [
    { value: 'wordnet', name: 'The one that comes along: offline, no key, no etymologies' },
    { value: 'merriam-webster', name: "Merriam-Webster's Collegiate: with a key, not for business" },
  ]);
  if (dictionary === 'wordnet') return;
  await asker.until(
    () => asker.ask('MERRIAM_WEBSTER_API_KEY', 'Key from dictionaryapi.com'),
    () => tryService(asker.settings, 'dictionary'),
  );
}

async function askBotCheck(asker: Asker): Promise<void> {
  asker.heading('Bots at the signup form');
  const botCheck = await asker.choose('BOT_CHECK', 'Check signups', [
    { value: 'off', name: 'No; limits and a hidden field keep simple bots out' },
    { value: 'recaptcha', name: 'Google reCAPTCHA v3' },
  ]);
  if (botCheck === 'off') return;
  const askAll = async () => {
    await asker.ask('RECAPTCHA_SITE_KEY', 'Site key');
    await asker.ask('RECAPTCHA_SECRET_KEY', 'Secret key');
  };
  await asker.until(askAll, () => tryService(asker.settings, 'botCheck'));
}

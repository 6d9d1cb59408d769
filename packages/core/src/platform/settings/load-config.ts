import { resolve } from 'node:path';
import { readCourseSelection } from '../../contract/course.ts';
import { sentenceCase } from '../../contract/sentence-case.ts';
import { DomainError } from '../errors.ts';
import type { Config, Environment, SmtpConfig, SmtpServer } from './config.ts';
import { Settings } from './settings.ts';
import { type SettingName, table } from './table.ts';
import { completeServer, isLoopback } from './types.ts';
import type { Variable } from './variable.ts';

/**
 * Reads every setting once. Writes nothing to disk.
 *
 * @param stored Settings in the database, by name. They count where the environment says nothing.
 * @throws DomainError `config.invalid` that names every wrong or missing variable, what it is for and where to get it.
 * Values are never repeated: one of them could be a secret.
 */
export function loadConfig(env: Environment, stored: Environment = {}): Config {
  const settings = checkSettings(env, stored);
  const dataDir = resolve(settings.get('DATA_DIR'));
  const host = settings.get('HOST').replace(/^unix:(?=\/)/, '');
  return {
    environment: settings.get('NODE_ENV'),
    dataDir,
    port: settings.get('PORT'),
    host,
    database: settings.get('DATABASE_URL'),
    sessionSecrets: settings.find('SESSION_SECRET') ?? [],
    settingsKeys: settings.find('SETTINGS_KEY') ?? [],
    signupAddressDays: settings.get('SIGNUP_ADDRESS_DAYS'),
    email: emailReaders[settings.get('EMAIL_PROVIDER')](settings),
    confirmSignups: settings.get('CONFIRM_SIGNUPS') === 'on',
    welcome: settings.get('WELCOME') === 'on' ? { text: settings.get('WELCOME_TEXT') } : undefined,
    firstName: settings.get('FIRST_NAME'),
    serviceMail: findServer(settings) && settings.find('MAIL_FROM') ? readSmtp(settings) : undefined,
    dictionary: readDictionary(settings),
    botCheck: readBotCheck(settings),
    blockedDomains: {
      blocked: settings.get('BLOCKED_DOMAINS'),
      refusesDisposable: settings.get('DISPOSABLE_ADDRESSES') === 'refuse',
    },
    confirmationsPerHour: {
      all: settings.get('CONFIRMATIONS_PER_HOUR'),
      domain: settings.get('CONFIRMATIONS_PER_DOMAIN'),
    },
    productName: settings.get('PRODUCT_NAME'),
    publicUrl: settings.get('PUBLIC_URL'),
    privacyUrl: settings.find('PRIVACY_URL'),
    archive: settings.get('ARCHIVE') === 'on',
    widgetOrigins: settings.get('WIDGET_ORIGINS'),
    timezone: settings.get('TIMEZONE'),
    localTimes: settings.get('LOCAL_TIMES') === 'on',
    course: courseOf(settings.get('COURSE'), settings.get('COURSE_ENDING')),
    recall: settings.get('RECALL') === 'on',
    weekly: { day: settings.get('WEEKLY_DAY'), hasRecap: settings.get('WEEKLY_RECAP') === 'on' },
    trustProxy: settings.get('TRUST_PROXY'),
    trustsLocalCalls:
      settings.get('NODE_ENV') !== 'production' &&
      settings.get('TRUST_PROXY') === 0 &&
      // Calls over a Unix socket have no address.
      !host.startsWith('/') &&
      isLoopback(settings.get('PUBLIC_URL')),
    processor: settings.get('PROCESSOR') === 'on',
    alertWebhook: readAlertWebhook(settings),
    bounceMailbox: readBounceMailbox(settings),
    deliveryHookToken: settings.find('DELIVERY_HOOK_TOKEN'),
    relaySignatures: {
      snsTopics: settings.find('BOUNCE_SNS_TOPIC') ?? [],
      mailgunKey: settings.find('MAILGUN_SIGNING_KEY'),
    },
    metricsToken: settings.find('METRICS_TOKEN'),
    logLevel: settings.get('LOG_LEVEL'),
    configured: Object.keys(table).filter((name) => settings.typed(name) !== undefined),
    source: { environment: env, stored },
  };
}

/** Settings of a proxy that do not go together. Without https there may be no proxy. */
export function proxyWarning({ publicUrl, trustProxy, host }: Config): string | undefined {
  const isHttps = publicUrl.startsWith('https:');
  const isSocket = host.startsWith('/');
  if ((isHttps || isSocket) && trustProxy === 0) {
    const why = isSocket ? 'HOST is a Unix socket' : 'PUBLIC_URL is https';
    return `${why}, and TRUST_PROXY is 0: every visitor seems to come from the proxy, and they share the limits on signups and logins. Set TRUST_PROXY=1.`;
  }
  if (!isHttps && trustProxy > 0) {
    return `TRUST_PROXY is ${trustProxy}, but PUBLIC_URL is not https: links and cookies are not encrypted. Set PUBLIC_URL to the https address of the proxy; without a proxy, set TRUST_PROXY=0, because visitors could then claim any address.`;
  }
  return undefined;
}

/** A stored address of this machine that nobody answers at, such as after PORT was changed. */
export function portWarning({ publicUrl, port, host, configured }: Config): string | undefined {
  if (!configured.includes('PUBLIC_URL') || port === 0 || host.startsWith('/')) return undefined;
  const { protocol, port: named } = new URL(publicUrl);
  if (protocol !== 'http:' || !isLoopback(publicUrl) || Number(named || 80) === port) return undefined;
  return `PUBLIC_URL is ${publicUrl}, but PORT is ${port}. If the server has that port too, and nothing passes another one on, links in emails lead nowhere: set PUBLIC_URL=http://localhost:${port}.`;
}

/**
 * The settings, checked as by `loadConfig`.
 *
 * @throws DomainError `config.invalid`
 */
export function checkSettings(env: Environment, stored: Environment = {}): Settings {
  const settings = new Settings(env, stored);
  const problems = settings.problems();
  if (problems.size > 0) throw reportProblems(problems, settings.find('NODE_ENV') === 'production');
  return settings;
}

type EmailConfig = Config['email'];

/** The settings of each provider. Its row in `mail/providers.ts` says what is done with them. */
const emailReaders: Record<EmailConfig['provider'], (settings: Settings) => EmailConfig> = {
  sandbox: (settings) => ({ provider: 'sandbox', sender: readSandboxSender(settings) }),
  'smtp-sandbox': (settings) => ({ provider: 'smtp-sandbox', sender: readSandboxSender(settings) }),
  smtp: (settings) => ({ provider: 'smtp', smtp: readSmtp(settings) }),
  icontact: (settings) => ({
    provider: 'icontact',
    icontact: {
      apiUrl: settings.get('ICONTACT_API_URL'),
      appId: settings.get('ICONTACT_APP_ID'),
      username: settings.get('ICONTACT_API_USERNAME'),
      password: settings.get('ICONTACT_API_PASSWORD'),
      accountId: settings.get('ICONTACT_ACCOUNT_ID'),
      clientFolderId: settings.get('ICONTACT_CLIENT_FOLDER_ID'),
      listId: settings.get('ICONTACT_LIST_ID'),
      campaignId: settings.get('ICONTACT_CAMPAIGN_ID'),
    },
  }),
};

function readSandboxSender(settings: Settings) {
  return {
    from: settings.find('MAIL_FROM'),
    replyTo: settings.find('MAIL_REPLY_TO'),
    postalAddress: settings.find('POSTAL_ADDRESS'),
    ...readLimits(settings),
  };
}

function readBounceMailbox(settings: Settings): Config['bounceMailbox'] {
  const mailbox = settings.find('BOUNCE_IMAP_URL');
  return mailbox && { ...mailbox, doneFolder: settings.get('BOUNCE_IMAP_DONE') };
}

function readAlertWebhook(settings: Settings): Config['alertWebhook'] {
  const url = settings.find('ALERT_WEBHOOK_URL');
  return url === undefined ? undefined : { url, secret: settings.find('ALERT_WEBHOOK_SECRET') };
}

function findServer(settings: Settings): SmtpServer | undefined {
  const host = settings.find('SMTP_HOST');
  if (host === undefined) return settings.find('SMTP_URL');
  return completeServer({
    host,
    port: settings.find('SMTP_PORT'),
    security: settings.find('SMTP_SECURITY'),
    user: settings.find('SMTP_USER'),
    password: settings.find('SMTP_PASSWORD'),
  });
}

function readSmtp(settings: Settings): SmtpConfig {
  const [domain, selector, keyFile] = (['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const).map(
    (name) => settings.find(name),
  );
  return {
    server: findServer(settings) ?? settings.get('SMTP_URL'),
    from: settings.get('MAIL_FROM'),
    replyTo: settings.find('MAIL_REPLY_TO'),
    postalAddress: settings.find('POSTAL_ADDRESS') ?? '',
    ...readLimits(settings),
    dkim: domain && selector && keyFile ? { domain, selector, keyFile: resolve(keyFile) } : undefined,
    bounceAddress: settings.find('BOUNCE_ADDRESS')?.address,
    second: readSecondSmtp(settings),
    warmUp: readWarmUpSettings(settings),
  };
}

function readLimits(settings: Settings): Pick<SmtpConfig, 'connections' | 'limits'> {
  return {
    connections: settings.get('SMTP_CONNECTIONS'),
    limits: {
      perSecond: settings.get('SMTP_RATE_PER_SECOND'),
      perHour: settings.get('SMTP_RATE_PER_HOUR'),
      perDay: settings.get('SMTP_RATE_PER_DAY'),
      connections: settings.get('SMTP_TOTAL_CONNECTIONS'),
    },
  };
}

function readSecondSmtp(settings: Settings): SmtpConfig['second'] {
  const server = settings.find('SMTP_SECOND_URL');
  return (
    server && {
      server,
      carries: settings.get('SMTP_SECOND_FOR'),
      connections: settings.get('SMTP_SECOND_CONNECTIONS'),
      limits: {
        perSecond: settings.get('SMTP_SECOND_RATE_PER_SECOND'),
        perHour: settings.get('SMTP_SECOND_RATE_PER_HOUR'),
        perDay: settings.get('SMTP_SECOND_RATE_PER_DAY'),
        connections: settings.get('SMTP_SECOND_TOTAL_CONNECTIONS'),
      },
    }
  );
}

function readWarmUpSettings(settings: Settings): SmtpConfig['warmUp'] {
  const warmUp = settings.find('WARM_UP');
  const isRestSent =
    settings.find('SMTP_SECOND_URL') !== undefined && settings.get('SMTP_SECOND_FOR') === 'warm-up';
  return warmUp && { ...warmUp, from: settings.find('WARM_UP_FROM'), ...(isRestSent && { isRestSent }) };
}

function readDictionary(settings: Settings): Config['dictionary'] {
  const kind = settings.get('DICTIONARY');
  if (kind === 'wordnet') return { kind };
  return {
    kind,
    apiKey: settings.get('MERRIAM_WEBSTER_API_KEY'),
    apiUrl: settings.get('MERRIAM_WEBSTER_API_URL'),
  };
}

function readBotCheck(settings: Settings): Config['botCheck'] {
  const kind = settings.get('BOT_CHECK');
  if (kind === 'off' || kind === 'altcha') return { kind };
  const prefix = ({ turnstile: 'TURNSTILE', hcaptcha: 'HCAPTCHA', recaptcha: 'RECAPTCHA' } as const)[kind];
  const keys = {
    siteKey: settings.get(`${prefix}_SITE_KEY`),
    secretKey: settings.get(`${prefix}_SECRET_KEY`),
    verifyUrl: settings.get(`${prefix}_VERIFY_URL`),
  };
  return kind === 'recaptcha'
    ? { kind, ...keys, minScore: settings.get('RECAPTCHA_MIN_SCORE') }
    : { kind, ...keys };
}

/** All problems in one error that says what each setting is for and where to get it, never its value. */
function reportProblems(problems: ReadonlyMap<SettingName, string>, isProduction: boolean): DomainError {
  const lines = [...problems].map(([name, problem]) => {
    const { purpose, where = 'by choosing one' }: Variable = table[name];
    return `  ${name} ${problem}.\n    ${sentenceCase(purpose)} Get it ${where}.`;
  });
  const count = problems.size;
  const setup = `wordrise setup${isProduction ? ' --set NODE_ENV=production' : ''}`;
  return new DomainError(
    'config.invalid',
    `${count === 1 ? 'One setting needs' : `${count} settings need`} attention:\n\n${lines.join('\n')}\n\nSet them in the environment or in a .env file, or run: ${setup}`,
    { fields: Object.fromEntries([...problems].map(([name, problem]) => [name, [problem]])) },
  );
}

function courseOf(course: string, ending: string): Config['course'] {
  const selection = readCourseSelection(course);
  return selection && { selection, ending };
}

import { resolve } from 'node:path';
import type { Config, SmtpConfig } from './config.ts';
import { reportProblems } from './report-problems.ts';
import { type Environment, Settings } from './settings.ts';
import { table } from './table.ts';

/**
 * Reads every setting once. Writes nothing to disk.
 *
 * @throws DomainError `config.invalid` that names every wrong or missing variable, what it is for and where to get it.
 * Values are never repeated: one of them could be a secret.
 */
export function loadConfig(env: Environment): Config {
  const settings = checkSettings(env);
  const dataDir = resolve(settings.get('DATA_DIR'));
  return {
    environment: settings.get('NODE_ENV'),
    dataDir,
    port: settings.get('PORT'),
    host: settings.get('HOST'),
    database: settings.get('DATABASE_URL'),
    sessionSecrets: settings.find('SESSION_SECRET') ?? [],
    signupAddressDays: settings.get('SIGNUP_ADDRESS_DAYS'),
    email: readEmail(settings),
    confirmSignups: settings.get('CONFIRM_SIGNUPS') === 'on',
    serviceMail: settings.find('SMTP_URL') && settings.find('MAIL_FROM') ? readSmtp(settings) : undefined,
    dictionary: readDictionary(settings),
    botCheck: readBotCheck(settings),
    productName: settings.get('PRODUCT_NAME'),
    publicUrl: settings.get('PUBLIC_URL'),
    privacyUrl: settings.find('PRIVACY_URL'),
    archive: settings.get('ARCHIVE') === 'on',
    widgetOrigins: settings.get('WIDGET_ORIGINS'),
    timezone: settings.get('TIMEZONE'),
    trustProxy: settings.get('TRUST_PROXY'),
    processor: settings.get('PROCESSOR') === 'on',
    alertWebhook: readAlertWebhook(settings),
    bounceMailbox: readBounceMailbox(settings),
    deliveryHookToken: settings.find('DELIVERY_HOOK_TOKEN'),
    metricsToken: settings.find('METRICS_TOKEN'),
    logLevel: settings.get('LOG_LEVEL'),
    configured: Object.keys(table).filter((name) => settings.typed(name) !== undefined),
  };
}

/**
 * The settings, checked as by `loadConfig`.
 *
 * @throws DomainError `config.invalid`
 */
export function checkSettings(env: Environment): Settings {
  const settings = new Settings(env);
  const problems = settings.problems();
  if (problems.size > 0) throw reportProblems(problems);
  return settings;
}

function readEmail(settings: Settings): Config['email'] {
  const provider = settings.get('EMAIL_PROVIDER');
  if (provider === 'sandbox' || provider === 'smtp-sandbox') return { provider };
  if (provider === 'smtp') return { provider, smtp: readSmtp(settings) };
  return {
    provider,
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

function readSmtp(settings: Settings): SmtpConfig {
  const [domain, selector, keyFile] = (['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const).map(
    (name) => settings.find(name),
  );
  return {
    server: settings.get('SMTP_URL'),
    from: settings.get('MAIL_FROM'),
    replyTo: settings.find('MAIL_REPLY_TO'),
    postalAddress: settings.find('POSTAL_ADDRESS') ?? '',
    connections: settings.get('SMTP_CONNECTIONS'),
    ratePerSecond: settings.get('SMTP_RATE_PER_SECOND'),
    dkim: domain && selector && keyFile ? { domain, selector, keyFile: resolve(keyFile) } : undefined,
    bounceAddress: settings.find('BOUNCE_ADDRESS')?.address,
  };
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
  if (kind === 'off') return { kind };
  return {
    kind,
    siteKey: settings.get('RECAPTCHA_SITE_KEY'),
    secretKey: settings.get('RECAPTCHA_SECRET_KEY'),
    minScore: settings.get('RECAPTCHA_MIN_SCORE'),
    verifyUrl: settings.get('RECAPTCHA_VERIFY_URL'),
  };
}

import type { BotCheckKind } from '../contract/choices.ts';

/** What the default text says about an installation. */
export interface PrivacyFacts {
  productName: string;
  /** Who sends the emails. */
  mail: {
    /** Who receives readers' data for that, as a paragraph. */
    privacyText: (relays: 1 | 2) => string;
    linksToUnsubscribe: boolean;
  };
  /** How many mail servers emails may go through. */
  relays: 1 | 2;
  /** Whether new readers get a welcome email. */
  welcomes: boolean;
  /** Whether every reader gets the weekly email, too. */
  recaps: boolean;
  /** Whether emails ask about earlier words, and "Remind me" is stored for the reader who presses it. */
  reminds: boolean;
  botCheck: BotCheckKind | 'off';
  /** Whether readers get emails at their own local times, so that the form sends their time zone. */
  localTimes: boolean;
  /** With 0, no IP address of a signup is stored. */
  signupAddressDays: number;
}

/** The privacy page of an installation whose owner has not written one: Markdown, derived from the settings. */
export function defaultPrivacyText(facts: PrivacyFacts): string {
  const name = facts.productName.replace(/[\\`*_[\]<>&]/g, '\\$&');
  const [recap, emails] = facts.recaps
    ? [', and one a week, with the words of seven days', 'these emails']
    : ['', 'the daily email'];
  return `# Privacy

${name} sends one email a day, with one word${recap}. This page says what we keep about you for that, and how to have it removed.

## What you give us

When you sign up, we store your email address, your first name, your favorite word if you entered one, the time, the site whose form you used, the campaign of the link that led you there, and what the form and this page said. We use them to send you ${emails} and for nothing else. We do not sell them or give them to advertisers.${welcome(facts)}${timeZone(facts)}
${reminders(facts)}
## Your IP address

${ipAddress(facts)} To keep the form from being flooded, we also count signups per network for about 15 minutes.

## Who else receives your data

${recipients(facts)}

## Cookies

We set no cookies for readers and do not track your visits to this site.

## Unsubscribing, and your data

${leaving(facts)} If you ask, we send you everything that we have stored about you, correct it, or delete it.
`;
}

function timeZone({ localTimes }: PrivacyFacts): string {
  if (!localTimes) return '';
  return ' Your browser also tells us your time zone, such as “Europe/Berlin”. We store it so that the emails arrive in your morning. The link at the bottom of each email changes it.';
}

function welcome({ welcomes }: PrivacyFacts): string {
  return welcomes ? ' Once your signup is complete, you get one welcome email with the latest word.' : '';
}

function reminders({ reminds }: PrivacyFacts): string {
  if (!reminds) return '';
  return `
## Words to remember

Emails ask whether you still know an earlier word. If you press “Remind me”, we store the word and the day from which an email brings it back to you, until you say that you know it or take it off the page that the link at the bottom of each email leads to. How many readers knew a word, we count without who they are.
`;
}

function ipAddress({ signupAddressDays: days }: PrivacyFacts): string {
  if (days === 0) return 'We do not store the IP address that you sign up from.';
  const kept = days === 1 ? 'one day' : `${days} days`;
  return `We keep the IP address of your signup for ${kept}, so that we can trace abuse of the form. Then it is deleted.`;
}

function recipients({ mail, relays, botCheck }: PrivacyFacts): string {
  const paragraphs = [mail.privacyText(relays)];
  if (botCheck !== 'off') paragraphs.push(botChecks[botCheck]);
  return paragraphs.join('\n\n');
}

const loaded =
  'It loads when you start to fill in the form, may set its own cookies, and receives your IP address and information about your browser.';

const botChecks: Record<BotCheckKind, string> = {
  altcha:
    'To keep robots out of the form, your browser solves a small task while you fill it in. Nobody else receives anything for that, and it sets no cookies.',
  turnstile: `Cloudflare Turnstile protects the signup form from robots. ${loaded} Cloudflare’s [privacy policy](https://www.cloudflare.com/privacypolicy/) applies.`,
  hcaptcha: `hCaptcha protects the signup form from robots. ${loaded} hCaptcha’s [privacy policy](https://www.hcaptcha.com/privacy) and [terms](https://www.hcaptcha.com/terms) apply.`,
  recaptcha: `Google reCAPTCHA protects the signup form from robots. ${loaded} Google’s [privacy policy](https://policies.google.com/privacy) and [terms](https://policies.google.com/terms) apply.`,
};

function leaving({ mail }: PrivacyFacts): string {
  return mail.linksToUnsubscribe
    ? 'Every email has a link at the bottom that unsubscribes you. For anything else, reply to any of our emails.'
    : 'To unsubscribe, or for anything else, contact the owner of this site.';
}

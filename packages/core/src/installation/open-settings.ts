import type { SavedSettings, SettingChanges, SettingsCheck, SettingsView } from '../contract/settings.ts';
import type { OpenMail } from '../mail/open-mail.ts';
import { providers } from '../mail/providers.ts';
import { type Actor, atCommandLine } from '../owner/audit.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { storedVersion, withStored } from '../platform/settings/stored-settings.ts';
import { siteOf, type Templates } from '../template/open-templates.ts';
import { type EditSettingsDeps, inWords, planChanges, saveChanges, viewSettings } from './edit-settings.ts';

/** The settings in the database, which the admin area edits. The environment wins over them. */
export interface StoredSettingsRoom {
  view(): Promise<SettingsView>;
  /**
   * Stores settings. If emails then go another way than the sandbox, readers and waiting emails move there. The answer
   * lists the emails that wait with another text than these settings give them, such as with an earlier name.
   *
   * @throws DomainError `input.invalid`, and then nothing is stored; `email_provider.refused` if the move has to wait
   */
  save(changes: SettingChanges, actor?: Actor, options?: { dryRun: boolean }): Promise<SavedSettings>;
  /** Whether another process, or this one, stored something since this was opened: it must be opened again. */
  hasChanged(): Promise<boolean>;
  /** Whether emails could be sent with these settings. Stores nothing. @throws DomainError `input.invalid` */
  check(changes: SettingChanges, actor?: Actor): Promise<SettingsCheck>;
  /**
   * Sends a test email with these settings. Stores nothing.
   *
   * @throws DomainError `input.invalid`, and those of `templates.sendTest`
   */
  test(changes: SettingChanges, to: string, actor?: Actor): Promise<{ message: string }>;
}

export interface SettingsDeps extends EditSettingsDeps {
  config: Config;
  /** The version of the stored settings that `config` has. */
  version: number;
  mail: Pick<OpenMail, 'facts'>;
  openOtherMail: (config: Config) => OpenMail;
  templates: Pick<Templates, 'sendTest' | 'older'>;
  /** What else follows if the configuration becomes another one, and may surprise the owner. */
  notesOn: (next: Pick<Config, 'timezone' | 'course'>) => Promise<string[]>;
  /** Moves readers and waiting emails. @returns what is in the way; empty if they were moved */
  move: (target: Config) => Promise<string[]>;
}

export function openSettings(deps: SettingsDeps): StoredSettingsRoom {
  const { config, database, environment, version, mail, move, notesOn, templates, openOtherMail } = deps;

  /** The configuration as it would be. */
  async function planned(changes: SettingChanges, actor: Actor) {
    const { stored, changed } = await planChanges(deps, changes, actor);
    const next = loadConfig(environment, stored);
    const { email, serviceMail, bounceMailbox, productName, publicUrl } = next;
    const target = { ...config, email, serviceMail, bounceMailbox, productName, publicUrl };
    return { target, changed, next, stored };
  }

  async function withNotes(view: SettingsView, next: Config): Promise<SavedSettings> {
    const { facts } = providers[next.email.provider];
    const isIntoSandbox = facts.isSandbox && !mail.facts.isSandbox && facts.family === mail.facts.family;
    const notes = [...(isIntoSandbox ? [intoSandbox] : []), ...(await notesOn(next))];
    return notes.length === 0 ? view : { ...view, notes };
  }

  async function withMail<T>(target: Config, work: (other: OpenMail) => Promise<T>): Promise<T> {
    const other = openOtherMail(target);
    try {
      return await work(other);
    } finally {
      await other.close();
    }
  }

  return {
    view: () => viewSettings(deps),
    async save(changes, actor = atCommandLine, { dryRun } = { dryRun: false }) {
      const { target, changed, next: nextConfig, stored } = await planned(changes, actor);
      if (dryRun) return withNotes(await viewSettings(deps), nextConfig);
      const next = providers[target.email.provider].facts;
      if (next.family !== mail.facts.family && !mail.facts.isSandbox) {
        if (actor.via !== 'cli') throw byHand(mail.facts.label, target);
      } else if (next.family !== mail.facts.family) {
        const obstacles = await move(target);
        if (obstacles.length > 0)
          throw new DomainError('email_provider.refused', inWords(obstacles.join(' ')));
      }
      const saved = await withNotes(await saveChanges(deps, changed, actor), nextConfig);
      const { version } = saved;
      const site = siteOf(withStored(config, { values: stored, unreadable: [], version }));
      const olderEmails = await templates.older({}, site);
      return olderEmails.length === 0 ? saved : { ...saved, olderEmails };
    },
    hasChanged: async () => (await storedVersion(database)) !== version,
    async check(changes, actor = atCommandLine) {
      const { target } = await planned(changes, actor);
      return withMail(target, async (other) => {
        if (other.facts.isSandbox) return { checks: [sandboxCheck] };
        const { checks } = await other.examine();
        return { checks: checks.map((check) => ({ ...check, detail: inWords(check.detail) })) };
      });
    },
    async test(changes, to, actor = atCommandLine) {
      const { target } = await planned(changes, actor);
      return withMail(target, async ({ facts, serviceMail }) => {
        try {
          const { message } = await templates.sendTest({ to }, actor, { facts, serviceMail });
          return { message };
        } catch (error) {
          if (!isDomainError(error) || error.fields) throw error;
          const { code, message, retryAfterSeconds } = error;
          throw new DomainError(code, inWords(message), { cause: error, retryAfterSeconds });
        }
      });
    },
  };
}

const intoSandbox =
  'No reader gets an email from now on: scheduled emails go to the outbox on this machine and count as sent, and one that is being sent waits for the mail server.';

const sandboxCheck = {
  name: 'reachable',
  status: 'ok',
  detail: 'The sandbox works: emails go to the outbox, and nobody gets mail.',
} as const;

/** Between two lists that both have readers, the owner decides who stays, with the report in view. */
function byHand(from: string, { email }: Config): DomainError {
  const message = `Readers and waiting emails are at ${from}. Move them at the command line, which shows first who would be on the list: wordrise provider switch ${email.provider}`;
  return new DomainError('input.invalid', message, { fields: { EMAIL_PROVIDER: [message] } });
}

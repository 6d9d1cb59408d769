import type { BotChallenge } from '../contract/signups.ts';
import type { Config } from '../platform/settings/config.ts';
import type { Altcha, AltchaDeps } from './altcha.ts';
import { type BotCheck, type CheckedCaller, checkService, createServiceCheck } from './bot-check.ts';

/** The configured bot check. */
export interface OpenBotCheck {
  /** `undefined` if signups are not checked. */
  signups: BotCheck | undefined;
  kind: Config['botCheck']['kind'];
  /** A challenge for a visitor's browser; `undefined` unless the check is our own. */
  challenge(caller: CheckedCaller): Promise<BotChallenge | undefined>;
  /** Whether the check works: a service responds and accepts our keys. */
  check(): Promise<{ ok: boolean; detail: string }>;
}

/**
 * @param origins Origins whose pages may embed the form; they may change.
 * @param override Used instead of the configured check.
 */
export function openBotCheck(
  { botCheck, publicUrl }: Config,
  {
    origins,
    override,
    ...deps
  }: AltchaDeps & { origins: () => Promise<readonly string[]>; override?: BotCheck | undefined },
): OpenBotCheck {
  const { kind } = botCheck;
  if (botCheck.kind === 'off' || botCheck.kind === 'altcha') {
    // Its library is loaded with the first challenge.
    let loaded: Promise<Altcha> | undefined;
    const altcha = () => {
      loaded ??= import('./altcha.ts').then(({ openAltcha }) => openAltcha(deps));
      return loaded;
    };
    const isOff = botCheck.kind === 'off';
    const own: BotCheck = { verify: async (token, caller) => (await altcha()).verify(token, caller) };
    return {
      kind,
      signups: override ?? (isOff ? undefined : own),
      challenge: async (caller) => (isOff ? undefined : (await altcha()).challenge(caller)),
      check: async () => ({
        ok: true,
        detail: isOff ? 'Signups are not checked for bots.' : 'Browsers solve a challenge of our own.',
      }),
    };
  }
  const hostnames = async () => {
    const others = await origins();
    return others.includes('*') ? [] : [publicUrl, ...others].map((origin) => new URL(origin).hostname);
  };
  const signups = override ?? createServiceCheck({ ...botCheck, hostnames });
  return {
    kind,
    signups,
    challenge: async () => undefined,
    check: () => checkService(signups, botCheck.kind),
  };
}

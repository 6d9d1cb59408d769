import type { Config } from '../settings/config.ts';
import type { BotCheck } from './bot-check.ts';
import { checkBotCheck } from './check-bot-check.ts';

/** The configured bot check. */
export interface OpenBotCheck {
  /** `undefined` if signups are not checked. */
  signups: BotCheck | undefined;
  kind: Config['botCheck']['kind'];
  /** Whether the service responds and accepts our keys. */
  check(): Promise<{ ok: boolean; detail: string }>;
}

/**
 * @param origins Origins whose pages may embed the form; they may change.
 * @param override Used instead of the configured service.
 */
export async function openBotCheck(
  config: Config,
  origins: () => Promise<readonly string[]>,
  override?: BotCheck,
): Promise<OpenBotCheck> {
  const { kind } = config.botCheck;
  const signups = override ?? (await connect(config, origins));
  return {
    kind,
    signups,
    check: async () =>
      signups ? checkBotCheck(signups) : { ok: true, detail: 'Signups are not checked for bots.' },
  };
}

async function connect(
  { botCheck, publicUrl }: Config,
  origins: () => Promise<readonly string[]>,
): Promise<BotCheck | undefined> {
  if (botCheck.kind === 'off') return;
  const { createRecaptcha } = await import('./recaptcha.ts');
  const hostnames = async () => {
    const others = await origins();
    return others.includes('*') ? [] : [publicUrl, ...others].map((origin) => new URL(origin).hostname);
  };
  return createRecaptcha({ ...botCheck, hostnames });
}

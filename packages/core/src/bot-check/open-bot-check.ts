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

/** @param override Used instead of the configured service. */
export async function openBotCheck(config: Config, override?: BotCheck): Promise<OpenBotCheck> {
  const { kind } = config.botCheck;
  const signups = override ?? (await connect(config));
  return {
    kind,
    signups,
    check: async () =>
      signups ? checkBotCheck(signups) : { ok: true, detail: 'Signups are not checked for bots.' },
  };
}

async function connect({ botCheck, widgetOrigins, publicUrl }: Config): Promise<BotCheck | undefined> {
  if (botCheck.kind === 'off') return;
  const { createRecaptcha } = await import('./recaptcha.ts');
  const origins = widgetOrigins.includes('*') ? [] : [publicUrl, ...widgetOrigins];
  return createRecaptcha({ ...botCheck, hostnames: origins.map((origin) => new URL(origin).hostname) });
}

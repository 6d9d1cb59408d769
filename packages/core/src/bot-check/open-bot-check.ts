import type { Config } from '../settings/config.ts';
import { type BotCheck, noBotCheck } from './bot-check.ts';
import { checkBotCheck } from './check-bot-check.ts';

/** The configured bot check. */
export interface OpenBotCheck extends BotCheck {
  kind: Config['botCheck']['kind'];
  /** Whether the service responds and accepts our keys. */
  check(): Promise<{ ok: boolean; detail: string }>;
}

/** @param override Used instead of the configured service. */
export async function openBotCheck(config: Config, override?: BotCheck): Promise<OpenBotCheck> {
  const { kind } = config.botCheck;
  const botCheck = override ?? (await connect(config));
  return {
    kind,
    verify: (token, options) => botCheck.verify(token, options),
    check: async () =>
      kind === 'off' ? { ok: true, detail: 'Signups are not checked for bots.' } : checkBotCheck(botCheck),
  };
}

async function connect({ botCheck, widgetOrigins, publicUrl }: Config): Promise<BotCheck> {
  if (botCheck.kind === 'off') return noBotCheck;
  const { createRecaptcha } = await import('./recaptcha.ts');
  const origins = widgetOrigins.includes('*') ? [] : [publicUrl, ...widgetOrigins];
  return createRecaptcha({ ...botCheck, hostnames: origins.map((origin) => new URL(origin).hostname) });
}

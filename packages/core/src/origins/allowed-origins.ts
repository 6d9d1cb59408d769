import type { Reads } from '../database/reads.ts';
import { keepFor } from '../keep-for.ts';

/** The origins whose pages may embed the form. */
export interface AllowedOrigins {
  /** A change by another process is visible within five seconds, a change by this process immediately. */
  get(): Promise<readonly string[]>;
  /** Whether an origin is allowed, or all are. */
  includes(origin: string): Promise<boolean>;
  forget(): void;
}

export interface AllowedOriginsDeps {
  database: Reads;
  now: () => Date;
  /** `WIDGET_ORIGINS` */
  widgetOrigins: readonly string[];
}

/** Every signup from another site needs them. */
const keptMs = 5000;

/** The origins in the setting, and those added by the admin. */
export function openAllowedOrigins({ database, now, widgetOrigins }: AllowedOriginsDeps): AllowedOrigins {
  const { get, forget } = keepFor(keptMs, now, async () => {
    const sql = 'select origin from embed_origins where allowed_at is not null order by origin';
    const rows = await database.read<{ origin: string }>(sql);
    return [...widgetOrigins, ...rows.map(({ origin }) => origin)];
  });
  return {
    get,
    forget,
    async includes(origin) {
      if (widgetOrigins.includes('*') || widgetOrigins.includes(origin)) return true;
      return (await get()).includes(origin);
    },
  };
}

import { openProductDatabase } from '../../../packages/core/src/entities.ts';
import { dayTimeOf } from '../../../packages/core/src/platform/calendar.ts';
import { loadConfig } from '../../../packages/core/src/platform/settings/load-config.ts';
import { openWordrise } from '../../../packages/core/src/wordrise.ts';
import { aWord } from '../../../test/words.ts';
import { baseEnvironment } from './processes.ts';
import { productEnvironment } from './product.ts';

/** Settings with which the product sends by SMTP to a port of this machine. */
export function sendingEnvironment(folder: string, url: string, port: number): Record<string, string> {
  return {
    ...baseEnvironment(folder),
    ...productEnvironment(url),
    DATA_DIR: folder,
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_CONNECTIONS: process.env.BENCH_CONNECTIONS ?? '5',
    MAIL_FROM: 'Daily Word <word@example.com>',
    BOUNCE_ADDRESS: 'bounces@example.com',
    POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
  };
}

/** Different time zones in which it is the same day as in UTC, and a time of two minutes ago there. */
function placesNow(count: number): { timezone: string; time: string }[] {
  const at = new Date(Date.now() - 2 * 60_000);
  const all = Intl.supportedValuesOf('timeZone').map((timezone) => ({
    timezone,
    ...dayTimeOf(at, timezone),
  }));
  const today = all.filter(({ day }) => day === at.toISOString().slice(0, 10));
  const each = Math.max(1, Math.floor(today.length / Math.max(1, count)));
  return today
    .filter((_, nth) => nth % each === 0)
    .slice(0, count)
    .map(({ timezone, time }) => ({ timezone, time: time.slice(0, 5) }));
}

// 16 names and 25 family names: a search for both finds one reader in 400.
const trees =
  'Alder Apple Ash Aspen Beech Birch Cedar Elm Fir Hazel Larch Linden Maple Oak Pine Willow'.split(' ');
const stones =
  `agate amber basalt beryl chalk coral flint garnet gneiss granite jade jasper lapis marble obsidian onyx opal
  pearl pumice quartz ruby shale slate topaz zircon`.split(/\s+/);

/** In SQL, the word at a place of a list, counted around. Both databases can cut out a piece of a text. */
function nth(words: readonly string[], place: string): string {
  return `trim(substr('${words.map((word) => word.padEnd(10)).join('')}', 1 + 10 * ((${place}) % ${words.length}), 10))`;
}

/** A new database with subscribed readers and, if wanted, an email to all of them that is due. */
export async function fillList(
  env: Record<string, string>,
  { readers, isDue, zones = 0 }: { readers: number; isDue: boolean; zones?: number },
): Promise<void> {
  const config = loadConfig(env);
  const database = await openProductDatabase(config.database);
  await database.migrate();
  const isSqlite = database.kind === 'sqlite';
  // Through the ORM a million rows would take minutes.
  await database.em().execute(
    `insert into registrations (email, first_name, created_at, status, mail_token)
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${readers})
     select lower(${nth(trees, 'n')}) || '.' || ${nth(stones, 'n / 16')} || n || '@example.com', ${nth(trees, 'n')}, ?, 'subscribed',
       ${isSqlite ? 'lower(hex(randomblob(16)))' : 'md5(n::text)'} from numbers`,
    // Longer ago than the times below: who joins after their time gets the next email.
    [new Date(Date.now() - 3_600_000)],
    'run',
  );
  const places = placesNow(zones);
  for (const [nth, { timezone, time }] of places.entries()) {
    await database
      .em()
      .execute(
        'update registrations set timezone = ?, send_time = ? where id % ? = ?',
        [timezone, time, places.length, nth],
        'run',
      );
  }
  await database.close();
  if (!isDue) return;
  const wordrise = await openWordrise(config);
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await wordrise.close();
}

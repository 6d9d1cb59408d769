import { expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { hadNoLesson, members, wantsEmail, wantsInSql } from './own-time.ts';
import { Registration } from './reader-tables.ts';

const weekdays = [null, 'mon', 'tue', 'mon,tue', 'wed,sun'];
const paused = [null, '2026-11-30', '2026-12-01', '2026-12-02'];
const digestDays = [null, 'tue', 'wed'] as const;
const cadences = ['daily', 'weekly'] as const;
const lessonDays = [null, '2026-11-30', '2026-12-01'];
const audiences = [undefined, 'chosen', 'usual', 'recap'] as const;

test.each(databaseKinds)('who wants an email is the same in a query, on %s', async (kind) => {
  const db = await openTestDatabase(kind);
  const readers = weekdays.flatMap((days) =>
    paused.flatMap((pausedUntil) =>
      digestDays.flatMap((digestDay) =>
        cadences.flatMap((cadence) =>
          lessonDays.map((lessonDay) => ({ weekdays: days, pausedUntil, digestDay, cadence, lessonDay })),
        ),
      ),
    ),
  );
  const rest = { firstName: 'Ada', createdAt: new Date(), status: 'subscribed' as const };
  await db.em().insertMany(
    Registration,
    readers.map((reader, nth) => ({ ...reader, ...rest, email: `reader${nth}@example.com` })),
  );
  // A Tuesday.
  const day = '2026-12-01';
  for (const weekly of audiences) {
    const all = await db.read(members.orderBy('id'));
    const wanting = await db.read(
      members.where(hadNoLesson(day)).where(wantsInSql({ day, weekly })).orderBy('id'),
    );
    const expected = all.filter((reader) => wantsEmail({ day, weekly }, reader) && reader.lessonDay !== day);
    expect(wanting.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
  }
});

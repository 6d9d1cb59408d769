import { defineEntity, p } from '@mikro-orm/core';
import { type SqlBool, sql } from 'kysely';
import type { CourseSelection, CourseView } from '../../contract/course.ts';
import type { TomorrowView } from '../../contract/tomorrow.ts';
import type { Weekday } from '../../contract/weekdays.ts';
import { tagsOf } from '../../contract/word-fields.ts';
import { weekdayOf } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { fields, literal, tables } from '../../platform/database/query.ts';
import type { Reads } from '../../platform/database/reads.ts';
import { closestTo } from '../../platform/edit-distance.ts';
import { readerTables } from '../../readers/reader-tables.ts';
import { inThemeOrder } from '../../words/themes/theme.ts';
import { type Word, wordKey } from '../../words/word.ts';

const CourseLessonSchema = defineEntity({
  name: 'CourseLesson',
  tableName: 'course_lessons',
  properties: {
    /** Its place in the course. A lesson keeps it, whatever the owner changes, because readers are at a place. */
    position: p.integer().primary().autoincrement(false),
    wordId: p.integer().unique(),
    /** Whether the selection still has the word. */
    isIncluded: p.boolean().default(true),
  },
});

/** A word of the course. */
export class CourseLesson extends CourseLessonSchema.class {}
CourseLessonSchema.setClass(CourseLesson);

const CourseEmailSchema = defineEntity({
  name: 'CourseEmail',
  tableName: 'course_emails',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The day of its readers, `YYYY-MM-DD`. */
    day: p.string().length(10),
    position: p.integer(),
    /** Of the engine. */
    sendId: p.integer().index('course_emails_send'),
  },
  uniques: [{ properties: ['day', 'position'], name: 'course_emails_once' }],
});

/** A lesson as the readers get it whose turn it is on one day: an email of the engine. */
export class CourseEmail extends CourseEmailSchema.class {}
CourseEmailSchema.setClass(CourseEmail);

export const courseTables = tables<{
  course_lessons: CourseLesson;
  course_emails: CourseEmail;
  words: Word;
}>();

/** A word that readers get, at its place in the course. */
export interface Lesson {
  position: number;
  wordId: number;
}

/** The lessons that readers still get, in order. */
async function readLessons(database: Reads): Promise<Lesson[]> {
  return database.read(
    courseTables
      .selectFrom('course_lessons as lesson')
      .innerJoin('words as word', 'word.id', 'lesson.word_id')
      .select(['lesson.position', 'lesson.word_id as wordId'])
      .where(sql<SqlBool>`lesson.is_included = true`)
      .where('word.removed_at', 'is', null)
      .orderBy('lesson.position'),
  );
}

/**
 * Makes the lessons follow the selection. Until the first one has gone out, they are simply its words. From then on, a
 * word that comes into the selection is added at the end, and one that leaves it is passed over: so nobody gets a word
 * twice, or misses one, whatever the owner changes.
 */
export async function followSelection(
  database: OpenDatabase,
  selection: CourseSelection | undefined,
): Promise<Lesson[]> {
  const stored = await database.read(
    courseTables
      .selectFrom('course_lessons')
      .select(['position', 'word_id as wordId', 'is_included as isIncluded'])
      .orderBy('position'),
  );
  if (!selection && stored.every(({ isIncluded }) => !isIncluded)) return [];
  const wanted = selection ? await wordsOf(database, selection) : [];
  const included = stored.filter(({ isIncluded }) => Boolean(isIncluded)).map(({ wordId }) => wordId);
  const added = wanted.filter((id) => !stored.some(({ wordId }) => wordId === id));
  const isSame =
    added.length === 0 && wanted.length === included.length && wanted.every((id) => included.includes(id));
  const isBegun =
    (await database.read(courseTables.selectFrom('course_emails').select('id').limit(1))).length > 0;
  const inOrder = isBegun || included.every((id, at) => id === wanted[at]);
  if (isSame && inOrder) return stored.filter(({ wordId }) => included.includes(wordId));
  await database.writeTogether(async (run, insert) => {
    // Two processes do this one after the other.
    if (database.kind === 'postgresql') await run(sql`lock table course_lessons in share row exclusive mode`);
    const [begun] = await run(courseTables.selectFrom('course_emails').select('id').limit(1));
    if (!begun) await run(sql`delete from course_lessons`);
    const [last] = await run(
      sql<{ position: number | null }>`select max(position) as position from course_lessons`,
    );
    const there = new Set(
      (await run(courseTables.selectFrom('course_lessons').select('word_id as wordId'))).map(
        ({ wordId }) => wordId,
      ),
    );
    const fresh = wanted.filter((id) => !there.has(id));
    const first = (last?.position ?? 0) + 1;
    if (fresh.length > 0) {
      await insert(
        'course_lessons (position, word_id)',
        fresh.map((wordId, at) => [first + at, wordId]),
        'on conflict do nothing',
      );
    }
    for (const { wordId, isIncluded } of stored) {
      const isWanted = wanted.includes(wordId);
      if (isWanted === Boolean(isIncluded)) continue;
      await run(sql`update course_lessons set is_included = ${sql.lit(isWanted)} where word_id = ${wordId}`);
    }
  });
  return readLessons(database);
}

/** The ids of the words of a selection, in order: of a theme in its order, else in the order they were added. */
async function wordsOf(database: Reads, selection: CourseSelection): Promise<number[]> {
  const words = courseTables
    .selectFrom('words')
    .select(fields('words', ['id', 'wordKey', 'themePlace', 'tags']))
    .where('removed_at', 'is', null)
    .orderBy('id');
  if (selection.kind === 'words') {
    const keys = selection.words.map(wordKey);
    const found = await database.read(words.where('word_key', 'in', keys));
    return keys.flatMap((key) => found.find((word) => word.wordKey === key)?.id ?? []);
  }
  const { kind, name } = selection;
  if (kind === 'theme')
    return inThemeOrder(await database.read(words.where('theme', '=', name))).map(({ id }) => id);
  const found = await database.read(
    kind === 'level' ? words.where('level', '=', name as Word['level']) : words.where('tags', '<>', ''),
  );
  return found.filter(({ tags }) => kind === 'level' || tagsOf(tags).includes(name)).map(({ id }) => id);
}

/** What is wrong with a selection for this library, for the owner who chooses it; `undefined` if nothing is. */
async function selectionNote(database: Reads, selection: CourseSelection): Promise<string | undefined> {
  const found = (await wordsOf(database, selection)).length;
  if (selection.kind === 'words') {
    const { words } = selection;
    const known = await database.read(
      courseTables
        .selectFrom('words')
        .select('word_key as key')
        .where('removed_at', 'is', null)
        .where('word_key', 'in', words.map(wordKey)),
    );
    const missing = words.filter((word) => !known.some(({ key }) => key === wordKey(word)));
    if (missing.length === 0) return undefined;
    const list = missing.map((word) => `“${word}”`).join(', ');
    if (found === 0) return `The library has no word ${list}, so the course has no lesson yet.`;
    return `The library has no word ${list}: the course goes without ${missing.length === 1 ? 'it' : 'them'}.`;
  }
  if (found > 0) return undefined;
  const { kind, name } = selection;
  const none = `No word has the ${kind} “${name}”, so the course has no lesson yet.`;
  if (kind === 'level') return none;
  const near = nearestName(name, await namesOf(database, kind));
  return near === undefined ? none : `${none} Did you mean ${kind}:${near}?`;
}

/** The themes or tags that words have. */
async function namesOf(database: Reads, kind: 'theme' | 'tag'): Promise<string[]> {
  const column = kind === 'theme' ? 'theme' : 'tags';
  const rows = await database.read(
    sql<{ name: string }>`select distinct ${sql.ref(column)} as name from words
      where removed_at is null and ${sql.ref(column)} <> ''`,
  );
  return [...new Set(rows.flatMap(({ name }) => (kind === 'theme' ? [name] : tagsOf(name))))];
}

/** The name that was probably meant: it differs in case, or in a third of its letters at most. */
function nearestName(typed: string, names: readonly string[]): string | undefined {
  const most = Math.ceil(typed.length / 3);
  return closestTo(typed.toLowerCase(), names, { most, spelling: (name) => name.toLowerCase() });
}

/** The course, for the owner. */
export interface Course {
  view(): Promise<CourseView>;
  /** What is wrong with a selection for this library, in words; `undefined` if nothing is. */
  selectionNote(selection: CourseSelection): Promise<string | undefined>;
  /** How many readers get a lesson on a day, and how many are where; `undefined` without a course. */
  lessonsOn?: ((day: string) => Promise<NonNullable<TomorrowView['course']>>) | undefined;
}

export function openCourse({
  database,
  course,
}: {
  database: OpenDatabase;
  course: { selection: CourseSelection; weeklyDay: Weekday } | undefined;
}): Course {
  return {
    selectionNote: (selection) => selectionNote(database, selection),
    lessonsOn: course && ((day) => lessonsOn(database, course, day)),
    async view() {
      if (!course) return { isOn: false, finished: 0, lessons: [] };
      const lessons = await followSelection(database, course.selection);
      const names = await database.read(
        courseTables
          .selectFrom('words')
          .select(['id', 'word'])
          .where('id', 'in', lessons.length > 0 ? lessons.map(({ wordId }) => wordId) : [0]),
      );
      const at = await database.read(
        readerTables
          .selectFrom('registrations')
          .select(['lesson', sql<number>`cast(count(*) as integer)`.as('readers')])
          .where('status', '=', literal('subscribed'))
          .where('lesson', 'is not', null)
          .groupBy('lesson'),
      );
      const last = lessons.at(-1)?.position ?? 0;
      const finished = at.filter(({ lesson }) => last > 0 && Number(lesson) >= last);
      return {
        isOn: true,
        finished: finished.reduce((sum, { readers }) => sum + readers, 0),
        lessons: lessons.map(({ position, wordId }, nth) => ({
          number: nth + 1,
          wordId,
          word: names.find(({ id }) => id === wordId)?.word ?? '',
          readers: at.find(({ lesson }) => lesson === position)?.readers ?? 0,
        })),
      };
    },
  };
}

/** From the preferences of readers who have lessons to come. A lesson that has to be repeated counts as any other. */
async function lessonsOn(
  database: OpenDatabase,
  { selection, weeklyDay }: { selection: CourseSelection; weeklyDay: Weekday },
  day: string,
): Promise<NonNullable<TomorrowView['course']>> {
  const last = (await followSelection(database, selection)).at(-1)?.position ?? 0;
  const weekday = weekdayOf(day);
  const isTheirs = sql`(lesson_day is null or lesson_day < ${day})
    and (paused_until is null or paused_until <= ${day})
    and case when cadence = 'weekly' then coalesce(digest_day, ${weeklyDay}) = ${weekday}
      else weekdays is null or weekdays like ${`%${weekday}%`} end`;
  const [counted] = await database.read(
    sql<Record<'lessons' | 'underWay' | 'finished', number>>`select
        cast(coalesce(sum(case when coalesce(lesson, 0) < ${last} and ${isTheirs} then 1 else 0 end), 0) as integer) as lessons,
        cast(coalesce(sum(case when coalesce(lesson, 0) < ${last} then 1 else 0 end), 0) as integer) as "underWay",
        cast(coalesce(sum(case when lesson >= ${last} then 1 else 0 end), 0) as integer) as finished
      from registrations where status = 'subscribed'`,
  );
  return counted && last > 0 ? counted : { lessons: 0, underWay: 0, finished: 0 };
}

import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { aWord } from '../../../../../test/words.ts';
import { addWord } from '../../words/save-word.ts';
import { Word } from '../../words/word.ts';
import { makeQuiz } from './make-quiz.ts';
import { openQuiz } from './quiz.ts';
import { type StoredQuestion, WeeklyEmail } from './weekly-email.ts';

const library = {
  petrichor: ['noun', 'The petrichor brought everyone out.', 'She let the petrichor in.'],
  lull: ['noun', 'The lulls were short, and each lull was welcome.', ''],
  meander: ['verb', 'The river meandered through the fields.', ''],
  evanescent: [
    'adjective',
    'Of evanescent things, evanescence itself is one.',
    'An evanescent mist lay there.',
  ],
} as const;
const others = {
  noun: ['ember', 'gait', 'quarry', 'thicket'],
  verb: ['linger', 'hurry'],
  adjective: ['gaunt', 'brisk', 'mellow', 'evanescently'],
} as const;

async function open(kind: (typeof databaseKinds)[number]) {
  const { db, now, deps } = await openTestSending(kind);
  const add = (word: string, partOfSpeech: string, example1 = '', example2 = '') =>
    addWord({ database: db, now }, aWord({ word, partOfSpeech, example1, example2 }));
  const words = [];
  for (const [name, [partOfSpeech, example1, example2]] of Object.entries(library)) {
    const { id } = await add(name, partOfSpeech, example1, example2);
    const word = aWord({ word: name, partOfSpeech, example1, example2 });
    words.push({ id, day: '2026-12-01', word: { ...word, slug: name } });
  }
  for (const [partOfSpeech, names] of Object.entries(others)) {
    for (const name of names) await add(name, partOfSpeech, `A sentence with ${name}.`);
  }
  return { db, now, words, quiz: openQuiz({ database: db, limits: deps.limits, hasArchive: true }) };
}

describe.each(databaseKinds)('the quiz of a week on %s', (kind) => {
  test('leaves out the word in all its forms, among others of its part of speech', async () => {
    const { db, words } = await open(kind);
    const questions = await makeQuiz(db, '2026-12-06', words);
    // The second example, because the email shows the first one above the quiz.
    const about = (name: string) => questions.find(({ word }) => word === name);
    expect(about('petrichor')?.pieces).toEqual(['She let the ', ' in.']);
    expect(about('lull')?.pieces).toEqual(['The ', 's were short, and each ', ' was welcome.']);
    // The first example gives it away.
    expect(about('evanescent')?.pieces).toEqual(['An ', ' mist lay there.']);
    // There are not three other verbs.
    expect(about('meander')).toBeUndefined();
    expect(about('lull')?.forms).toEqual(['lull', 'lull']);
    for (const { word, choices } of questions) {
      const kindOf = library[word as keyof typeof library][0];
      expect(choices).toHaveLength(4);
      expect(choices).toContain(word);
      const allowed = [...others[kindOf], ...Object.keys(library)] as string[];
      expect(choices.every((choice) => allowed.includes(choice))).toBe(true);
      expect(new Set(choices).size).toBe(4);
      expect(choices).not.toContain('evanescently');
    }
    expect(await makeQuiz(db, '2026-12-06', words)).toEqual(questions);
    const places = async (day: string) =>
      (await makeQuiz(db, day, words)).map((one) => one.choices.indexOf(one.word));
    const days = await Promise.all(['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10'].map(places));
    expect(new Set(days.flat()).size).toBeGreaterThan(1);
    expect(await makeQuiz(db, '2026-12-06', words.slice(0, 1))).toEqual([]);
    await db.em().nativeUpdate(Word, { word: { $in: ['ember', 'gait'] } }, { sensitive: 'death' });
    expect((await makeQuiz(db, '2026-12-06', words)).map(({ word }) => word)).not.toContain('gait');
  });

  test('shows the word as its example has it: with its capital, and in its form', async () => {
    const { db, now, words, quiz } = await open(kind);
    const light = aWord({
      word: 'light',
      partOfSpeech: 'verb',
      example1: '“Light them!” they said, and lit one.',
      example2: '',
    });
    const { id } = await addWord({ database: db, now }, light);
    const week = [...words, { id, day: '2026-12-02', word: { ...light, slug: 'light' } }];
    const question = (await makeQuiz(db, '2026-12-06', week)).find(({ word }) => word === 'light');
    expect(question?.pieces).toEqual(['“', ' them!” they said, and ', ' one.']);
    const { forms, ...withoutForms } = question as StoredQuestion;
    const quizKey = '0123456789abcdef';
    const store = (id: number, quiz: StoredQuestion[], quizKey: string) =>
      db.em().insert(WeeklyEmail, {
        day: `2026-12-0${id}`,
        messageName: `weekly ${id}`,
        subject: '',
        createdAt: new Date(),
        quiz,
        quizKey,
      });
    await store(6, [{ ...withoutForms, forms }], quizKey);
    expect(JSON.stringify(await quiz.read(quizKey))).not.toContain('lit');
    expect((await quiz.read(quizKey, [0]))?.questions[0]?.answer?.forms).toEqual(['Light', 'lit']);
    // A quiz of an earlier version.
    await store(7, [withoutForms], quizKey.replace('0', '1'));
    const earlier = await quiz.read(quizKey.replace('0', '1'), [0]);
    expect(earlier?.questions[0]?.answer?.forms).toEqual(['light', 'light']);
  });

  test('shows what is right, and counts answers per word, a few from each place', async () => {
    const { db, words, quiz } = await open(kind);
    const questions = await makeQuiz(db, '2026-12-06', words);
    const quizKey = '0123456789abcdef';
    await db.em().insert(WeeklyEmail, {
      day: '2026-12-06',
      messageName: 'weekly',
      subject: '',
      createdAt: new Date(),
      quiz: questions,
      quizKey,
    });
    const asked = await quiz.read(quizKey);
    expect(JSON.stringify(asked)).not.toContain('definition');
    expect(asked?.questions.map(({ answer }) => answer)).toEqual(questions.map(() => undefined));
    expect(await quiz.results()).toEqual([]);
    const right = questions.map(({ choices, word }) => choices.indexOf(word));
    const [first = 0, ...rest] = right;
    const shown = await quiz.answer(quizKey, [(first + 1) % 4, ...rest], '192.0.2.1');
    expect(shown?.questions[0]?.answer).toMatchObject({
      chosen: questions[0]?.choices[(first + 1) % 4],
      word: questions[0]?.word,
      path: `/words/${questions[0]?.slug}`,
    });
    for (const chosen of [[], [first], [first, undefined, 9]]) {
      const again = await quiz.answer(quizKey, chosen, '192.0.2.1');
      expect(again).toMatchObject({ isIncomplete: true });
      expect(again?.questions.map(({ chosen }) => chosen)).toEqual([chosen[0], undefined, undefined]);
      expect(JSON.stringify(again)).not.toContain('definition');
    }
    // Looking at it again counts nothing.
    expect(await quiz.read(quizKey, [(first + 1) % 4, ...rest])).toEqual(shown);
    await quiz.answer(quizKey, right, '192.0.2.1');
    const [worst, ...fine] = await quiz.results();
    expect(worst).toEqual({ wordId: questions[0]?.wordId, word: questions[0]?.word, right: 1, wrong: 1 });
    expect(fine.every(({ right, wrong }) => right === 2 && wrong === 0)).toBe(true);
    for (let nth = 0; nth < 5; nth += 1) await quiz.answer(quizKey, right, '192.0.2.1');
    expect((await quiz.results())[0]?.right).toBe(2);
    await quiz.answer(quizKey, right, '192.0.2.2');
    expect((await quiz.results())[0]?.right).toBe(3);
    for (const key of ['', 'x', '0123456789abcdee', `${quizKey}0`]) {
      expect(await quiz.read(key)).toBeUndefined();
      expect(await quiz.answer(key, [0], '192.0.2.3')).toBeUndefined();
    }
  });
});

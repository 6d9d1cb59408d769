import { expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import { addWord } from './save-word.ts';
import { giveSlug } from './slug.ts';
import { Word } from './word.ts';

test.each(databaseKinds)(
  'words with the same slug get different ones, whatever is taken (%s)',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-12-01T12:00:00Z');
    const add = async (word: string) => (await addWord({ database, now }, aWord({ word }))).id;
    const first = await add('resume');
    const second = await add('résumé');
    const third = await add(`resume ${second}`);
    const slugs = [];
    for (const id of [first, third, second]) {
      slugs.push(
        await database.em().transactional(async (em) => {
          const word = await em.findOneOrFail(Word, { id });
          await giveSlug(em, word);
          await em.flush();
          return word.slug;
        }),
      );
    }
    expect(slugs).toEqual(['resume', `resume-${second}`, `resume-${second}-2`]);
  },
);

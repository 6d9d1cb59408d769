import { expect, test } from 'vitest';
import { baseForms } from './morphology.ts';

test.each([
  ['boxes', 'noun', 'box'],
  ['gases', 'noun', 'gas'],
  ['gasses', 'noun', 'gas'],
  ['quizzes', 'noun', 'quiz'],
  ['heroes', 'noun', 'hero'],
  ['knives', 'noun', 'knife'],
  ['shelves', 'noun', 'shelf'],
  ['firemen', 'noun', 'fireman'],
  ['stigmata', 'noun', 'stigma'],
  ['foramina', 'noun', 'foramen'],
  ['larynges', 'noun', 'larynx'],
  ['chrysalides', 'noun', 'chrysalis'],
  ['virtuosi', 'noun', 'virtuoso'],
  ['strata', 'noun', 'stratum'],
  ['nebulae', 'noun', 'nebula'],
  ['seraphim', 'noun', 'seraph'],
  ['adieux', 'noun', 'adieu'],
  ['grandchildren', 'noun', 'grandchild'],
  ['passers-by', 'noun', 'passer-by'],
  ['goes', 'verb', 'go'],
  ['tries', 'verb', 'try'],
  ['tried', 'verb', 'try'],
  ['baked', 'verb', 'bake'],
  ['baking', 'verb', 'bake'],
  ['dying', 'verb', 'die'],
  ['dyeing', 'verb', 'dye'],
  ['stopped', 'verb', 'stop'],
  ['picnicked', 'verb', 'picnic'],
  ['understood', 'verb', 'understand'],
  ['forsook', 'verb', 'forsake'],
  ['bigger', 'adjective', 'big'],
  ['finest', 'adjective', 'fine'],
  ['happier', 'adjective', 'happy'],
  ['better', 'adverb', 'well'],
  ['ran_away', 'verb', 'run_away'],
])('reduces %s, as a %s, to %s', (form, partOfSpeech, lemma) => {
  expect(baseForms(form)).toContainEqual({ lemma, partOfSpeech });
});

test('offers neither the word itself nor a form twice', () => {
  for (const form of ['s', 'es', 'ing', 'is', 'men', 'a', '', 'glasses', 'lay']) {
    const bases = baseForms(form);
    expect(bases.map(({ lemma }) => lemma)).not.toContain(form);
    expect(new Set(bases.map((base) => JSON.stringify(base))).size).toBe(bases.length);
  }
});

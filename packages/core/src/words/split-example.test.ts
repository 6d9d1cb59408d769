import { expect, test } from 'vitest';
import { splitExample } from './split-example.ts';

test.each([
  { word: 'umami', example: 'More umami, please.', parts: ['More ', 'umami', ', please.'] },
  { word: 'kvetch', example: '“Stop kvetching,” she said.', parts: ['“Stop ', 'kvetching', ',” she said.'] },
  { word: 'déjà vu', example: 'Déjà vu again.', parts: ['', 'Déjà vu', ' again.'] },
  { word: 'zeitgeist', example: 'It caught the zeitgeist.', parts: ['It caught the ', 'zeitgeist', '.'] },
  { word: 'go', example: 'She went home.', parts: ['She ', 'went', ' home.'] },
  { word: 'jack-o’-lantern', example: 'One jack-o’-lantern.', parts: ['One ', 'jack-o’-lantern', '.'] },
  { word: "jack-o'-lantern", example: 'One jack-o’-lantern.', parts: ['One ', 'jack-o’-lantern', '.'] },
  { word: 'umami', example: 'The umami’s gone.', parts: ['The ', 'umami’s', ' gone.'] },
  { word: 'umami', example: 'Nothing of it here.', parts: ['Nothing of it here.', '', ''] },
])('$word in “$example”', ({ word, example, parts }) => {
  expect(splitExample(example, word)).toEqual(parts);
});

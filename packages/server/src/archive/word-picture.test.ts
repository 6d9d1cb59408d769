import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { drawWordPicture } from './word-picture.ts';

const width = 1200;
const height = 630;
const petrichor = {
  word: 'petrichor',
  phoneticPronunciation: '/ˈpetrɪˌkɔr/',
  partOfSpeech: 'noun',
  definition: 'The earthy smell of rain on dry ground.',
};

async function draw(word: typeof petrichor, productName = 'Wordrise') {
  const png = (await drawWordPicture(word, productName)) ?? Buffer.alloc(0);
  const image = `<image href="data:image/png;base64,${png.toString('base64')}"/>`;
  const shown = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`,
  );
  const { pixels } = shown.render();
  const at = (x: number, y: number) => (y * width + x) * 4;
  /** The number of dark pixels in a part of the picture. */
  const inkIn = (left: number, top: number, right: number, bottom: number) => {
    let count = 0;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) if ((pixels[at(x, y)] ?? 255) < 90) count += 1;
    return count;
  };
  return {
    inkIn,
    colorAt: (x: number, y: number) => [...pixels.subarray(at(x, y), at(x, y) + 3)],
  };
}

test('shows the word, its meaning and the product’s name, over a sunrise', async () => {
  const { inkIn, colorAt } = await draw(petrichor);
  expect(inkIn(60, 0, 1140, 380)).toBeGreaterThan(10_000);
  expect(inkIn(400, 540, 800, 600)).toBeGreaterThan(500);
  expect(colorAt(600, 460)).toEqual([255, 244, 214]);
  expect(colorAt(10, 0)).toEqual([219, 230, 245]);
});

test.each([
  { why: 'a very long word', change: { word: 'pneumonoultramicroscopicsilicovolcanoconiosis' } },
  { why: 'a very long definition', change: { definition: 'so it goes on and on, '.repeat(40) } },
  { why: 'a definition without a space', change: { definition: 'a'.repeat(200) } },
  { why: 'a long pronunciation', change: { phoneticPronunciation: `/${'ˈpetrɪˌkɔr'.repeat(8)}/` } },
])('$why stays within the margins and above the sun', async ({ change }) => {
  const { inkIn } = await draw({ ...petrichor, ...change });
  expect(inkIn(60, 20, 1140, 384)).toBeGreaterThan(5000);
  expect(inkIn(0, 0, 60, height) + inkIn(1140, 0, width, height)).toBe(0);
  expect(inkIn(0, 0, width, 20) + inkIn(0, 388, width, 540)).toBe(0);
});

test('leaves out text without matching letters, and does not draw a word without its letters', async () => {
  const whole = await draw(petrichor);
  const without = await draw(
    { ...petrichor, definition: 'Запах дождя.', phoneticPronunciation: '' },
    'Слово',
  );
  expect(without.inkIn(0, 0, width, height)).toBeLessThan(whole.inkIn(0, 0, width, height));
  expect(without.inkIn(400, 540, 800, 600)).toBe(0);
  expect(await drawWordPicture({ ...petrichor, word: 'слово' }, 'Wordrise')).toBeUndefined();
});

test.each([
  { why: 'Arabic', word: 'سلام', definition: 'تحية تعني السلام والأمان.' },
  { why: 'Hebrew', word: 'שלום', definition: 'ברכה' },
  { why: 'accents', word: 'Ŀudējō', definition: 'Naïve – “déjà vu”…' },
])('draws $why', async ({ word, definition }) => {
  const { inkIn } = await draw({ ...petrichor, word, definition });
  expect(inkIn(60, 20, 1140, 180)).toBeGreaterThan(2000);
  expect(inkIn(60, 290, 1140, 384)).toBeGreaterThan(300);
});

test('a definition is broken into lines of about the same length', async () => {
  const definition = 'The pleasant, earthy smell of the air when rain falls on dry ground and first hits it.';
  const { inkIn } = await draw({ ...petrichor, definition });
  const [first, second] = [inkIn(60, 270, 1140, 315), inkIn(60, 322, 1140, 367)];
  expect(Math.min(first, second)).toBeGreaterThan(0.7 * Math.max(first, second));
});

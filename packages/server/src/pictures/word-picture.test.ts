import { inflateSync } from 'node:zlib';
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

/** Whether a pixel is as dark as the text. */
async function draw(word: typeof petrichor, productName = 'Wordrise') {
  const png = (await drawWordPicture(word, productName)) ?? Buffer.alloc(0);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  const length = png.readUInt32BE(33);
  expect(png.subarray(37, 41).toString()).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  const rowBytes = width * 3;
  const pixels = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    expect(rows[row * (rowBytes + 1)]).toBe(row === 0 ? 0 : 2);
    for (let i = 0; i < rowBytes; i += 1) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * rowBytes + i] ?? 0);
      pixels[row * rowBytes + i] = (rows[row * (rowBytes + 1) + 1 + i] ?? 0) + above;
    }
  }
  /** The number of dark pixels in a part of the picture. */
  const inkIn = (left: number, top: number, right: number, bottom: number) => {
    let count = 0;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) if ((pixels[(y * width + x) * 3] ?? 255) < 90) count += 1;
    return count;
  };
  return {
    png,
    inkIn,
    colorAt: (x: number, y: number) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)],
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

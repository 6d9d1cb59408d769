// Draws the pictures of links to the landing page and to a word (Open Graph, 1200 × 630): public/preview.png and
// public/word.png. The product's name is not in them, since every installation has its own. Run only when the look
// changes; the results are committed:
//
//   npx node scripts/draw-preview.mjs
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../../test/chromium.ts';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const font = readFileSync(file('../src/design/fonts/newsreader-display.woff2')).toString('base64');

const html = (title, text) => `<!doctype html>
<style>
  @font-face { font-family: Display; src: url(data:font/woff2;base64,${font}) }
  body { margin: 0; width: 1200px; height: 630px; display: grid; align-content: start; justify-items: center;
    font-family: Display; color: #1b2030; text-align: center; background:
    linear-gradient(180deg, #eea27a, #faf7f1) 0 100% / 100% 150px no-repeat,
    radial-gradient(circle at 50% 480px, #fff4d6 0 96px, transparent 97px),
    radial-gradient(ellipse 60% 60% at 50% 480px, rgb(255 236 196 / .85), transparent),
    linear-gradient(180deg, #dbe6f5 0%, #ecebef 28%, #f9e3d2 50%, #fbcaa0 72%, #f5a074 100%) }
  h1 { margin: 96px 0 0; font-size: ${title.length > 12 ? 104 : 128}px; font-weight: 500; letter-spacing: -.025em; line-height: 1 }
  p { margin: 28px 0 0; font-size: 38px }
</style>
<h1>${title}</h1>
<p>${text}</p>`;

const pictures = [
  { file: 'preview.png', title: 'petrichor', text: 'One word each morning. A 1-minute read.' },
  {
    file: 'word.png',
    title: 'A word to start the day',
    text: 'Meaning, pronunciation, origin. A 1-minute read.',
  },
];

const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const { file: name, title, text } of pictures) {
  await page.setContent(html(title, text));
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file(`../public/${name}`) });
}
await browser.close();

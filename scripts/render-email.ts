/**
 * Draws the default email for inspection:
 *
 *   npx node --conditions=source scripts/render-email.ts OUTDIR [WORD …]
 *
 * Writes, for each word, the HTML and its text part, and screenshots in headless Chromium: at
 * 360 and 1000 pixels, by day and by night, with pictures blocked, and as clients show it that drop
 * `<style>`. Without words it uses five starter words of different lengths.
 *
 * CHROMIUM_PATH   the browser, /usr/bin/chromium by default
 * FONTS           faces for a machine that lacks those of most readers, such as
 *                 "Georgia=/fonts/gelasio.woff2,Georgia/italic=/fonts/gelasio-italic.woff2"
 */
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parse } from 'csv-parse';
import type { Browser } from 'playwright-core';
import { defaultProductName } from '../packages/core/src/contract/limits.ts';
import { defaultSubject } from '../packages/core/src/contract/template-variables.ts';
import { type WordInput, wordInput } from '../packages/core/src/contract/words.ts';
import { icontactMergeFields as mergeFields } from '../packages/core/src/mail/icontact/merge-fields.ts';
import { defaultTemplate } from '../packages/core/src/template/default-template.ts';
import { renderEmail } from '../packages/core/src/template/render-email.ts';
import { launchChromium } from '../test/chromium.ts';

const site = {
  productName: defaultProductName,
  publicUrl: 'https://words.example.com',
  hasArchive: true,
};
const starterFile = new URL('../examples/words/starter.csv', import.meta.url);
const usualWords = ['yen', 'petrichor', 'serendipity', 'surreptitious', 'idiosyncrasy'];

interface View {
  name: string;
  width: number;
  scheme?: 'light' | 'dark';
  withoutStyle?: boolean;
  withoutImages?: boolean;
}

const views: View[] = [
  { name: 'phone', width: 360 },
  { name: 'phone-night', width: 360, scheme: 'dark' },
  { name: 'small-phone', width: 320 },
  { name: 'desktop', width: 1000 },
  { name: 'desktop-night', width: 1000, scheme: 'dark' },
  { name: 'without-images', width: 360, withoutImages: true },
  { name: 'phone-without-style', width: 360, withoutStyle: true },
  { name: 'desktop-without-style', width: 1000, withoutStyle: true },
];

async function main() {
  const [outDir, ...chosen] = process.argv.slice(2);
  if (!outDir) throw new Error('Say where the pictures go: scripts/render-email.ts OUTDIR [WORD …]');
  mkdirSync(outDir, { recursive: true });
  const words = await starterWords(chosen.length > 0 ? chosen : usualWords);

  const template = {
    content: defaultTemplate,
    subject: defaultSubject(defaultProductName),
  };
  const browser = await launchChromium();
  try {
    for (const word of words) {
      const when = {
        day: '2026-12-01',
        mergeFields,
        site,
      };
      const { html, text } = renderEmail(template, word, when);
      const name = join(outDir, word.word.replace(/\W+/g, '-'));
      writeFileSync(`${name}.html`, html);
      writeFileSync(`${name}.txt`, text);
      for (const view of views) await draw(browser, html, view, `${name}-${view.name}.png`);
      process.stdout.write(
        `${word.word}: ${Buffer.byteLength(html)} bytes of HTML, ${views.length} pictures\n`,
      );
    }
  } finally {
    await browser.close();
  }
}

async function draw(browser: Browser, html: string, view: View, file: string) {
  const context = await browser.newContext({
    viewport: { width: view.width, height: 720 },
    colorScheme: view.scheme ?? 'light',
    deviceScaleFactor: view.width < 600 ? 2 : 1,
  });
  const page = await context.newPage();
  if (view.withoutImages) await page.route(/\.(png|jpe?g|gif|svg|webp)(\?|$)/i, (route) => route.abort());
  const shown = view.withoutStyle ? html.replace(/<style[\s\S]*?<\/style>/g, '') : html;
  await page.setContent(shown.replace('</head>', `${fontFaces()}</head>`));
  await page.evaluate(() => document.fonts.ready);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) process.stderr.write(`${file}: ${overflow} px wider than the screen\n`);
  await page.screenshot({ path: file, fullPage: true });
  await context.close();
}

function fontFaces(): string {
  const faces = (process.env.FONTS ?? '').split(',').filter(Boolean);
  const rules = faces.map((face) => {
    const [name = '', file = ''] = face.split('=');
    const [family, style = 'normal'] = name.split('/');
    const source = `data:font/${extname(file).slice(1)};base64,${readFileSync(file, 'base64')}`;
    return `@font-face { font-family: '${family}'; font-style: ${style}; src: url(${source}); }`;
  });
  return rules.length > 0 ? `<style>${rules.join('\n')}</style>` : '';
}

/** In the order asked for. */
async function starterWords(wanted: string[]): Promise<WordInput[]> {
  const found = new Map<string, WordInput>();
  for await (const row of createReadStream(starterFile).pipe(parse({ columns: true, bom: true }))) {
    const word = wordInput.parse(row);
    if (wanted.includes(word.word)) found.set(word.word, word);
  }
  const missing = wanted.filter((word) => !found.has(word));
  if (missing.length > 0) throw new Error(`Not among the starter words: ${missing.join(', ')}`);
  return wanted.flatMap((word) => found.get(word) ?? []);
}

await main();

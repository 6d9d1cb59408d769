/**
 * `npm run screenshots:reader`: draws what a reader sees whose emails are sent from here, at phone and desktop size, in light
 * and dark mode, into `screenshots/`: the emails with their text parts, and the pages behind their links.
 *
 * CHROMIUM_PATH   the browser, /usr/bin/chromium by default
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { startServer } from '../packages/server/src/serve.ts';
import { launchChromium } from '../test/chromium.ts';

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));
const screens = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
];
const day = 24 * 3_600_000;
const reader = 'ada@example.com';
const admin = { username: 'admin', password: 'correct horse battery' };

interface Drawing {
  name: string;
  /** Of a page; or the HTML of an email. */
  path?: string;
  html?: string;
  /** The button that is pressed before the picture. */
  press?: string;
}

async function main() {
  mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-screenshots-'));
  let now = Date.UTC(2026, 10, 1, 12);
  const open = async (settings: Record<string, string>, name: string) => {
    const config = loadConfig({
      DATA_DIR: join(dataDir, name),
      DATABASE_URL: `sqlite:${join(dataDir, name, 'wordrise.db')}`,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      TIMEZONE: 'UTC',
      PORT: '0',
      PROCESSOR: 'off',
      LOG_LEVEL: 'warn',
      EMAIL_PROVIDER: 'smtp-sandbox',
      ...settings,
    });
    return startServer(config, { overrides: { now: () => new Date(now), bcryptCost: 4 } });
  };
  const server = await open({ RECALL: 'on', WEEKLY_RECAP: 'on', CONFIRM_SIGNUPS: 'on' }, 'daily');
  const course = await open({ COURSE: 'words:furtive, petrichor', CONFIRM_SIGNUPS: 'off' }, 'course');
  const browser = await launchChromium();
  try {
    const { wordrise } = server;
    const { words } = await wordrise.words.list({ search: '', limit: 40, page: 1 } as never);
    for (const [nth, { id: wordId }] of words.slice(0, 30).entries()) {
      const scheduledDate = new Date(now + (nth + 1) * day - 5 * 3_600_000).toISOString();
      await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
    }
    const emails = new Map<string, { html: string; text: string }>();
    const latest = async ({ mail }: typeof wordrise, name: string) => {
      const [first] = (await mail.outbox.to(reader)).toSorted((a, b) =>
        a.deliveredAt < b.deliveredAt ? 1 : -1,
      );
      const email = first && (await mail.outbox.read(first.id));
      if (email) emails.set(name, { html: email.html, text: email.text ?? '' });
      return email?.text ?? '';
    };
    const pathIn = (text: string, path: RegExp) => path.exec(text)?.[0] ?? '';
    now += day - 4 * 3_600_000;
    await wordrise.processor.runPass();
    await wordrise.readers.signUp(
      { email: reader, firstName: 'Ada', favoriteWord: 'petrichor' },
      { address: undefined },
    );
    await wordrise.processor.runPass();
    const confirmation = await latest(wordrise, 'confirmation');
    await wordrise.readers.links.confirm(pathIn(confirmation, /[0-9a-f]{32}/));
    await wordrise.processor.runPass();
    await latest(wordrise, 'welcome');
    for (let nth = 0; nth < 23; nth += 1) {
      now += day;
      await wordrise.processor.runPass();
    }
    const keep = async (name: string, subject: RegExp) => {
      const found = (await wordrise.mail.outbox.to(reader)).find((one) => subject.test(one.subject));
      const email = found && (await wordrise.mail.outbox.read(found.id));
      if (email) emails.set(name, { html: email.html, text: email.text ?? '' });
      return email?.text ?? '';
    };
    const quiz = pathIn(await keep('weekly', /^Your week/), /\/quiz\/[0-9a-f]{16}/);
    await keep('daily', /^Wordrise: /);
    const text = emails.get('daily')?.text ?? '';
    const token = pathIn(text, /\/preferences\/[0-9a-f]{32}/).slice(-32);
    const recall = pathIn(text, /\/recall\/[0-9a-f]{16}\/3\/[0-9a-f]{32}/);
    const [, , key = ''] = recall.split('/');
    for (const [nth, answer] of (['known', 'known', 'again', 'known', 'again'] as const).entries()) {
      await wordrise.recall.answer(
        { key, occasion: nth > 2 ? 21 : 3 },
        { answer, address: `192.0.2.${nth}` },
      );
    }
    await wordrise.recall.answer({ key, occasion: 3, token }, { answer: 'again', address: '192.0.2.9' });
    for (let nth = 0; nth < 3; nth += 1) {
      now += day;
      await wordrise.processor.runPass();
    }
    const again = pathIn(await latest(wordrise, 'reminding'), /\/recall\/[0-9a-f]{16}\/again\/[0-9a-f]{32}/);
    await wordrise.accounts.setup(admin);
    await course.wordrise.accounts.setup(admin);
    await course.wordrise.readers.signUp(
      { email: reader, firstName: 'Ada', favoriteWord: undefined },
      { address: undefined },
    );
    await course.wordrise.processor.runPass();
    for (const name of ['lesson-first', 'lesson-last']) {
      now += day;
      await course.wordrise.processor.runPass();
      await latest(course.wordrise, name);
    }
    for (const name of ['grace', 'mary']) {
      const later = { email: `${name}@example.com`, firstName: name, favoriteWord: undefined };
      await course.wordrise.readers.signUp(later, { address: undefined });
      await course.wordrise.processor.runPass();
      now += name === 'grace' ? day : 0;
      await course.wordrise.processor.runPass();
    }
    const origin = wordrise.config.publicUrl;
    const drawings: Drawing[] = [
      ...[...emails].map(([name, { html }]) => ({ name: `reader-email-${name}`, html })),
      { name: 'reader-own-page', path: `/preferences/${token}` },
      { name: 'reader-recall', path: recall },
      { name: 'reader-recall-answered', path: recall, press: 'Remind me' },
      { name: 'reader-recall-again', path: again },
      { name: 'reader-quiz', path: quiz },
      { name: 'reader-quiz-answered', path: quiz, press: 'Check my answers' },
      { name: 'reader-paused', path: `/preferences/${token}`, press: 'For a week' },
      { name: 'reader-resumed', path: `/preferences/${token}`, press: 'Resume now' },
      { name: 'reader-unsubscribe', path: `/unsubscribe/${token}` },
      { name: 'reader-left', path: `/unsubscribe/${token}`, press: 'Yes, unsubscribe' },
      { name: 'reader-back', path: `/preferences/${token}`, press: 'Yes, come back' },
      { name: 'reader-signup', path: '/' },
    ];
    for (const [name, { text }] of emails) writeFileSync(join(folder, `reader-email-${name}.txt`), text);
    for (const { name: screen, ...viewport } of screens) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport, colorScheme, baseURL: server.url });
        // What readers see needs no script.
        const plain = await browser.newContext({
          viewport,
          colorScheme,
          baseURL: server.url,
          javaScriptEnabled: false,
        });
        for (const { name, path, html, press } of drawings) {
          const page = await plain.newPage();
          if (html) await page.setContent(html);
          else if (path) await page.goto(path);
          if (press === 'Check my answers') {
            for (const group of await page.getByRole('group').all())
              await group.getByRole('radio').first().check();
          }
          if (press) await page.getByRole('button', { name: press }).click();
          if (name === 'reader-recall') await page.locator('summary').click();
          await page.screenshot({
            path: join(folder, `${name}-${screen}-${colorScheme}.png`),
            fullPage: true,
          });
          await page.close();
        }
        await context.request.post('/api/login', { data: admin, headers: { Origin: origin } });
        const page = await context.newPage();
        await page.goto('/admin/words?search=assassin');
        await page.getByText('What readers remember').scrollIntoViewIfNeeded();
        await page.screenshot({ path: join(folder, `admin-remembered-${screen}-${colorScheme}.png`) });
        await context.close();
        await plain.close();
        const ofCourse = await browser.newContext({ viewport, colorScheme, baseURL: course.url });
        const { publicUrl } = course.wordrise.config;
        await ofCourse.request.post('/api/login', { data: admin, headers: { Origin: publicUrl } });
        const courses = await ofCourse.newPage();
        await courses.goto('/admin');
        await courses.getByText('Lessons to come').waitFor();
        await courses.screenshot({
          path: join(folder, `admin-course-dashboard-${screen}-${colorScheme}.png`),
        });
        await courses.goto('/admin/schedule#course');
        await courses.getByRole('heading', { name: 'Course' }).waitFor();
        await courses.screenshot({
          path: join(folder, `admin-course-${screen}-${colorScheme}.png`),
          fullPage: true,
        });
        await ofCourse.close();
      }
    }
  } finally {
    await browser.close();
    await server.stop();
    await course.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();

import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { type Design, defaultDesign, design as designSchema } from '../contract/design.ts';
import { accentProblem, contrast, designColors } from '../contract/design-colors.ts';
import { designTextNames, designTexts } from '../contract/design-parts.ts';
import { icontactMergeFields } from '../mail/icontact/merge-fields.ts';
import { providers } from '../mail/providers.ts';
import { smtpMergeFields as mergeFields } from '../mail/smtp/merge-fields.ts';
import { defaultTemplate, designTemplate, sampleWord } from './default-template.ts';
import { checkTemplate } from './lint/compile-template.ts';
import { openTemplates } from './open-templates.ts';
import { parseHtml } from './parse-html.testing.ts';
import { renderEmail } from './render-email.ts';

const site = { productName: 'Wordrise', publicUrl: 'https://words.example.com', hasArchive: true };
const designed = (own: Partial<Design>): Design => designSchema.parse(own);

function rendered(own: Partial<Design>) {
  const content = designTemplate(designed(own));
  return renderEmail({ content, subject: '{{word}}' }, sampleWord, {
    day: '2026-12-01',
    mergeFields,
    site,
    language: own.language,
  });
}

describe('the colors that follow from an accent', () => {
  const accents = Array.from({ length: 120 }, (_, nth) => {
    const part = (shift: number) => ((nth * 37 + shift * 91) % 256).toString(16).padStart(2, '0');
    return `#${part(nth % 5)}${part(1)}${part(2 + (nth % 3))}`;
  }).filter((accent) => !accentProblem(accent));

  test.each(['#000000', '#ffd400', '#00ff00', '#7f7f7f', '#101018', '#0b3d91', '#ff69b4', ...accents])(
    'are readable, with %s',
    (accent) => {
      const { day, night, band } = designColors(accent);
      expect(day.accent).toBe(accent);
      for (const { accent: ground, onAccent } of [day, night])
        expect(contrast(onAccent, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(band.text, band.ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(day.accentInk, '#faf7f1')).toBeGreaterThanOrEqual(7);
      expect(contrast(night.accentInk, '#141a26')).toBeGreaterThanOrEqual(7);
      // The product's name, date and link stand on the sky.
      for (const text of ['#1b2030', '#474d5e'])
        expect(contrast(text, day.accentSoft)).toBeGreaterThanOrEqual(7);
      for (const text of ['#f3ede1', '#c6c1b7'])
        expect(contrast(text, night.accentSoft)).toBeGreaterThanOrEqual(7);
      for (const color of [...Object.values(day), ...Object.values(night)])
        expect(color).toMatch(/^#[0-9a-f]{6}$/);
    },
  );

  test.each(['#ffffff', '#faf7f1', '#fff8e0'])('do not follow from %s, which is too pale', (accent) => {
    const { error } = designSchema.safeParse({ accent });
    expect(error?.issues[0]?.message).toMatch(/too pale.*Choose a stronger one/);
  });

  test('are the built-in ones without an accent', () => {
    expect(designColors(null)).toBe(designColors('#bf4720'));
  });
});

describe('the template of a design', () => {
  test('is the built-in one for the built-in design', () => {
    expect(designTemplate(defaultDesign)).toBe(defaultTemplate);
    expect(designTemplate(designSchema.parse({}))).toBe(defaultTemplate);
  });

  test('has its colors, fonts, texts and sections, in the chosen order', () => {
    const { html, text } = rendered({
      accent: '#0b3d91',
      type: 'book',
      sections: ['conversationTip', 'examples'],
      examplesLabel: 'Zum Beispiel',
      signOff: 'Until tomorrow,\nthe English club of {product}',
      footer: 'Room 12 & 13',
    });
    const page = parseHtml(html);
    const headings = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings).toEqual(['In conversation', 'Zum Beispiel']);
    expect(html).toContain('#0b3d91');
    expect(html).not.toContain('#f0955a');
    expect(html).toContain("'Palatino Linotype'");
    expect(html).toContain('Until tomorrow,<br>the English club of Wordrise');
    expect(html).toContain('Room 12 &amp; 13');
    expect(text).toContain('the English club of Wordrise');
    expect(text).not.toContain('All words so far');
  });

  test.each(['sunrise', 'band', 'plain'] as const)('is valid with the header style %s', (header) => {
    const content = designTemplate(designed({ header, accent: '#ffd400' }));
    for (const fields of [mergeFields, icontactMergeFields])
      expect(checkTemplate({ content, subject: 'x' }, fields)).toEqual({ warnings: [] });
    const { html } = rendered({ header, accent: '#ffd400' });
    expect(html.includes('class="sun"')).toBe(header === 'sunrise');
    // Text on a band does not change at night, because the band does not.
    if (header === 'band') expect(html).toContain('color: #14161d;">Tuesday');
  });

  test('has the language and the direction of its texts, and the date in it', () => {
    const { html } = rendered({ language: 'de-AT' });
    expect(html).toContain('<html lang="de-AT" dir="ltr"');
    expect(html).toContain('Dienstag, 1. Dezember 2026');
    // What a round number of words is called cannot be translated.
    const milestone = '<p class="quiet" dir="auto" lang="en"';
    expect(designTemplate(designed({ language: 'de-AT' }))).toContain(milestone);
    expect(designTemplate(designed({ language: 'en-GB' }))).not.toContain(milestone);
    const arabic = parseHtml(rendered({ language: 'ar' }).html);
    expect(arabic.documentElement.getAttribute('dir')).toBe('rtl');
    expect(arabic.querySelector('h1')?.parentElement?.getAttribute('align')).toBe('right');
  });

  test('shows markup in its texts as text', () => {
    const { html } = rendered({ footer: `<script>alert(1)</script> "&' {product}` });
    expect(html).not.toContain('<script>');
    expect(parseHtml(html).documentElement.textContent).toContain(`<script>alert(1)</script> "&' Wordrise`);
  });

  test.each([
    [{ footer: 'Hi {{email}}' }, /Footer can have no braces or square brackets/],
    [{ signOff: '[unsubscribe]' }, /Sign-off can have no braces/],
    [{ language: 'klingon!' }, /Write a language as a code/],
    [{ accent: 'red' }, /Write the color as #rrggbb/],
    [{ sections: ['examples', 'examples'] }, /once/],
    [{ headline: 'x'.repeat(151) }, /at most 150/],
  ])('is refused for %j', (own, message) => {
    const messages = designSchema.safeParse(own).error?.issues.map((issue) => issue.message);
    expect(messages).toEqual([expect.stringMatching(message)]);
  });

  test('has built-in texts that are valid themselves', () => {
    const own = Object.fromEntries(designTextNames.map((name) => [name, designTexts[name].builtIn]));
    expect(designTemplate(designed(own))).toBe(defaultTemplate);
  });
});

const owner = { via: 'web', account: 'owner' } as const;

async function open(kind: (typeof databaseKinds)[number]) {
  const database = await openTestDatabase(kind);
  let now = Date.UTC(2026, 10, 1);
  const templates = openTemplates({
    database,
    timezone: 'UTC',
    audit: noAudit,
    mergeFields,
    now: () => new Date(now),
    site,
    test: {
      facts: providers.sandbox.facts,
      serviceMail: async () => undefined,
      limits: { attempt: async () => {} },
      isSuppressed: async () => false,
    },
  });
  const save = (own: Partial<Design>, more: { replaces?: Design; replacesHtml?: boolean } = {}) =>
    templates.saveDesign({ replacesHtml: false, ...more, design: designed(own) }, owner);
  const later = (hours: number) => {
    now += hours * 3_600_000;
  };
  return { templates, save, later };
}

const drawing = (body: string, size = 'width="200" height="50"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 200 50">${body}</svg>`);
const bar = (color: string) => drawing(`<rect width="120" height="30" fill="${color}"/>`);
const png = (svg: Buffer) => new Resvg(svg.toString()).render().asPng();

describe.each(databaseKinds)('a design on %s', (kind) => {
  test('makes the template, is a version, and comes back with one', async () => {
    const { templates, save } = await open(kind);
    expect(await templates.design()).toEqual({ design: defaultDesign, logo: null, isOwnHtml: false });
    await save({ accent: '#0b3d91' });
    await save({ accent: '#0b3d91', header: 'plain' });
    expect((await templates.get()).template).toContain('#0b3d91');
    expect((await templates.versions()).map(({ origin }) => origin)).toEqual(['design', 'design', 'default']);
    await templates.restore(1, owner);
    expect((await templates.get()).template).toBe(defaultTemplate);
    expect((await templates.look()).design).toEqual(defaultDesign);
    await templates.restore(2, owner);
    expect((await templates.look()).design).toEqual(designed({ accent: '#0b3d91' }));
  });

  test('leaves a template that was written by hand alone, until that is asked for', async () => {
    const { templates, save } = await open(kind);
    const own = { content: '<p>{{word}} mine, {{DATE}}</p>', subject: 'x' };
    await templates.save(own, owner);
    expect(await save({ accent: '#0b3d91', language: 'de' })).toMatchObject({ isOwnHtml: true });
    expect((await templates.get()).template).toBe(own.content);
    // The date is in the language of the design in any case.
    const { html } = await templates.preview({ ...own, wordId: undefined });
    expect(html).toContain('1. November 2026');
    expect(await save({ accent: '#0b3d91' }, { replacesHtml: true })).toMatchObject({ isOwnHtml: false });
    expect((await templates.get()).template).toContain('#0b3d91');
    expect((await templates.get()).subject).toBe('x');
    await templates.restore(2, owner);
    expect((await templates.get()).template).toBe(own.content);
    expect((await templates.design()).isOwnHtml).toBe(true);
    await templates.reset(owner);
    expect(await templates.design()).toMatchObject({ isOwnHtml: false });
  });

  test('is not replaced by an edit of another one', async () => {
    const { templates, save } = await open(kind);
    await save({ accent: '#0b3d91' }, { replaces: defaultDesign });
    await expect(save({ accent: '#ff69b4' }, { replaces: defaultDesign })).rejects.toMatchObject({
      code: 'template.changed',
    });
    // The same again, such as after a lost answer, replaces nothing.
    await save({ accent: '#0b3d91' }, { replaces: defaultDesign });
    expect(await templates.versions()).toHaveLength(2);
  });

  test('shows a logo, which is kept once a design had it', async () => {
    const { templates, save, later } = await open(kind);
    const logo = await templates.addLogo(png(bar('#123456')));
    expect(logo).toMatchObject({ width: 200, height: 50, ground: 'light' });
    await save({ logo: logo.key, logoAlt: 'The <club>' });
    const { template } = await templates.get();
    expect(template).toContain(
      `src="{{publicUrl}}brand/logo-${logo.key}.png" width="200" height="50" alt="The &lt;club&gt;"`,
    );
    expect(template).toContain('.logo { background-color: #faf7f1');
    expect((await templates.logo(logo.key))?.subarray(1, 4).toString()).toBe('PNG');
    const unused = await templates.addLogo(png(bar('#ffffff')));
    expect(unused.ground).toBe('dark');
    await save({});
    later(25);
    await templates.addLogo(png(bar('#808080')));
    expect(await templates.logo(logo.key)).toBeDefined();
    expect(await templates.logo(unused.key)).toBeUndefined();
    await expect(save({ logo: unused.key })).rejects.toMatchObject({ code: 'template.logo' });
    await expect(templates.previewDesign({ design: designed({ logo: unused.key }) })).rejects.toMatchObject({
      code: 'template.logo',
    });
  });
});

/** A JPEG of 64 × 16 red pixels. */
const small =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAQAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAIE/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AmAQ3gAAAAAP/2Q==';

describe('an uploaded logo', () => {
  async function added(file: Uint8Array) {
    const { templates } = await open('sqlite');
    const logo = await templates.addLogo(file);
    const content = (await templates.logo(logo.key)) ?? Buffer.alloc(0);
    return { ...logo, pixels: [content.readUInt32BE(16), content.readUInt32BE(20)], content };
  }

  test.each([
    [
      'a small PNG stays as it is',
      png(drawing('<rect width="90" height="40" fill="red"/>')),
      [200, 50],
      [200, 50],
    ],
    [
      'a large PNG is made smaller, and has two pixels for each',
      png(drawing('<circle cx="100" cy="25" r="24" fill="red"/>', 'width="3000" height="750"')),
      [224, 56],
      [448, 112],
    ],
    [
      'an SVG is drawn at its size in print',
      drawing('<path d="M0 0h200v50z" fill="red"/>'),
      [224, 56],
      [448, 112],
    ],
    ['a JPEG becomes a PNG', Buffer.from(small, 'base64'), [64, 16], [64, 16]],
  ])('%s', async (_, file, shown, pixels) => {
    const logo = await added(file);
    expect([logo.width, logo.height]).toEqual(shown);
    expect(logo.pixels).toEqual(pixels);
  });

  test('keeps nothing that was hidden in the file', async () => {
    const hidden = Buffer.concat([png(bar('#ff0000')), Buffer.from('<script>alert(1)</script>')]);
    const { content } = await added(hidden);
    expect(content.includes('script')).toBe(false);
  });

  const header = (width: number, height: number) => {
    const head = Buffer.from(png(bar('#ff0000')));
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  };

  test.each([
    ['HTML', Buffer.from('<html><script>alert(1)</script>'), /not a PNG, JPEG or SVG/],
    ['a GIF', Buffer.from('GIF89a............'), /not a PNG, JPEG or SVG/],
    ['nothing', Buffer.alloc(0), /not a PNG, JPEG or SVG/],
    ['a picture with too many pixels', header(60_000, 60_000), /60000 × 60000 pixels. Make it smaller/],
    ['a picture without pixels', header(0, 10), /damaged/],
    ['a PNG that is cut off', png(bar('#ff0000')).subarray(0, 60), /damaged/],
    ['a JPEG that is cut off', Buffer.from(small, 'base64').subarray(0, 12), /damaged/],
    ['an empty picture', png(drawing('')), /empty or damaged/],
    ['an SVG with a script', drawing('<script>alert(1)</script>'), /contains <script>/],
    ['an SVG with a file', drawing('<image href="/etc/hostname"/>'), /contains <image>/],
    ['an SVG of copies of copies', drawing('<g id="a"/><use href="#a"/>'), /contains <use>/],
    ['an SVG with text', drawing('<text>Club</text>'), /Convert the text to outlines/],
    [
      'an SVG with entities',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
      /too complex/,
    ],
    ['an SVG that is deeply nested', drawing(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`), /too complex/],
    ['broken SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g'), /could not be read|empty/],
    ['an SVG of another kind', Buffer.from('<svg><path d="M0 0h9v9z"/></svg>'), /could not be read|empty/],
  ])('is refused if it is %s', async (_, file, message) => {
    await expect(added(file)).rejects.toMatchObject({
      code: 'template.logo',
      message: expect.stringMatching(message),
    });
  });

  test('is refused if its file is too large', async () => {
    const large = Buffer.concat([png(bar('#ff0000')), Buffer.alloc(2_200_000)]);
    await expect(added(large)).rejects.toMatchObject({ code: 'request.too_large' });
  });

  test.each([
    ['any', '#e02020'],
    ['light', '#101820'],
    ['dark', '#fffef0'],
  ] as const)('needs %s ground if its ink is %s', async (ground, color) => {
    expect(await added(bar(color))).toMatchObject({ ground });
  });

  test('has its own ground if nothing shines through', async () => {
    expect(await added(drawing('<rect width="200" height="50"/>'))).toMatchObject({ ground: 'any' });
  });
});

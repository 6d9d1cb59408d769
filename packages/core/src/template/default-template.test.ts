import { expect, test } from 'vitest';
import { aQuotation } from '../../../../test/words.ts';
import { defaultDesign } from '../contract/design.ts';
import { sectionNames } from '../contract/design-parts.ts';
import { exampleNotAvailable } from '../contract/limits.ts';
import { defaultSubject, subjectPatterns, templateVariables } from '../contract/template-variables.ts';
import { icontactMergeFields as mergeFields } from '../mail/icontact/merge-fields.ts';
import { smtpMergeFields } from '../mail/smtp/merge-fields.ts';
import { defaultTemplate, designTemplate, sampleWord } from './default-template.ts';
import { checkTemplate } from './lint/compile-template.ts';
import { type HtmlElement, parseHtml } from './parse-html.testing.ts';
import { renderEmail } from './render-email.ts';

const template = {
  content: defaultTemplate,
  subject: defaultSubject('Wordrise'),
};
const site = { productName: 'Wordrise', publicUrl: 'https://words.example.com', hasArchive: true };
const morning = {
  day: '2026-12-01',
  mergeFields,
  site,
};
const email = renderEmail(template, sampleWord, morning);
const page = parseHtml(email.html);

/** Shown by no more than the preheader, or by templates of one's own. */
const left = ['example1', 'example2', 'quotation', 'teaser', 'level', 'theme', 'themePosition', 'themeCount'];

test('is a template without errors that uses every variable', () => {
  expect(checkTemplate(template, mergeFields)).toEqual({ warnings: [] });
  const used = templateVariables.filter((variable) => !left.includes(variable));
  for (const variable of used) expect(template.content).toContain(`{{${variable}}}`);
});

test('stays far below the size at which Gmail cuts an email off', () => {
  const wordy = 'x'.repeat(2000);
  const { html } = renderEmail(template, { ...sampleWord, definition: wordy, etymology: wordy }, morning);
  expect(Buffer.byteLength(html)).toBeLessThan(30_000);
});

test('lets each text of a word have its own direction', () => {
  for (const variable of [
    'word',
    'definition',
    'boldExample1',
    'boldExample2',
    'boldQuotation',
    'etymology',
    'conversationTip',
  ])
    expect(defaultTemplate).toMatch(new RegExp(`dir="auto"[^<>]*>\\{\\{${variable}\\}\\}`));
});

test('keeps its line spacing when text alone is enlarged', () => {
  expect(defaultTemplate).toContain('line-height: 1.5;');
  expect(defaultTemplate).not.toMatch(/line-height: [\d.]+p[xt]/);
});

test('reads like a dictionary page without markup', () => {
  expect(email.subject).toBe('Wordrise: petrichor');
  expect(email.text).toBe(`Wordrise
Tuesday, December 1, 2026
View in browser <https://words.example.com/words/petrichor>


petrichor

/ˈpetrɪˌkɔr/ PET-rih-kor noun Hear it
<https://words.example.com/words/petrichor#hear>

The fresh, earthy smell that rises when rain falls on dry ground.


In a sentence

After six weeks without a cloud, the petrichor brought everyone out onto their
porches.

She opened the window a crack, just enough to let the petrichor in.


Where it comes from

Two scientists in Australia, Isabel Bear and Richard Thomas, made the word in
1964 from Greek petra, “rock”, and ichor, the fluid that runs in the veins of
the gods.


In conversation

Keep it for the first minutes of a summer shower: “Smell that? It has a name.”
Most people know the smell and are glad to meet the word.

Keep or share this word <https://words.example.com/words/petrichor>

All words so far <https://words.example.com/archive>

You’re receiving this because you signed up for Wordrise.
Forwarded this? Sign up <https://words.example.com/>
`);
});

test('shows a quotation with its source, and without one is the same as a design that never shows it', () => {
  const quoted = renderEmail(template, { ...sampleWord, ...aQuotation }, morning);
  expect(quoted.text).toContain(`

In print

A petrichor as of wet stone & clover
rose from the road.

Ada Quill, Roads & Rain <https://books.example.org/roads?a=1&b=2> (1911)


Where it comes from
`);
  const shown = parseHtml(quoted.html);
  expect(shown.querySelector('a cite')?.textContent).toBe('Roads & Rain');
  expect(shown.querySelector('cite')?.parentElement?.getAttribute('href')).toBe(aQuotation.quotationUrl);
  expect([...shown.querySelectorAll('b')].map(({ textContent }) => textContent)).toContain('petrichor');

  const bare = { ...aQuotation, quotationUrl: '', quotationYear: '' };
  expect(renderEmail(template, { ...sampleWord, ...bare }, morning).text).toContain(
    '\nAda Quill, Roads & Rain\n',
  );

  const without = sectionNames.filter((name) => name !== 'quotation');
  const content = designTemplate({ ...defaultDesign, sections: without });
  expect(email).toEqual(renderEmail({ ...template, content }, sampleWord, morning));
});

test('says more in the inbox than the subject does', () => {
  const preheader = (subject: string, over: Partial<typeof sampleWord> = {}) =>
    parseHtml(renderEmail({ ...template, subject }, { ...sampleWord, ...over }, morning).html)
      .querySelector('body > div')
      ?.textContent.replace(/[\u034f\u200c\u00a0]/g, '');
  const example = sampleWord.example1;
  expect(preheader('{{word}}')).toBe(`The smell of the first rain. ${example}`);
  expect(preheader('{{word}}: {{teaser}}')).toBe(example);
  expect(preheader('{{word}}', { teaser: '' })).toBe(example);
  expect(preheader('{{word}}', { teaser: '', example1: '' })).toBe(sampleWord.example2);
  expect(preheader('{{word}}', { teaser: '', example1: '', example2: '' })).toMatch(/^What it means/);
});

test.each([
  { pattern: 0, subject: 'Wordrise: petrichor', without: 'Wordrise: petrichor' },
  { pattern: 1, subject: 'petrichor: the smell of the first rain', without: 'petrichor' },
  { pattern: 2, subject: 'Wordrise: petrichor, the smell of the first rain', without: 'Wordrise: petrichor' },
  { pattern: 3, subject: 'the smell of the first rain (petrichor)', without: 'petrichor' },
])('subject pattern $pattern reads well with and without a teaser', ({ pattern, subject, without }) => {
  const input = { ...template, subject: subjectPatterns('Wordrise')[pattern] ?? '' };
  expect(checkTemplate(input, mergeFields)).toEqual({ warnings: [] });
  expect(renderEmail(input, sampleWord, morning).subject).toBe(subject);
  expect(renderEmail(input, { ...sampleWord, teaser: '' }, morning).subject).toBe(without);
});

test.each([
  { left: 'both examples', word: {}, headings: ['In a sentence', 'Where it comes from', 'In conversation'] },
  {
    left: 'the first example',
    word: { example2: exampleNotAvailable },
    headings: ['In a sentence', 'Where it comes from', 'In conversation'],
  },
  {
    left: 'the second example',
    word: { example1: exampleNotAvailable },
    headings: ['In a sentence', 'Where it comes from', 'In conversation'],
  },
  {
    left: 'no example',
    word: { example1: '', example2: exampleNotAvailable },
    headings: ['Where it comes from', 'In conversation'],
  },
  {
    left: 'word and definition alone',
    word: { example1: '', example2: '', etymology: '', conversationTip: '' },
    headings: [],
  },
])('shows no heading without content, with $left', ({ word, headings }) => {
  const { html, text } = renderEmail(template, { ...sampleWord, ...word }, morning);
  const shown = parseHtml(html);
  expect([...shown.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(headings);
  expect(html + text).not.toContain(exampleNotAvailable);
  expect(html + text).not.toContain('{{');
});

test('has what screen readers and email clients need', () => {
  expect(page.documentElement.getAttribute('lang')).toBe('en');
  expect(page.title).toBe('Wordrise: petrichor');
  expect(page.querySelector('[role=article]')?.getAttribute('aria-label')).toBe('Wordrise: petrichor');
  expect([...page.querySelectorAll('h1')].map(({ textContent }) => textContent)).toEqual(['petrichor']);
  expect([...page.querySelectorAll('table:not([role=presentation])')]).toEqual([]);
  expect(page.querySelector('meta[name=color-scheme]')?.getAttribute('content')).toBe('light dark');
  expect(page.querySelector('meta[name=viewport]')).not.toBeNull();
});

test('sets the headword of an example in bold, and only the part of speech in italics', () => {
  expect([...page.querySelectorAll('p b')].map(({ textContent }) => textContent)).toEqual([
    'petrichor',
    'petrichor',
  ]);
  expect([...page.querySelectorAll('em')].map(({ textContent }) => textContent)).toEqual(['noun']);
  expect(email.html).not.toMatch(/font-style: italic/);
});

test('breaks lines with elements, because Outlook ignores white-space', () => {
  const { html } = renderEmail(template, { ...sampleWord, definition: 'one\ntwo' }, morning);
  expect(html).toContain('one<br>two');
  expect(html).not.toContain('pre-line');
});

test('links to the word’s page and the archive only if they exist', () => {
  const linked = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  const wordPage = 'https://words.example.com/words/petrichor';
  const [archive, home] = ['https://words.example.com/archive', 'https://words.example.com/'];
  expect(linked).toEqual([wordPage, `${wordPage}#hear`, wordPage, archive, home]);
  const closed = renderEmail(template, sampleWord, { ...morning, site: { ...site, hasArchive: false } });
  const links = [...parseHtml(closed.html).querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([home]);
});

test('says that a word can be heard unless the browser’s voice is off and it has no recording', () => {
  const isHeard = (word: object) =>
    renderEmail(template, { ...sampleWord, ...word }, morning).html.includes('/words/petrichor#hear');
  expect(isHeard({})).toBe(true);
  expect(isHeard({ voice: 'off' })).toBe(false);
  expect(isHeard({ voice: 'off', isRecorded: true })).toBe(true);
});

test('names a round number of words, and the reader who suggested one', () => {
  const word = { ...sampleWord, suggestedBy: 'Ada' };
  const { text } = renderEmail(template, word, { ...morning, milestone: 'Word 100' });
  expect(text).toContain('Word 100\n');
  expect(text).toContain('Suggested by Ada\n');
  for (const none of ['Word 100', 'Suggested']) expect(email.text).not.toContain(none);
});

test('has its own unsubscribe link only if the provider adds none', () => {
  const { html, text } = renderEmail(template, sampleWord, { ...morning, mergeFields: smtpMergeFields });
  const links = [...parseHtml(html).querySelectorAll('a')];
  expect(links.at(-1)?.getAttribute('href')).toBe('[unsubscribe]');
  expect(text).toMatch(/Unsubscribe\s<\[unsubscribe\]>/);
  expect(email.html).not.toContain('Unsubscribe');
});

test('loads nothing', () => {
  expect([...page.querySelectorAll('img, link, script, [src], [background]')]).toEqual([]);
  expect(email.html).not.toMatch(/url\(|@import|@font-face/);
});

test('starts with what an inbox shows next to the subject', () => {
  const [preheader] = page.querySelectorAll('body > div');
  expect(preheader?.textContent.startsWith(`The smell of the first rain. ${sampleWord.example1}`)).toBe(true);
  // It teases: the meaning of the word is for readers who open the email.
  expect(preheader?.textContent).not.toContain(sampleWord.definition);
  expect(preheader?.getAttribute('style')).toContain('display: none');
});

test('would show its day colors if its attribute selectors were taken out', () => {
  const css = [...page.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n');
  const rules = [...css.matchAll(/^\s*([^\n{}]*\[[^\n{}]*)\{/gm)].map(([, rule = '']) => rule.trim());
  expect(rules.length).toBeGreaterThan(5);
  for (const selector of rules) {
    // In many clients, a <div> replaces the body.
    const merged = selector.replace(/\[[\w-]+\]/g, '').replaceAll('div', ':is(div, body, html)');
    expect(merged).not.toContain('[');
    expect([...page.querySelectorAll(merged)]).toEqual([]);
  }
});

test.each(['day', 'night', "Outlook's night"] as const)('is easy to read by %s', (light) => {
  const colors = light === 'day' ? undefined : nightRules(light);
  const checked = new Set<string>();
  for (const element of page.querySelectorAll('h1, h2, p, em, td, a')) {
    const holdsText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!holdsText) continue;
    const text = colorOf(element, 'color', colors);
    const ground = colorOf(element, 'background-color', colors);
    const wanted = element.matches('.quiet') ? 4.5 : 7;
    expect
      .soft(contrast(text, ground), `${element.textContent}: ${text} on ${ground}`)
      .toBeGreaterThan(wanted);
    checked.add(`${text} on ${ground}`);
  }
  expect(checked.size).toBeGreaterThanOrEqual(5);
});

test('escapes the product name', () => {
  const productName = `<b>R&D</b> {{word}} {{#if [email] \\{{x`;
  const named = { ...morning, site: { ...site, productName } };
  const { html } = renderEmail({ content: defaultTemplate, subject: '{{word}}' }, sampleWord, named);
  expect(parseHtml(html).querySelector('td td td')?.textContent).toBe(productName);
  expect(html).not.toContain('[email]');
});

type Rules = { selector: string; property: string; color: string }[];

function nightRules(light: 'night' | "Outlook's night"): Rules {
  const css = [...page.querySelectorAll('style')].map(({ textContent }) => textContent);
  const sheet = css.find((text) => text.includes(light === 'night' ? 'prefers-color-scheme' : '[data-ogsc]'));
  return [...(sheet ?? '').matchAll(/(\.\w+) \{ ([\w-]+): (#\w{6}) !important; \}/g)].map(
    ([, selector = '', property = '', color = '']) => ({ selector, property, color }),
  );
}

/** The color of the element or of the nearest ancestor that has one. */
function colorOf(element: HtmlElement, property: string, rules: Rules = []): string {
  for (let at: HtmlElement | null = element; at; at = at.parentElement) {
    const here: HtmlElement = at;
    const rule = rules.findLast((one) => one.property === property && here.matches(one.selector));
    const inline = new RegExp(`(?:^|; )${property}: (#\\w{6})`).exec(here.getAttribute('style') ?? '');
    const color = rule?.color ?? inline?.[1];
    if (color) return color;
  }
  throw new Error(`No ${property} around ${element.textContent}`);
}

/** The contrast ratio as defined by WCAG 2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const week = { title: 'Weather', introduction: 'It starts dry. It ends wet.', position: 1, count: 7 };
const inWeek = (over: Partial<typeof week>) =>
  renderEmail(template, sampleWord, { ...morning, week: { ...week, ...over } });

test('an email of no theme week is byte for byte what it would be without themes', () => {
  const themed = { ...sampleWord, theme: 'Weather', themePlace: '3' };
  expect(renderEmail(template, themed, morning)).toEqual(email);
  const content = designTemplate({ ...defaultDesign, theme: false });
  expect(renderEmail({ ...template, content }, sampleWord, morning)).toEqual(email);
  expect(renderEmail({ ...template, content }, sampleWord, { ...morning, week })).toEqual(email);
});

test('an email of a theme week names it above the word, and introduces it on its first day', () => {
  const first = inWeek({});
  expect(first.text.replace(/\s+/g, ' ')).toContain(
    'Weather · 1 of 7 It starts dry. It ends wet. PETRICHOR'.replace('PETRICHOR', 'petrichor'),
  );
  expect(first.html.indexOf('Weather · 1 of 7')).toBeLessThan(first.html.indexOf('<h1'));
  const third = inWeek({ position: 3 });
  expect(third.html).toContain('Weather · 3 of 7');
  expect(third.html).not.toContain('It starts dry.');
  expect(inWeek({ introduction: '' }).html).not.toContain('{{');
  const german = { ...morning, language: 'de', week };
  expect(renderEmail(template, sampleWord, german).html).toContain('Weather · 1/7');
});

test('a hostile title of a theme is text in every part', () => {
  const title = '<b>{{word}} [fname] & "more"</b>';
  const { html, text } = inWeek({ title, introduction: '<script>alert(1)</script>' });
  expect(html).not.toMatch(/<b>\{\{|<script/);
  expect(html).toContain('&lt;b&gt;');
  expect(html).not.toContain('[fname]');
  expect(text).toContain('<script>alert(1)</script>');
});

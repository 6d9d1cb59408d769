import type { MonthPage, WordPage } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { aQuotation } from '../testing/builders.ts';
import { renderNotFoundDocument } from './archive-document.tsx';
import { renderMonthDocument } from './render-month.tsx';
import { renderWordDocument } from './render-word.tsx';

const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };
const parts = {
  assets: { script: '/assets/a.js', styles: ['/assets/a.css'], fonts: ['/assets/w.woff2'] },
  signup: '<wordrise-signup><template shadowrootmode="open"><form></form></template></wordrise-signup>',
};

function aPage(over: Partial<WordPage['word']> = {}, page: Partial<WordPage> = {}): WordPage {
  return {
    word: {
      word: 'petrichor',
      phoneticPronunciation: '/ˈpetrɪˌkɔr/',
      respelling: 'PET-rih-kor',
      partOfSpeech: 'noun',
      definition: 'The smell of rain\non dry earth.',
      etymology: 'From Greek petra.',
      example1: 'After rain: petrichor.',
      example2: '',
      conversationTip: 'Say it when it rains.',
      quotation: '',
      quotationAuthor: '',
      quotationWork: '',
      quotationYear: '',
      quotationUrl: '',
      hasVoice: true,
      slug: 'petrichor',
      day: '2026-11-21',
      sentAt: '2026-11-21T12:00:00.000Z',
      ...over,
    },
    examples: [['After rain: ', 'petrichor', '.']],
    days: ['2026-11-21'],
    hasPodcast: false,
    previous: { word: 'déjà vu', slug: 'deja-vu' },
    next: undefined,
    ...page,
  };
}

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const word = (page: WordPage) => parse(renderWordDocument(config, parts, page));

test('a word’s page has everything that its email has, and the day it went out', () => {
  const page = word(aPage());
  const text = page.querySelector('article')?.textContent;
  for (const said of [
    'November 21, 2026',
    'petrichor',
    '/ˈpetrɪˌkɔr/',
    'PET-rih-kor',
    'noun',
    'From Greek petra.',
    'The smell of rain\non dry earth.',
    'After rain: petrichor.',
    'Say it when it rains.',
  ])
    expect(text).toContain(said);
  expect(page.querySelector('b')?.textContent).toBe('petrichor');
  expect(page.querySelector('a[rel=prev]')?.getAttribute('href')).toBe('/words/deja-vu');
  expect(page.querySelector('a[rel=next]')).toBeNull();
  expect(page.querySelector('wordrise-signup')).not.toBeNull();
});

test('a word’s page can be shared: its address is a link, and the script may offer a button', () => {
  const section = word(aPage()).querySelector('section[aria-labelledby=share]');
  const address = 'https://words.example.com/words/petrichor';
  expect(section?.querySelector('h2')?.textContent).toBe('Keep or share this word');
  expect(section?.querySelector('a')?.getAttribute('href')).toBe(address);
  expect(section?.querySelector('a')?.textContent).toBe('words.example.com/words/petrichor');
  const button = section?.querySelector('button');
  expect(button?.disabled).toBe(true);
  expect(button?.dataset.share).toBe(address);
});

test('a quotation has its source, for people and for search engines', () => {
  const quoted = word(aPage(aQuotation, { quotation: ['A ', 'petrichor', ' rose.'] }));
  const quotation = quoted.querySelector('figure blockquote');
  expect(quotation?.getAttribute('cite')).toBe(aQuotation.quotationUrl);
  expect(quotation?.textContent).toBe('A petrichor rose.');
  expect(quoted.querySelector('figcaption')?.textContent).toBe('Ada Quill, Roads & Rain (1911)');
  expect(quoted.querySelector('figcaption a')?.getAttribute('href')).toBe(aQuotation.quotationUrl);
  const data = quoted.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
  expect(JSON.parse(data).subjectOf).toEqual({
    '@type': 'Quotation',
    text: aQuotation.quotation,
    creator: { '@type': 'Person', name: 'Ada Quill' },
    isPartOf: {
      '@type': 'CreativeWork',
      name: 'Roads & Rain',
      datePublished: '1911',
      url: aQuotation.quotationUrl,
    },
  });
  const bare = { ...aQuotation, quotationUrl: '', quotationYear: 'about 1599' };
  const unlinked = word(aPage(bare, { quotation: ['A ', 'petrichor', ' rose.'] }));
  expect(unlinked.querySelector('figure a, [cite]')).toBeNull();
  expect(word(aPage()).querySelector('figure, cite')).toBeNull();
});

test('cited forms of an etymology are in italics, and asterisks elsewhere stay', () => {
  const page = word(aPage({ etymology: 'Greek *petra* & *ichor*.', conversationTip: 'Say it *once*.' }));
  expect([...page.querySelectorAll('article em')].map((form) => form.textContent)).toEqual([
    'petra',
    'ichor',
  ]);
  const text = page.querySelector('article')?.textContent;
  expect(text).toContain('Greek petra & ichor.');
  expect(text).toContain('Say it *once*.');
});

test('each text has its own direction: a word may be Arabic, and its definition English', () => {
  const directed = word(aPage()).querySelectorAll('article [dir=auto]');
  expect([...directed].map((element) => element.textContent)).toEqual([
    'petrichor',
    'The smell of rain\non dry earth.',
    'After rain: petrichor.',
    'From Greek petra.',
    'Say it when it rains.',
  ]);
});

test('a missing field has no heading', () => {
  const lacking = { etymology: '', conversationTip: '', phoneticPronunciation: '', respelling: '' };
  const page = word(aPage(lacking, { examples: [], previous: undefined }));
  expect([...page.querySelectorAll('article h2, nav[aria-label="Other words"]')]).toEqual([]);
});

test('search engines and link previews know the word', () => {
  const page = word(aPage());
  const meta = (name: string) =>
    page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
  expect(page.title).toBe('petrichor · Wordrise');
  expect(meta('description')).toBe('The smell of rain on dry earth.');
  expect(meta('og:title')).toBe('petrichor');
  expect(meta('og:url')).toBe('https://words.example.com/words/petrichor');
  expect(meta('og:image')).toBe('https://words.example.com/words/petrichor.png');
  expect(meta('og:image:alt')).toBe('petrichor: The smell of rain on dry earth.');
  expect(meta('twitter:image:alt')).toBe(meta('og:image:alt'));
  expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(meta('og:url'));
  expect([...page.querySelectorAll('link[rel=alternate]')].map((link) => link.getAttribute('href'))).toEqual([
    '/feed.xml',
    '/feed.json',
  ]);
  const data = page.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
  expect(JSON.parse(data)).toMatchObject({ '@type': 'DefinedTerm', name: 'petrichor', url: meta('og:url') });
});

test('markup in a word is text', () => {
  const nasty = `</script><script>alert('x')</script> & "co"`;
  const page = word(aPage({ word: nasty, definition: nasty }, { examples: [['', nasty, '']] }));
  expect(page.querySelector('h1')?.textContent).toBe(nasty);
  const scripts = [...page.querySelectorAll('script')].map((script) => script.getAttribute('type'));
  expect(scripts).toEqual(['application/ld+json', 'module']);
  const data = page.querySelector('script')?.textContent ?? '';
  expect(JSON.parse(data)).toMatchObject({ name: nasty, description: nasty });
});

test('holds nothing that a strict content security policy refuses', () => {
  const page = word(aPage());
  expect(page.querySelectorAll('style, [style]')).toHaveLength(0);
  const running = [...page.querySelectorAll('script:not([type="application/ld+json"])')];
  expect(running.map((script) => script.getAttribute('src'))).toEqual(['/assets/a.js']);
});

test('the web font is used only for words whose letters it has', () => {
  const classOf = (headword: string) => word(aPage({ word: headword })).querySelector('h1')?.className;
  expect(classOf('ne’er-do-well')).toBe(classOf('petrichor'));
  expect(classOf('déjà vu')).not.toBe(classOf('petrichor'));
});

const recording = { path: '/recordings/k.mp3', type: 'audio/mpeg', bytes: 1234, seconds: 1.5 };

test('a word can be heard: a link to its recording, a button for the browser’s voice, or nothing', () => {
  const hear = (word: Partial<WordPage['word']>) =>
    parse(renderWordDocument(config, parts, aPage(word, { hasPodcast: true }))).querySelector('#hear');
  expect(hear({ recording })?.outerHTML).toContain('<a');
  expect(hear({ recording, hasVoice: false })?.getAttribute('href')).toBe('/recordings/k.mp3');
  const button = hear({});
  // Shown by the script only where the browser has a voice.
  expect(button?.matches('button:disabled')).toBe(true);
  expect(button?.getAttribute('data-say')).toBe('petrichor');
  expect(button?.nextElementSibling?.textContent).toBe('This browser has no voice to say it with.');
  expect(hear({ hasVoice: false })).toBeNull();
  const page = parse(renderWordDocument(config, parts, aPage({ recording }, { hasPodcast: true })));
  expect(page.querySelector('link[type="application/rss+xml"]')?.getAttribute('href')).toBe('/podcast.xml');
  expect(page.querySelector('footer')?.textContent).toContain('Podcast');
});

test('a month lists its words and the other months', () => {
  const month: MonthPage = {
    month: '2026-10',
    months: ['2026-11', '2026-10'],
    hasPodcast: false,
    words: [
      { word: 'umami', slug: 'umami', partOfSpeech: 'noun', definition: 'A taste.', day: '2026-10-31' },
    ],
  };
  const page = parse(renderMonthDocument(config, parts, month));
  expect(page.querySelector('h1')?.textContent).toBe('October 2026');
  expect(page.querySelector('li')?.textContent).toContain('Oct 31');
  expect(page.querySelector('li a')?.getAttribute('href')).toBe('/words/umami');
  expect(page.querySelector('[aria-current=page]')?.getAttribute('href')).toBe('/archive/2026-10');
  expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
    'https://words.example.com/archive/2026-10',
  );
});

test('says so while no word has gone out', () => {
  const page = parse(
    renderMonthDocument(config, parts, { month: undefined, months: [], words: [], hasPodcast: false }),
  );
  expect(page.querySelector('main')?.textContent).toContain('No word has gone out yet.');
});

test('a missing page says so and is not indexed', () => {
  const page = parse(renderNotFoundDocument(config, parts));
  expect(page.querySelector('h1')?.textContent).toBe('404 Page Not Found');
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
});

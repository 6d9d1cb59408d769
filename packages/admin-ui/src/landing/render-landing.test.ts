import { expect, test } from 'vitest';
import { renderLandingDocument } from './render-landing.tsx';

const assets = { script: '/assets/l.js', styles: ['/assets/l.css'], fonts: ['/assets/n.woff2'] };

const islands = {
  signup: '<wordrise-signup><template shadowrootmode="open"><form></form></template></wordrise-signup>',
  sample: '<wordrise-sample></wordrise-sample>',
};

function render(productName = 'Wordrise', confirmSignups = false) {
  const html = renderLandingDocument(
    { productName, publicUrl: 'https://words.example.com', confirmSignups },
    assets,
    islands,
  );
  return { html, page: new DOMParser().parseFromString(html, 'text/html') };
}

const look = { styles: '/s.css', picture: '/p.png', language: 'en', hasOwnFonts: true, hasBenefits: true };

test('can be read before any script runs', () => {
  const { html, page } = render();
  expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true);
  expect(page.querySelector('h1')?.textContent).toBe('Wordrise');
  const text = page.body.textContent;
  for (const said of ['Start Your Day Smarter, One Word at a Time', '1-minute read', 'Why Wordrise?']) {
    expect(text).toContain(said);
  }
  expect(page.querySelector('footer')).not.toBeNull();
});

test.each([
  {
    confirmSignups: false,
    said: 'Welcome to Wordrise!Your first daily word will arrive soon.',
  },
  {
    confirmSignups: true,
    said: 'Almost done!Check your inbox and click the link to confirm.',
  },
])('the toast for a signup is true with confirmSignups=$confirmSignups', ({ confirmSignups, said }) => {
  const { page } = render('Wordrise', confirmSignups);
  const toast = page.querySelector<HTMLTemplateElement>('template[data-tone=success]');
  expect(toast?.content.textContent).toBe(said);
});

test.each([
  {
    hasRecap: false,
    lead: 'Free. One email a day, and nothing else.',
    benefit: 'One email each morning. We use',
  },
  {
    hasRecap: true,
    lead: 'Free. One email a day and a weekly recap, and nothing else.',
    benefit: 'One email each morning, and one a week with the words of seven days. We use',
  },
])('says which emails there are with hasRecap=$hasRecap', ({ hasRecap, lead, benefit }) => {
  const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com', hasRecap };
  const read = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent;
  const text = read(renderLandingDocument(config, assets, islands));
  expect(text).toContain(lead);
  expect(text).toContain(benefit);
  const texts = { lead: 'A word from us.' };
  const brand = { ...look, texts };
  const branded = read(renderLandingDocument({ ...config, brand }, assets, islands));
  expect(branded).toContain('A word from us.');
  expect(branded).not.toContain(lead);
  expect(branded).toContain('Why Wordrise?');
  const short = { ...brand, hasBenefits: false };
  expect(read(renderLandingDocument({ ...config, brand: short }, assets, islands))).not.toContain(
    'Why Wordrise?',
  );
});

test('the owner’s lines are in the owner’s language, all others in English', () => {
  const texts = { headline: 'كلمة كل صباح', lead: '' };
  const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };
  const read = (language: string) => {
    const brand = { ...look, language, texts };
    const html = renderLandingDocument({ ...config, brand }, assets, islands);
    const page = new DOMParser().parseFromString(html, 'text/html');
    const marked = [...page.body.querySelectorAll('[lang]')].filter((one) => !one.closest('wordrise-signup'));
    return [
      page.documentElement.lang,
      ...marked.map((one) => [one.textContent, one.getAttribute('lang'), one.getAttribute('dir')]),
    ];
  };
  expect(read('ar')).toEqual(['en', ['كلمة كل صباح', 'ar', 'rtl']]);
  expect(read('en-GB')).toEqual(['en']);
  expect(read('en')).toEqual(['en']);
});

test('the button of the benefits links to the form', () => {
  const { page } = render();
  const target = page.querySelector('#to-signup')?.getAttribute('href') ?? '';
  expect(page.querySelector(target)?.querySelector('wordrise-signup')).not.toBeNull();
});

test('has what search engines and link previews need', () => {
  const { page } = render();
  const meta = (name: string) =>
    page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
  expect(page.title).toBe('Wordrise: one word each morning');
  expect(meta('description')).toMatch(/1-minute read/);
  expect(meta('og:title')).toBe(page.title);
  expect(meta('og:url')).toBe('https://words.example.com/');
  expect(meta('og:image')).toBe('https://words.example.com/preview.png');
  expect(page.querySelector('link[rel=icon]')?.getAttribute('href')).toBe('/favicon.svg');
});

test.each([true, false])('links to the archive and its feeds if there is one: %s', (hasArchive) => {
  const html = renderLandingDocument(
    { productName: 'Wordrise', publicUrl: 'https://words.example.com', hasArchive },
    assets,
    islands,
  );
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelectorAll('footer a[href="/archive"]')).toHaveLength(hasArchive ? 1 : 0);
  expect(page.querySelectorAll('link[rel=alternate]')).toHaveLength(hasArchive ? 2 : 0);
});

test('holds nothing that a strict content security policy refuses', () => {
  const { page } = render();
  expect([...page.querySelectorAll('script')].map((script) => script.getAttribute('src'))).toEqual([
    '/widgets.js',
    '/assets/l.js',
  ]);
  expect(page.querySelectorAll('style, [style]')).toHaveLength(0);
  const handlers = [...page.querySelectorAll('*')].flatMap((element) =>
    element.getAttributeNames().filter((name) => name.startsWith('on')),
  );
  expect(handlers).toEqual([]);
});

test('a screen reader hears of an error from the toast, and of a success only from the form', () => {
  const { page } = render();
  expect(page.querySelector('#toasts')?.getAttribute('aria-live')).toBe('off');
  const [success, error] = page.querySelectorAll<HTMLTemplateElement>('#toasts > template');
  expect(success?.content.querySelector('[role]')).toBeNull();
  expect(error?.content.querySelector('[role]')?.getAttribute('role')).toBe('alert');
});

test('a product name is always text', () => {
  const name = `"><script>alert('x')</script> & Co`;
  const { page } = render(name);
  expect(page.querySelector('h1')?.textContent).toBe(name);
  expect(
    page.querySelector<HTMLTemplateElement>('#toasts > template')?.content.querySelector('p')?.textContent,
  ).toBe(`Welcome to ${name}!`);
  expect(page.querySelectorAll('script')).toHaveLength(2);
});

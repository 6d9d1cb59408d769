import { expect, test } from 'vitest';
import {
  cssSnippet,
  defaultOptions,
  htmlSnippet,
  linkSnippet,
  plainFormSnippet,
  propertiesOf,
  reactSnippet,
} from './snippets-card.tsx';

const url = 'https://words.example.com';
const changed = {
  ...defaultOptions,
  theme: 'dark',
  favoriteWord: false,
  button: 'Join',
  note: 'It’s free & "easy" <really>, don\'t worry.',
} as const;

/** The HTML as a browser parses it. */
function parsed(html: string) {
  const { body } = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
  return body;
}

test('by default the snippet is two short lines', () => {
  expect(htmlSnippet(url, defaultOptions)).toBe(
    '<script src="https://words.example.com/widgets.js"></script>\n' +
      '<wordrise-signup api-url="https://words.example.com"></wordrise-signup>',
  );
  expect(reactSnippet(url, defaultOptions)).toBe(
    "import { SignupForm } from '@wordrise/widgets';\n" +
      "import '@wordrise/widgets/style.css';\n\n" +
      '<SignupForm apiUrl="https://words.example.com" />',
  );
  expect(cssSnippet(defaultOptions)).toBeUndefined();
});

test('a browser reads the chosen options from the HTML, including quotes and brackets', () => {
  const element = parsed(htmlSnippet(url, changed)).querySelector('wordrise-signup');
  expect(element?.getAttribute('api-url')).toBe(url);
  expect(element?.getAttribute('theme')).toBe('dark');
  expect(element?.getAttribute('favorite-word')).toBe('off');
  expect(JSON.parse(element?.getAttribute('texts') ?? '')).toEqual({ button: 'Join', note: changed.note });
  expect(element?.attributes).toHaveLength(4);
});

test('the trap for robots is not shown where a page forbids inline styles', () => {
  const trap = parsed(plainFormSnippet(url, defaultOptions)).querySelector<HTMLInputElement>(
    '[name=website]',
  );
  expect(trap?.hidden).toBe(true);
});

test('React gets the same as props', () => {
  expect(reactSnippet(url, changed)).toContain(
    [
      '<SignupForm',
      '  apiUrl="https://words.example.com"',
      '  theme="dark"',
      '  favoriteWord={false}',
      `  texts={{ button: "Join", note: ${JSON.stringify(changed.note)} }}`,
      '/>',
    ].join('\n'),
  );
});

test.each([
  { firstName: 'required', name: true },
  { firstName: 'optional', name: false },
  { firstName: 'off', name: undefined },
] as const)('asks for a first name as the installation does: $firstName', ({ firstName, name }) => {
  const options = { ...defaultOptions, firstName };
  const attribute = firstName === 'required' ? null : firstName;
  const element = parsed(htmlSnippet(url, options)).querySelector('wordrise-signup');
  expect(element?.getAttribute('first-name')).toBe(attribute);
  expect(reactSnippet(url, options).includes('firstName=')).toBe(firstName !== 'required');
  const form = parsed(plainFormSnippet(url, options)).querySelector('form');
  expect([form?.method, form?.action]).toEqual(['post', `${url}/api/register`]);
  expect(form?.querySelector<HTMLInputElement>('[name=firstName]')?.required).toBe(name);
});

test('blank texts are ignored', () => {
  expect(htmlSnippet(url, { ...defaultOptions, button: '  ', note: '\t' })).toBe(
    htmlSnippet(url, defaultOptions),
  );
});

test('colors and corners go into a style sheet', () => {
  expect(cssSnippet({ ...defaultOptions, accent: '#28599b', corners: 'square' })).toBe(
    ':root {\n  --wordrise-accent: #28599b;\n  --wordrise-on-accent: #ffffff;\n  --wordrise-radius: 0px;\n}',
  );
  expect(cssSnippet({ ...defaultOptions, corners: 'soft' })).toBe(':root {\n  --wordrise-radius: 4px;\n}');
});

test.each([
  { accent: '#000000', on: '#ffffff' },
  { accent: '#bf4720', on: '#ffffff' },
  { accent: '#ffd54a', on: '#000000' },
  { accent: '#ffffff', on: '#000000' },
])('on $accent $on can be read', ({ accent, on }) => {
  expect(propertiesOf({ ...defaultOptions, accent })['--wordrise-on-accent']).toBe(on);
});

test('escapes the product’s name in the link', () => {
  const link = parsed(linkSnippet(`${url}/?a=1&b="2"#signup`, 'Words <& more>')).querySelector('a');
  expect(link?.getAttribute('href')).toBe(`${url}/?a=1&b="2"#signup`);
  expect(link?.textContent).toBe('Words <& more>');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { attributeName, sampleOptions, signupOptions } from '../src/element/attributes.ts';
import { defaultSampleTexts, defaultTexts, defaultTodayTexts } from '../src/texts.ts';
import { dist, ensureBuilt, packageDir } from './built.ts';

const readme = readFileSync(join(packageDir, 'README.md'), 'utf8');
beforeAll(ensureBuilt);

test('the README lists every option and every text with its default', () => {
  for (const option of [...signupOptions, ...sampleOptions]) expect(readme).toContain(`\`${option}\``);
  for (const key of Object.keys(defaultSampleTexts)) expect(readme).toContain(`\`${key}\``);
  for (const [key, text] of Object.entries(defaultTexts)) {
    expect(readme).toContain(text ? `| \`${key}\` | ${text} |` : `| \`${key}\` | `);
  }
});

test('the README lists every custom property and every styled part', () => {
  const css = readFileSync(dist('style.css'), 'utf8');
  const properties = new Set(css.match(/--wordrise-[\w-]+/g));
  const parts = new Set([...css.matchAll(/part~?="?([\w-]+)/g)].map(([, name]) => name));
  expect(properties.size).toBeGreaterThan(5);
  expect(parts.size).toBeGreaterThan(20);
  for (const name of properties) expect(readme).toContain(`\`${name}\``);
  for (const name of parts) if (name !== 'unseen') expect(readme).toContain(`\`${name}\``);
});

test('the README lists the texts and the parts of the word of the day', () => {
  const parts = readFileSync(dist('today.css'), 'utf8').matchAll(/part~?="?([\w-]+)/g);
  const names = [...parts].map(([, name]) => name).filter((name) => name !== 'unseen');
  expect(names.length).toBeGreaterThan(5);
  for (const name of [...names, ...Object.keys(defaultTodayTexts)]) expect(readme).toContain(`\`${name}\``);
});

test.each(['wordrise-widgets.js', 'bot-check.js', 'wordrise-today.js', 'today.js', 'index.js', 'style.css'])(
  'the README states the size of %s',
  (file) => {
    const bytes = readFileSync(dist(file));
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${file}\``)) ?? '';
    const [gzip = 0, brotli = 0] = [...row.matchAll(/([\d.]+) kB/g)].map(([, kB]) => Number(kB) * 1000);
    // Compressors differ a little.
    expect(Math.abs(gzip - gzipSync(bytes, { level: 9 }).length)).toBeLessThan(100);
    expect(Math.abs(brotli - brotliCompressSync(bytes).length)).toBeLessThan(100);
  },
);

test('the WordPress plugin writes attributes that the form has, and its README lists its options', () => {
  const example = (file: string) => readFileSync(join(packageDir, '../../examples/wordpress', file), 'utf8');
  const plugin = example('wordrise-signup.php');
  const keysOf = (array: string) =>
    [...(plugin.split(array)[1]?.split(');')[0] ?? '').matchAll(/'([\w-]+)' +=> /g)].map(
      ([, key]) => key ?? '',
    );
  const attributes = keysOf('$options = array(');
  expect(attributes).toContain('api-url');
  expect(signupOptions.map(attributeName)).toEqual(expect.arrayContaining(attributes));
  const options = keysOf('shortcode_atts(');
  expect(options).toContain('button');
  for (const key of options) expect(example('README.md')).toContain(`${key}="`);
});

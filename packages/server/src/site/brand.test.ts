import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defaultDesign, design as designSchema } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { inBrand } from './brand.ts';

const widget = `a{--accent:var(--wordrise-accent,light-dark(#bf4720,#f5a06a));--on:var(--wordrise-on-accent, light-dark(#fff, #24130a));font:var(--wordrise-font,system-ui,sans-serif);f:var(--wordrise-word-font, Georgia, serif)}`;

test('the widgets get the owner’s colors and fonts as defaults, which a page’s own ones replace', () => {
  const shown = inBrand(widget, designSchema.parse({ accent: '#ffd400', type: 'friendly' }));
  expect(shown).toContain('var(--wordrise-accent,light-dark(#ffd400,');
  expect(shown).toMatch(/var\(--wordrise-on-accent, light-dark\(#14161d,#[0-9a-f]{6}\)\)/);
  // Quotes would end the string of the script that the styles are in.
  expect(shown).toContain('var(--wordrise-font,Trebuchet MS, Lucida Grande');
  expect(shown).not.toMatch(/['"]/);
  expect(inBrand(widget, defaultDesign).replaceAll(' ', '')).toBe(
    widget.replaceAll(' ', '').replace('#fff,', '#ffffff,'),
  );
});

test('the built widgets have the colors and fonts that are replaced', () => {
  const require = createRequire(import.meta.url);
  const own = designSchema.parse({ accent: '#123456', type: 'book' });
  for (const file of ['wordrise-widgets.js', 'wordrise-today.js', 'style.css']) {
    const shown = inBrand(readFileSync(require.resolve(`@wordrise/widgets/${file}`), 'utf8'), own);
    expect(shown).toContain('#123456');
    expect(shown).not.toContain('#bf4720');
    expect(shown).toContain('Palatino Linotype');
  }
});

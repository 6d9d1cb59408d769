import { contrast, designColors } from '@wordrise/core/constants';
import { expect, test } from 'vitest';
import { renderBrandStyles } from './brand-styles.ts';

/** The value of a property, by day and at night. */
function valuesOf(css: string, name: string): string[] {
  return [...css.matchAll(new RegExp(`${name}: ([^;]+);`, 'g'))].map(([, value = '']) => value);
}

test('without a color or type of one’s own, pages keep theirs', () => {
  const css = renderBrandStyles({ accent: null, type: 'classic', header: 'sunrise' });
  expect(css).not.toContain('--wr-color');
  expect(css).not.toContain('--wr-brand-serif');
  expect(css).not.toContain('--wr-brand-hero');
});

test.each(['sunrise', 'band', 'plain'] as const)('text on the header %s is readable', (header) => {
  for (const accent of ['#ffd400', '#0b3d91', '#000000', '#e43f50']) {
    const css = renderBrandStyles({ accent, type: 'book', header });
    const [day, night] = valuesOf(css, '--wr-brand-header');
    const [dayInk = '#1b2030', nightInk = '#f3ede1'] = valuesOf(css, '--wr-brand-header-ink');
    if (header === 'plain') expect([day, night]).toEqual(['transparent', 'transparent']);
    else {
      expect(contrast(day ?? '', dayInk)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(night ?? '', nightInk)).toBeGreaterThanOrEqual(4.5);
    }
    expect(valuesOf(css, '--wr-color-accent')).toEqual([accent, designColors(accent).night.accent]);
    for (const [at, ink] of ['#1b2030', '#f3ede1'].entries()) {
      const sky = valuesOf(css, '--wr-brand-hero-sky')[at] ?? '';
      for (const [color] of sky.matchAll(/#[0-9a-f]{6}/g)) expect(contrast(color, ink)).toBeGreaterThan(4.5);
    }
  }
});

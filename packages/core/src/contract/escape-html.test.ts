import { expect, test } from 'vitest';
import { escapeHtml } from './escape-html.ts';

test('escapes everything that has a meaning in HTML', () => {
  expect(escapeHtml(`<a href="x">R&B's</a> &amp;`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;R&amp;B&#39;s&lt;/a&gt; &amp;amp;',
  );
});

test('keeps quotes that the markup around them allows', () => {
  expect(escapeHtml(`"don't"<`, '"')).toBe('"don&#39;t"&lt;');
  expect(escapeHtml(`"don't"<`, `"'`)).toBe(`"don't"&lt;`);
});

import { expect, test } from 'vitest';
import { textPart } from './render-email.ts';

test.each([
  {
    why: 'headings unchanged, with space above',
    html: '<p>a</p><h1>Word</h1><p>b</p><h3>straße</h3>c',
    text: 'a\n\n\nWord\n\nb\n\n\nstraße\n\nc\n',
  },
  {
    why: 'links with their address, in no square brackets',
    html: '<a href="https://example.com/a?b=1&amp;c=2">Read on</a>',
    text: 'Read on <https://example.com/a?b=1&c=2>\n',
  },
  {
    why: 'only once an address that is its own text',
    html: '<a href="https://example.com">https://example.com</a> <a href="#top">Up</a>',
    text: 'https://example.com Up\n',
  },
  { why: 'no pictures', html: 'a<img src="https://example.com/x.png" alt="A logo">b', text: 'ab\n' },
  {
    why: 'nothing from the head, from styles or scripts',
    html: '<!DOCTYPE html><html><head><title>t</title><style>.a{}</style></head><body>x<style>.b{}</style><script>1</script></body></html>',
    text: 'x\n',
  },
  {
    why: 'nothing from a head without a body',
    html: '<title>t</title><style>.a{}</style>x',
    text: 'x\n',
  },
  { why: 'no comment, Outlook’s neither', html: 'x<!--[if mso]><p>y</p><![endif]--><!-- z -->', text: 'x\n' },
  {
    why: 'no preheader',
    html: '<div style="display:none">a&#847;</div><div style="color:red; DISPLAY: none">b</div><p hidden>c</p>x',
    text: 'x\n',
  },
  {
    why: 'cells of a layout on their own lines',
    html: '<table><tr><td>Wordrise</td><td>Tuesday</td></tr><tr><td><p>a</p></td></tr></table>',
    text: 'Wordrise\nTuesday\n\na\n',
  },
  { why: 'lists', html: '<ul><li>a</li><li>b</li></ul>', text: ' * a\n * b\n'.trimStart() },
  {
    why: 'no more than two empty lines',
    html: '<p>a</p><br><br><br><br><p>&nbsp;</p><p>b</p>',
    text: 'a\n\n\nb\n',
  },
])('shows $why', ({ html, text }) => {
  expect(textPart(html)).toBe(text);
});

test('breaks lines at 78 columns, and no word', () => {
  const url = `https://example.com/${'x'.repeat(90)}`;
  const lines = textPart(`<p>${'four '.repeat(60)}</p><p>${url}</p>`)
    .trim()
    .split('\n');
  expect(lines[0]).toHaveLength(74);
  expect(lines.filter((line) => line.length > 78)).toEqual([url]);
});

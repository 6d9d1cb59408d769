import { expect, test } from 'vitest';
import { Fragment, Html, jsx } from './jsx-runtime.ts';

test.each([
  { why: 'text', type: 'p', props: { children: 'a < b & "c"' }, html: '<p>a &lt; b &amp; &quot;c&quot;</p>' },
  { why: 'an attribute', type: 'a', props: { href: '"x' }, html: '<a href="&quot;x"></a>' },
  {
    why: "React's names",
    type: 'label',
    props: { className: 'c', htmlFor: 'f', tabIndex: -1 },
    html: '<label class="c" for="f" tabindex="-1"></label>',
  },
  {
    why: 'what is not said',
    type: 'input',
    props: { required: true, disabled: false, id: undefined, onClick: () => {}, ref: {} },
    html: '<input required="">',
  },
  {
    why: 'what ARIA calls true',
    type: 'input',
    props: { required: true, 'aria-hidden': true },
    html: '<input required="" aria-hidden="true">',
  },
  {
    why: 'children of all kinds',
    type: 'p',
    props: { children: ['a', 0, null, false, undefined, [new Html('<b>b</b>')]] },
    html: '<p>a0<b>b</b></p>',
  },
])('writes $why', ({ type, props, html }) => {
  expect(jsx(type, props as never).html).toBe(html);
});

test('writes components and fragments', () => {
  const Greeting = ({ name }: Record<string, unknown>) => jsx('b', { children: `Hi ${name}` });
  expect(jsx(Fragment, { children: [jsx(Greeting, { name: '<you>' }), '!'] }).html).toBe(
    '<b>Hi &lt;you&gt;</b>!',
  );
});

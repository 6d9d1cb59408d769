import { expect, test } from 'vitest';
import { withLinksOutside } from './email-frame.tsx';

test.each([
  {
    why: 'a whole document',
    html: '<!doctype html><html><HEAD lang="en"><title>a</title></HEAD></html>',
    framed: '<!doctype html><html><HEAD lang="en"><base target="_blank"><title>a</title></HEAD></html>',
  },
  {
    why: 'a piece of HTML, where a header is no head',
    html: '<header>$& a</header>',
    framed: '<base target="_blank"><header>$& a</header>',
  },
])('links of $why load nothing into the frame', ({ html, framed }) => {
  expect(withLinksOutside(html)).toBe(framed);
});

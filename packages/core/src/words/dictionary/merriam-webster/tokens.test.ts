import { expect, test } from 'vitest';
import { sentence } from '../normalize-word.ts';
import { isBareSynonym, renderTokens } from './present-entry.ts';

const cases: [why: string, text: string, plain: string][] = [
  ['bold colon at the start', '{bc}to take a path', 'to take a path'],
  ['bold colon inside', '{bc}to walk {bc}to go', 'to walk: to go'],
  ['two bold colons', '{bc} {bc}to walk', 'to walk'],
  ['bold', 'a {b}bold{/b} move', 'a bold move'],
  ['italic', 'from {it}tener{/it}', 'from tener'],
  ['small capitals', 'in 44 {sc}b.c.{/sc}', 'in 44 b.c.'],
  ['subscript', 'H{inf}2{/inf}O', 'H2O'],
  ['superscript', '10{sup}3{/sup}', '103'],
  ['headword', 'the stream {wi}meanders{/wi} on', 'the stream meanders on'],
  ['quoted word', 'the word {qword}so{/qword}', 'the word so'],
  ['phrase', '{phrase}by and by{/phrase} it rained', 'by and by it rained'],
  ['paragraph headword', '{parahw}tender{/parahw} means soft', 'tender means soft'],
  ['explanation', 'a {gloss}small{/gloss} boat', 'a (small) boat'],
  ['curly quotes', '{ldquo}soft{rdquo}', '“soft”'],
  ['paragraph break', 'one.{p_br}Two', 'one. Two'],
  ['ampersand', 'salt {amp} pepper', 'salt & pepper'],
  ['automatic link', 'a {a_link|river}', 'a river'],
  ['direct link', 'a {d_link|bend|bend:2} here', 'a bend here'],
  ['direct link with an empty target', 'a {d_link|bend|} here', 'a bend here'],
  ['italic link', 'a {i_link|bend|bend:2}', 'a bend'],
  ['etymology link', 'from {et_link|tener:1|tener:1}', 'from tener'],
  ['more-at target', 'more at {mat|river:1|}', 'more at river'],
  ['synonym', '{bc}{sx|stroll||}', 'stroll'],
  ['synonym with a sense', '{bc}{sx|ramble:2||1b}', 'ramble'],
  ['several synonyms', '{bc}{sx|ramble||}, {sx|roam||}', 'ramble, roam'],
  ['cross-reference target outside its wrapper', 'compare {dxt|stroll:1||2}', 'compare stroll'],
  ['more-at wrapper', 'from a river {ma}{mat|river:1|}{/ma}', 'from a river'],
  ['see-also wrapper', 'a bend {dx}see also {dxt|curve||}{/dx}', 'a bend'],
  [
    'cross-reference inside a definition',
    'to walk {dx_def}see {dxt|walk:1||2}{/dx_def}, slowly',
    'to walk, slowly',
  ],
  ['cross-reference in an etymology', 'Latin {dx_ety}see {dxt|tener||}{/dx_ety}', 'Latin'],
  ['two wrappers', 'a {dx}x{/dx} b {dx}y{/dx} c', 'a b c'],
  ['a wrapper that never ends', 'a bend {dx}see {dxt|curve||}', 'a bend see curve'],
  ['date mark', '1601{ds|i|1|a|1}', '1601'],
  ['emphasis inside a link', '{d_link|{it}vis-à-vis{/it}|id}', 'vis-à-vis'],
  ['a token nobody knows', 'a {new_one}b{/new_one} {new_link|c|d|e} {h2}d', 'a b c d'],
  ['stray braces', 'a } b { c', 'a b c'],
  ['square brackets', 'he [the king] left', 'he [the king] left'],
  ['a spaced ellipsis', 'the road . . . went on', 'the road… went on'],
  ['only a cross-reference', '{dx}see {dxt|walk||}{/dx}', ''],
];

test.each(cases)('renders %s', (_why, text, plain) => {
  expect(renderTokens(text)).toBe(plain);
});

test.each(cases)('leaves no token, square bracket or double space of %s in a sentence', (_why, text) => {
  for (const surrounded of [text, `{bc}${text}`, ` x ${text} , y `, `[${text}]`, `${text}${text}`]) {
    const plain = sentence(renderTokens(surrounded));
    expect(plain).not.toMatch(/[{}[\]|]| {2}|^[\s:]| [,;:.]|\( | \)/u);
    expect(plain).toMatch(/^$|[.!?…][”’")]*$/u);
  }
});

test.each([
  ['{bc}{sx|ramble||1b}', true],
  ['{bc}{sx|ramble||}, {sx|roam||} {dx_def}see {dxt|roam||}{/dx_def}', true],
  ['{bc}to walk {bc}{sx|ramble||}', false],
  ['{bc}to walk', false],
  ['', false],
])('recognizes whether %s only names synonyms', (text, bare) => {
  expect(isBareSynonym(text)).toBe(bare);
});

import { compile, type HtmlToTextOptions } from 'html-to-text';
import { templateSizes } from './template-size.ts';

const heading = { uppercase: false, leadingLineBreaks: 3, trailingLineBreaks: 2 };

const options: HtmlToTextOptions = {
  wordwrap: 78,
  // Conditions can nest deeper than the template does, and the converter calls itself for each level.
  limits: { maxDepth: 2 * templateSizes.depth },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: heading })),
    // Angle brackets are the usual delimiters of an address in plain text (RFC 3986, appendix C).
    {
      selector: 'a',
      options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, noAnchorUrl: true },
    },
    ...['img', 'head', 'title', 'style', 'script'].map((selector) => ({ selector, format: 'skip' })),
    // Tables are for layout: neighboring cells are not one sentence.
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    // Skips preheaders and other invisible text.
    { selector: '*[hidden]', format: 'skip' },
    { selector: '*[style*="display:none"i]', format: 'skip' },
    { selector: '*[style*="display: none"i]', format: 'skip' },
  ],
};
const convert = compile(options);

/** The plain-text part of an email, built from its HTML for people to read. */
export function textPart(html: string): string {
  const text = convert(html)
    .replace(/(?<![ \t\u00a0])[ \t\u00a0]+$/gm, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
  return `${text}\n`;
}

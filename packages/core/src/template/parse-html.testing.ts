/** The part of the DOM that the tests of emails use; the package has no browser types. */
export interface HtmlElement {
  tagName: string;
  textContent: string;
  parentElement: HtmlElement | null;
  childNodes: Iterable<{ nodeType: number; textContent: string }>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): HtmlElement | null;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
  matches(selector: string): boolean;
}
export interface HtmlDocument extends HtmlElement {
  documentElement: HtmlElement;
  title: string;
}

// The name is in a variable because jsdom has no types, and these few are enough.
const name: string = 'jsdom';
const { JSDOM }: { JSDOM: new (html: string) => { window: { document: HtmlDocument } } } = await import(name);

/** Reads HTML as a browser does, without running scripts. */
export const parseHtml = (html: string): HtmlDocument => new JSDOM(html).window.document;

import MarkdownIt from 'markdown-it';
import type { PrivacyPage } from '../contract/privacy.ts';

// HTML in the text stays text, and links lead to the web or to an address, never to a script. Images could
// come from other hosts, which would learn who reads the page.
const markdown = new MarkdownIt({ html: false }).disable('image');

/** @param content Markdown; a heading of the first level at its start is the title. */
export function renderPrivacyText(content: string): PrivacyPage {
  const environment = {};
  const tokens = markdown.parse(content, environment);
  const [start, heading] = tokens;
  const hasTitle = start?.type === 'heading_open' && start.tag === 'h1';
  const title = hasTitle && heading?.children?.map((part) => part.content).join('');
  const body = hasTitle ? tokens.slice(3) : tokens;
  return {
    title: title || 'Privacy',
    html: markdown.renderer.render(body, markdown.options, environment),
  };
}

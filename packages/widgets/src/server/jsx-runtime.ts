/** Markup that is already escaped. */
export class Html {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

type Child = Html | string | number | boolean | null | undefined | readonly Child[];
type Props = Record<string, unknown> & { children?: Child };

const attributeNames: Record<string, string> = { className: 'class', htmlFor: 'for' };
const childless = new Set(['input', 'br', 'hr', 'img', 'link', 'meta']);

export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[char]!,
  );
}

function attribute(prop: string, value: unknown): string {
  if (value === null || value === undefined || value === false || typeof value === 'function') return '';
  const name = attributeNames[prop] ?? prop.toLowerCase();
  // What ARIA calls true is said in letters; of HTML's own attributes it is enough that they are there.
  return ` ${name}="${value === true && !name.startsWith('aria-') ? '' : escapeHtml(String(value))}"`;
}

function content(child: Child): string {
  if (child instanceof Html) return child.html;
  if (Array.isArray(child)) return child.map(content).join('');
  return typeof child === 'string' || typeof child === 'number' ? escapeHtml(String(child)) : '';
}

/** Shows its children and nothing else. */
export function Fragment({ children }: Props): Html {
  return new Html(content(children));
}

/**
 * In the place of React's JSX runtime: writes components without hooks as HTML at once, the way React would,
 * so that a server needs no React and no build step to show a widget.
 */
export function jsx(type: string | ((props: Props) => Html), props: Props): Html {
  if (typeof type === 'function') return type(props);
  const { children, ref, ...rest } = props;
  const attributes = Object.entries(rest)
    .map(([prop, value]) => attribute(prop, value))
    .join('');
  return new Html(`<${type}${attributes}>${childless.has(type) ? '' : `${content(children)}</${type}>`}`);
}

export const jsxs = jsx;

import { escapeHtml } from '@wordrise/core/constants';
import { type EmbedOptions, propertiesOf, textsOf } from './embed-options.ts';

/** The custom element, for any page. */
export function htmlSnippet(apiUrl: string, options: EmbedOptions): string {
  const texts = textsOf(options);
  const attributes = [
    `api-url="${escapeHtml(apiUrl)}"`,
    options.theme !== 'auto' && `theme="${options.theme}"`,
    !options.favoriteWord && 'favorite-word="off"',
    Object.keys(texts).length > 0 && `texts='${escapeHtml(JSON.stringify(texts), '"')}'`,
  ].filter((attribute) => attribute !== false);
  const element =
    attributes.length === 1
      ? `<wordrise-signup ${attributes[0]}></wordrise-signup>`
      : `<wordrise-signup\n  ${attributes.join('\n  ')}\n></wordrise-signup>`;
  return `<script src="${escapeHtml(apiUrl)}/widgets.js"></script>\n${element}`;
}

/** The React component. */
export function reactSnippet(apiUrl: string, options: EmbedOptions): string {
  const texts = Object.entries(textsOf(options)).map(([name, text]) => `${name}: ${JSON.stringify(text)}`);
  const props = [
    `apiUrl=${JSON.stringify(apiUrl)}`,
    options.theme !== 'auto' && `theme="${options.theme}"`,
    !options.favoriteWord && 'favoriteWord={false}',
    texts.length > 0 && `texts={{ ${texts.join(', ')} }}`,
  ].filter((prop) => prop !== false);
  const element =
    props.length === 1 ? `<SignupForm ${props[0]} />` : `<SignupForm\n  ${props.join('\n  ')}\n/>`;
  return `import { SignupForm } from '@wordrise/widgets';\nimport '@wordrise/widgets/style.css';\n\n${element}`;
}

/** The word of the day, for any page. */
export function todaySnippet(apiUrl: string): string {
  return `<script src="${escapeHtml(apiUrl)}/today.js"></script>\n<wordrise-today api-url="${escapeHtml(apiUrl)}"></wordrise-today>`;
}

/** Colors and corners for the page's style sheet; `undefined` if they are the defaults. */
export function cssSnippet(options: EmbedOptions): string | undefined {
  const lines = Object.entries(propertiesOf(options)).map(([name, value]) => `  ${name}: ${value};`);
  return lines.length === 0 ? undefined : `:root {\n${lines.join('\n')}\n}`;
}

/** A plain link. */
export function linkSnippet(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text, `"'`)}</a>`;
}

import { useQuery } from '@tanstack/react-query';
import { escapeHtml, type FirstNameMode } from '@wordrise/core/constants';
import type { SystemView } from '@wordrise/core/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Alert } from '../../design/states.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import * as styles from './embed-page.css.ts';

/** The code to copy, for every variant of the widget. */
export function SnippetsCard({ system, options: look }: { system: SystemView; options: EmbedOptions }) {
  const config = useQuery(endpointQuery(useApi(), 'config'));
  const options = { ...look, firstName: config.data?.firstName ?? 'required' };
  const { productName, publicUrl } = system;
  const address = publicUrl.replace(/(^|[^/])\/+$/, '$1');
  const css = cssSnippet(options);

  return (
    <Card title="Code">
      <div className={styles.snippets}>
        <AddressWarning productName={productName} publicUrl={publicUrl} />
        <CodeSnippet
          title="Any page"
          note="Paste it where the form should appear. It brings its own styles and ignores the page’s."
          code={htmlSnippet(address, options)}
          what="HTML"
        />
        {css !== undefined && (
          <CodeSnippet
            title="Colors and corners"
            note="For that page’s style sheet, with either form."
            code={css}
            what="CSS"
          />
        )}
        <CodeSnippet
          title="React"
          note={
            <>
              After <code>npm install @wordrise/widgets</code>. Until the package is published, make it from a
              checkout: docs/form-on-your-site.md says how.
            </>
          }
          code={reactSnippet(address, options)}
          what="React code"
        />
        <CodeSnippet
          title="Without scripts"
          note="A plain form, for site builders and pages that block scripts. It has the page’s own look and leads to a page of this installation."
          code={plainFormSnippet(address, options)}
          what="plain form"
        />
        <CodeSnippet
          title="Link only"
          note="Links to this installation’s own page. For newsletters, profiles and sites that block scripts."
          code={linkSnippet(
            `${address}${config.data?.signupPath ?? '/'}`,
            `Get one word each morning from ${productName}`,
          )}
          what="link"
        />
        <CodeSnippet
          title="Word of the day"
          note="Shows the last word that was sent, on any site."
          code={todaySnippet(address)}
          what="HTML for the word of the day"
        />
        <p className={styles.note}>
          A page with a content security policy must allow <code>{new URL(publicUrl).origin}</code> in{' '}
          <code>script-src</code> and <code>connect-src</code>, and for the plain form in{' '}
          <code>form-action</code>.
        </p>
      </div>
    </Card>
  );
}

/** Warns if the code would not work on other sites: visitors cannot reach the address, or browsers refuse it. */
function AddressWarning({ productName, publicUrl }: Pick<SystemView, 'productName' | 'publicUrl'>) {
  const { hostname, protocol } = new URL(publicUrl);
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) {
    return (
      <Alert tone="warn" title="This address works on this machine only">
        The public address is <code>{publicUrl}</code>. <Link to="/admin/settings">Change it</Link> to the one
        that visitors use before you paste the code anywhere.
      </Alert>
    );
  }
  if (protocol !== 'http:') return null;
  return (
    <Alert tone="warn" title="Pages served over https will not load it">
      The public address is <code>{publicUrl}</code>. Serve {productName} over https and{' '}
      <Link to="/admin/settings">change it</Link> to that address.
    </Alert>
  );
}

/** The custom element, for any page. */
export function htmlSnippet(apiUrl: string, options: EmbedOptions): string {
  const texts = textsOf(options);
  const attributes = [
    `api-url="${escapeHtml(apiUrl)}"`,
    options.theme !== 'auto' && `theme="${options.theme}"`,
    options.firstName !== 'required' && `first-name="${options.firstName}"`,
    !options.favoriteWord && 'favorite-word="off"',
    Object.keys(texts).length > 0 && `texts='${escapeHtml(JSON.stringify(texts), '"')}'`,
  ].filter((attribute) => attribute !== false);
  const element =
    attributes.length === 1
      ? `<wordrise-signup ${attributes[0]}></wordrise-signup>`
      : `<wordrise-signup\n  ${attributes.join('\n  ')}\n></wordrise-signup>`;
  return `<script src="${escapeHtml(apiUrl)}/widgets.js"></script>\n${element}`;
}

/** A form that needs no script. On a page without styles for it, each label is above its field. */
export function plainFormSnippet(apiUrl: string, { firstName, favoriteWord, button }: EmbedOptions): string {
  const name = `<input name="firstName" autocomplete="given-name"${firstName === 'required' ? ' required' : ''}>`;
  const lines = [
    '<p><label>Email<br><input name="email" type="email" autocomplete="email" required></label></p>',
    firstName !== 'off' && `<p><label>First name<br>${name}</label></p>`,
    favoriteWord && '<p><label>Favorite word<br><input name="favoriteWord"></label></p>',
    // Only robots fill it in. `hidden` for pages that forbid inline styles, the style for pages that show all fields.
    '<input name="website" tabindex="-1" autocomplete="off" aria-hidden="true" hidden style="position: absolute; left: -99rem">',
    `<button>${escapeHtml(button.trim() || 'Sign Up')}</button>`,
  ].filter((line) => line !== false);
  const action = `${escapeHtml(apiUrl)}/api/register`;
  return `<form method="post" action="${action}">\n  ${lines.join('\n  ')}\n</form>`;
}

/** The React component. */
export function reactSnippet(apiUrl: string, options: EmbedOptions): string {
  const texts = Object.entries(textsOf(options)).map(([name, text]) => `${name}: ${JSON.stringify(text)}`);
  const props = [
    `apiUrl=${JSON.stringify(apiUrl)}`,
    options.theme !== 'auto' && `theme="${options.theme}"`,
    options.firstName !== 'required' && `firstName="${options.firstName}"`,
    !options.favoriteWord && 'favoriteWord={false}',
    texts.length > 0 && `texts={{ ${texts.join(', ')} }}`,
  ].filter((prop) => prop !== false);
  const element =
    props.length === 1 ? `<SignupForm ${props[0]} />` : `<SignupForm\n  ${props.join('\n  ')}\n/>`;
  return `import { SignupForm } from '@wordrise/widgets';\nimport '@wordrise/widgets/style.css';\n\n${element}`;
}

/** The word of the day, for any page. */
function todaySnippet(apiUrl: string): string {
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

interface CodeSnippetProps {
  title: string;
  note?: ReactNode;
  code: string;
  /** What the button copies, for screen readers: "HTML". */
  what: string;
}

type Feedback = 'copied' | 'selected' | undefined;

/** Code with a button that copies it and reports whether that worked. */
function CodeSnippet({ title, note, code, what }: CodeSnippetProps) {
  const id = useId();
  const text = useRef<HTMLElement>(null);
  const [feedback, setFeedback] = useState<Feedback>();

  useEffect(() => {
    if (!feedback) return;
    const timer = setTimeout(() => setFeedback(undefined), 4000);
    return () => clearTimeout(timer);
  }, [feedback]);

  async function copy() {
    setFeedback((await toClipboard(code)) ? 'copied' : selectAll(text.current));
  }

  const done = feedback === 'copied' ? 'Copied' : 'Copy';
  return (
    <section className={styles.snippet} aria-labelledby={id}>
      <div className={styles.snippetHead}>
        <div>
          <h3 className={styles.snippetTitle} id={id}>
            {title}
          </h3>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </div>
        <span className={styles.copy}>
          <Button
            size="small"
            icon={feedback === 'copied' ? 'check' : 'copy'}
            aria-label={`${done} ${what}`}
            onClick={copy}
          >
            {done}
          </Button>
        </span>
      </div>
      <pre className={styles.code}>
        <code ref={text}>{code}</code>
      </pre>
      <p className={feedback === 'selected' ? styles.note : visuallyHidden} role="status">
        {feedback === 'copied' && `${title}: copied.`}
        {feedback === 'selected' && 'Your browser blocked copying. The code is selected: press Ctrl+C or ⌘C.'}
      </p>
    </section>
  );
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    // Missing on plain http.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function selectAll(element: HTMLElement | null): Feedback {
  if (element) getSelection()?.selectAllChildren(element);
  return 'selected';
}

/** The admin's choices; the widget's defaults stay out of the snippets. */
export interface EmbedOptions {
  theme: 'auto' | 'light' | 'dark';
  /** What the installation asks for. */
  firstName: FirstNameMode;
  favoriteWord: boolean;
  button: string;
  /** Below the button; `[label](address)` makes a link. */
  note: string;
  /** `#rrggbb`; `undefined` for the widget's default. */
  accent: string | undefined;
  corners: keyof typeof cornerSizes;
}

const cornerSizes = { round: undefined, soft: '4px', square: '0px' } as const;

export const defaultOptions: EmbedOptions = {
  theme: 'auto',
  firstName: 'required',
  favoriteWord: true,
  button: '',
  note: '',
  accent: undefined,
  corners: 'round',
};

/** Texts that differ from the widget's defaults. */
export function textsOf({ button, note }: EmbedOptions): { button?: string; note?: string } {
  return {
    ...(button.trim() !== '' && { button: button.trim() }),
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}

/** Custom properties that differ from the widget's defaults. */
export function propertiesOf({ accent, corners }: EmbedOptions): Record<string, string> {
  const size = cornerSizes[corners];
  return {
    ...(accent && { '--wordrise-accent': accent, '--wordrise-on-accent': readableOn(accent) }),
    ...(size && { '--wordrise-radius': size }),
  };
}

/** Black or white, whichever is easier to read on a color `#rrggbb`. */
function readableOn(color: string): '#ffffff' | '#000000' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

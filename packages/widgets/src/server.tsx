import css, { hash } from 'virtual:widget-css';
import { attributeName, sampleOptions, signupOptions } from './element/attributes.ts';
import type { SampleOptions } from './sample/options.ts';
import { atFirst } from './sample/rotation.ts';
import { SampleView } from './sample/sample-view.tsx';
import { escapeHtml, type Html } from './server/jsx-runtime.ts';
import type { SignupOptions } from './signup/options.ts';
import { SignupView } from './signup/signup-view.tsx';
import { viewOptions } from './signup/view-options.ts';

export type { SampleOptions } from './sample/options.ts';
export type { SignupOptions } from './signup/options.ts';

export interface RenderOptions {
  /**
   * How the markup gets its styles before the script is there.
   * `link` (default) points to `stylesUrl` and suits `style-src 'self'`; `inline` writes a `<style>`, which needs
   * `stylesHash` in `style-src` or a `nonce`, and can never flash.
   */
  styles?: 'link' | 'inline';
  /** Default: `widgets.css` beside the API. */
  stylesUrl?: string;
  /** For the `<style>` of `inline`. */
  nonce?: string;
  /** Shown where scripts are off. */
  noScript?: string;
}

/** The widgets' style sheet, as in `style.css`. */
export const styles = css;
/** Of the `<style>` that `styles: 'inline'` writes, for `style-src`: `'sha256-…'` without the quotes. */
export const stylesHash = hash;

function attributes(names: readonly string[], options: object): string {
  return Object.entries(options)
    .filter(([name, value]) => names.includes(name) && value !== undefined && typeof value !== 'function')
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return ` ${attributeName(name)}="${escapeHtml(text)}"`;
    })
    .join('');
}

function element(
  tag: string,
  written: string,
  view: Html,
  options: RenderOptions & { apiUrl?: string | undefined },
) {
  const {
    stylesUrl = `${(options.apiUrl ?? '').replace(/\/+$/, '')}/widgets.css`,
    nonce,
    noScript,
  } = options;
  const dress =
    options.styles === 'inline'
      ? `<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ''}>${css}</style>`
      : `<link rel="stylesheet" href="${escapeHtml(stylesUrl)}">`;
  const without = noScript ? `<noscript>${escapeHtml(noScript)}</noscript>` : '';
  return `<${tag}${written}><template shadowrootmode="open">${dress}<div>${view.html}</div>${without}</template></${tag}>`;
}

/**
 * `<wordrise-signup>` with the whole form in a declarative shadow root: there before any script runs,
 * and taken over by `wordrise-widgets.js` without a shift.
 */
export function renderSignupElement(options: SignupOptions & RenderOptions = {}): string {
  const { noScript = 'Signing up needs JavaScript. Please allow it for this page.' } = options;
  const view = (<SignupView {...viewOptions(options)} id="" state={{ step: 'ready' }} />) as unknown as Html;
  return element('wordrise-signup', attributes(signupOptions, options), view, { ...options, noScript });
}

/** `<wordrise-sample>` with the first sample showing. */
export function renderSampleElement(options: SampleOptions & RenderOptions = {}): string {
  const view = (<SampleView {...options} rotation={atFirst} />) as unknown as Html;
  return element('wordrise-sample', attributes(sampleOptions, options), view, options);
}

import css, { hash } from 'virtual:widget-css';
import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ReactElement } from 'react';
import { attributeName, sampleOptions, signupOptions } from './element/attributes.ts';
import type { SampleOptions } from './sample/options.ts';
import { atFirst } from './sample/rotation.ts';
import { SampleView } from './sample/sample-view.tsx';
import { type SignupOptions, viewOptions } from './signup/options.ts';
import { type FieldTexts, SignupView } from './signup/signup-view.tsx';

export type { SampleOptions } from './sample/options.ts';
export type { SignupOptions } from './signup/options.ts';

export interface RenderOptions {
  /**
   * How the markup is styled before the script has loaded.
   * `link` (default) points to `stylesUrl` and works with `style-src 'self'`. `inline` writes a `<style>`, which never
   * flashes but needs `stylesHash` in `style-src`, or a `nonce`.
   */
  styles?: 'link' | 'inline';
  /** Default: `widgets.css` next to the API. */
  stylesUrl?: string;
  /** For the `<style>` of `inline`. */
  nonce?: string;
  /** Shown when JavaScript is disabled. The form works without it. */
  noScript?: string;
}

/** A form that was posted without a script, and is shown again. */
export interface RenderedForm {
  /** What its fields contain. */
  values?: FieldTexts | undefined;
  /** Hidden fields by name, such as `redirect`. */
  hidden?: Record<string, string>;
  /** What is wrong, by field. */
  problems?: FieldTexts;
  /** What is wrong with none of them. */
  problem?: string | undefined;
}

/** The widgets' style sheet, the same as `style.css`. */
export const styles = css;
/** Hash of the `<style>` that `styles: 'inline'` writes, for `style-src`: `sha256-…`, without quotes. */
export const stylesHash = hash;

function attributes(names: readonly string[], options: object): Record<string, string> {
  const written = Object.entries(options).filter(
    ([name, value]) => names.includes(name) && value !== undefined && typeof value !== 'function',
  );
  return Object.fromEntries(
    written.map(([name, value]) => [
      attributeName(name),
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
}

interface Rendering {
  tag: string;
  names: readonly string[];
  options: RenderOptions & { apiUrl?: string | undefined };
  view: ReactElement;
}

function render({ tag, names, options, view }: Rendering): string {
  const {
    apiUrl = '',
    stylesUrl = `${apiUrl.replace(/(^|[^/])\/+$/, '$1')}/widgets.css`,
    nonce,
    noScript,
  } = options;
  const sheet =
    options.styles === 'inline'
      ? h('style', { nonce, dangerouslySetInnerHTML: { __html: css } })
      : h('link', { rel: 'stylesheet', href: stylesUrl });
  // The views are typed for React; the build compiles their JSX for Preact.
  const content = h('div', null, view as ComponentChild);
  const fallback = noScript && h('noscript', null, noScript);
  const template = h('template', { shadowrootmode: 'open' }, sheet, content, fallback);
  return renderToString(h(tag, attributes(names, options), template));
}

/**
 * `<wordrise-signup>` with the whole form in a declarative shadow root: visible before any script runs, then
 * hydrated by `wordrise-widgets.js` without a layout shift.
 */
export function renderSignupElement(options: SignupOptions & RenderOptions & RenderedForm = {}): string {
  const { values, hidden = {}, problems, problem } = options;
  const view = (
    <SignupView
      {...viewOptions(options)}
      id=""
      state={{ step: problems || problem ? 'failed' : 'ready', fields: problems, problem }}
      values={values}
      hidden={Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    />
  );
  const html = render({ tag: 'wordrise-signup', names: signupOptions, options, view });
  // The first wrong field has the focus. Not in the view, whose script moves the focus itself and has a size limit.
  return html.replace(' aria-invalid="true"', ' autofocus aria-invalid="true"');
}

/** `<wordrise-sample>` showing the first sample. */
export function renderSampleElement(options: SampleOptions & RenderOptions = {}): string {
  const view = <SampleView {...options} rotation={atFirst} />;
  return render({ tag: 'wordrise-sample', names: sampleOptions, options, view });
}

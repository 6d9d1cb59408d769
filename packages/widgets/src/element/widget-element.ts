import css from 'virtual:widget-css';
import { type ComponentChild, render } from 'preact';
import type { ReactElement } from 'react';
import { attributeName, readAttribute } from './attributes.ts';

// On a server there is no HTMLElement, but importing this must not fail.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * An element whose options are both attributes and properties; the last one set wins. It hydrates markup that a
 * server rendered into the shadow root, and keeps text that was typed into it.
 */
export abstract class WidgetElement<Options> extends Base {
  readonly options: Record<string, unknown> = {};
  #container: Element | undefined;

  declare protected readonly names: readonly string[];
  protected abstract view(options: Options): ReactElement;

  connectedCallback(): void {
    const own = this as unknown as Record<string, unknown>;
    for (const name of this.names) {
      // Set before the script loaded: the element's value hides the accessor.
      if (Object.hasOwn(this, name)) {
        this.options[name] = own[name];
        delete own[name];
      }
    }
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // A constructed sheet works with `style-src 'self'`. An element loses it when moved to another document.
    if (!shadow.adoptedStyleSheets.length) {
      const { CSSStyleSheet } = this.ownerDocument.defaultView ?? globalThis;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      shadow.adoptedStyleSheets = [sheet];
    }
    this.#container ??= shadow.querySelector('div') ?? shadow.appendChild(document.createElement('div'));
    this.draw();
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    for (const name of this.names) {
      if (attributeName(name) === attribute) this.options[name] = readAttribute(name, text);
    }
    this.draw();
  }

  override focus(options?: FocusOptions): void {
    this.#container?.querySelector<HTMLElement>('input, a, button')?.focus(options);
  }

  draw(): Element | undefined {
    if (this.#container) render(this.view(this.options as Options) as ComponentChild, this.#container);
    return this.#container;
  }
}

/** Adds attributes and properties to the class and registers it, unless a first copy of the script already has. */
export function defineWidget(
  tag: string,
  names: readonly string[],
  Widget: new () => WidgetElement<never>,
): void {
  Object.assign(Widget.prototype, { names });
  for (const name of names) {
    Object.defineProperty(Widget.prototype, name, {
      get(this: WidgetElement<never>) {
        return this.options[name];
      },
      set(this: WidgetElement<never>, value: unknown) {
        this.options[name] = value;
        this.draw();
      },
    });
  }
  (Widget as unknown as { observedAttributes: string[] }).observedAttributes = names.map(attributeName);
  if (globalThis.customElements && !customElements.get(tag)) customElements.define(tag, Widget);
}

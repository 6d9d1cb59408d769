import css from 'virtual:widget-css';
import { type ComponentChild, render } from 'preact';
import type { ReactElement } from 'react';
import { attributeName, readAttribute } from './attributes.ts';

// Importing this on a server is harmless.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * An element whose options are attributes and properties alike; what was set last counts. Markup that a server
 * wrote into the shadow root is taken over as it stands, typed text included.
 */
export abstract class WidgetElement<Options> extends Base {
  readonly options: Record<string, unknown> = {};
  #place: Element | undefined;

  declare protected readonly names: readonly string[];
  protected abstract view(options: Options): ReactElement;

  connectedCallback(): void {
    const own = this as unknown as Record<string, unknown>;
    for (const name of this.names) {
      // Set before the script was there: the value hides the accessor.
      if (Object.hasOwn(this, name)) {
        this.options[name] = own[name];
        delete own[name];
      }
    }
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // A constructed sheet passes `style-src 'self'`. Moved to another document, the element has lost it.
    if (!shadow.adoptedStyleSheets.length) {
      const sheet = new this.ownerDocument.defaultView!.CSSStyleSheet();
      sheet.replaceSync(css);
      shadow.adoptedStyleSheets = [sheet];
    }
    this.#place ??= shadow.querySelector('div') ?? shadow.appendChild(document.createElement('div'));
    this.draw();
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    for (const name of this.names) {
      if (attributeName(name) === attribute) this.options[name] = readAttribute(name, text);
    }
    this.draw();
  }

  override focus(options?: FocusOptions): void {
    this.#place?.querySelector<HTMLElement>('input, a, button')?.focus(options);
  }

  draw(): Element | undefined {
    if (this.#place) render(this.view(this.options as Options) as ComponentChild, this.#place);
    return this.#place;
  }
}

/** Gives the class its attributes and properties and registers it; a second copy of the script leaves the first be. */
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

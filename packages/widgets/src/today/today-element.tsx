import css from 'virtual:today-css';
import { ownScript } from '../own-script.ts';
import { loadToday, type TodayOptions } from './options.ts';
import { TodayView } from './today-view.tsx';

export type { TodayTexts } from '../texts.ts';
export type { TodayOptions } from './options.ts';

// Wordrise runs where the classic script came from. A module doesn't know its address and uses the page's origin.
const home = ownScript?.src ? new URL('.', ownScript.src).href : '';
// On a server there is no HTMLElement, but importing this must not fail.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/** `<wordrise-today>`: the word of the day in a shadow root. It hides itself while Wordrise cannot be reached. */
class TodayElement extends Base {
  static readonly observedAttributes = ['api-url', 'theme', 'lang', 'texts'];
  #today: TodayOptions['today'];
  /** The address that the word was requested from; an answer from an earlier address is dropped. */
  #asked: string | undefined;

  connectedCallback(): void {
    if (!this.shadowRoot) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
    }
    this.#draw();
    this.#load();
  }

  attributeChangedCallback(): void {
    if (!this.shadowRoot) return;
    this.#draw();
    this.#load();
  }

  #load(): void {
    const apiUrl = this.getAttribute('api-url') ?? home;
    if (apiUrl === this.#asked) return;
    this.#asked = apiUrl;
    loadToday(apiUrl).then(
      (today) => this.#show(apiUrl, today),
      () => this.#show(apiUrl, undefined),
    );
  }

  #show(apiUrl: string, today: TodayOptions['today']): void {
    if (apiUrl !== this.#asked) return;
    this.#today = today;
    this.hidden = !today;
    this.#draw();
  }

  #draw(): void {
    const texts = this.getAttribute('texts');
    const view: unknown = TodayView({
      theme: (this.getAttribute('theme') ?? undefined) as TodayOptions['theme'],
      lang: this.getAttribute('lang') ?? undefined,
      texts: texts ? JSON.parse(texts) : undefined,
      today: this.#today,
    });
    // Typed for React; the build compiles the view's JSX to elements.
    this.shadowRoot?.replaceChildren(view as Element);
  }
}

if (globalThis.customElements && !customElements.get('wordrise-today'))
  customElements.define('wordrise-today', TodayElement);

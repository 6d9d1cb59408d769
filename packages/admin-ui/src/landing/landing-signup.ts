import type { FirstWord } from '@wordrise/core/contract';
import { sitePath } from '../design/site-path.ts';

interface WelcomePlaces {
  /** The card with the form. */
  sheet: HTMLElement;
  /** What contains the form, such as its shadow root. */
  form: EventTarget;
  /** Where the lines about the first word go. */
  details: HTMLElement;
  /** The lines for a reader who has to confirm first. */
  pending: HTMLTemplateElement;
  /** Toasts are shown there, fixed to the window. */
  toasts: HTMLElement;
}

/**
 * Celebrates a signup: the card shows a sunrise, the address that a link was sent to, when the first word arrives, and how
 * not to miss it.
 */
export function showWelcome(
  target: EventTarget,
  { sheet, form, details, pending, toasts }: WelcomePlaces,
): void {
  let address = '';
  // The widget's events say nothing that the visitor typed.
  form.addEventListener('submit', ({ target: sent }) => {
    address = `${new FormData(sent as HTMLFormElement).get('email') ?? ''}`.trim();
  });
  target.addEventListener('wordrise:success', async (event) => {
    const { confirmFirst } = (event as CustomEvent<{ confirmFirst?: boolean } | null>).detail ?? {};
    const asked = confirmFirst ? askToConfirm(pending, address) : [];
    details.replaceChildren(...asked);
    // Keeps the page below in place.
    sheet.style.minHeight = `${sheet.offsetHeight}px`;
    sheet.dataset.welcome = '';
    const toast = toasts.getBoundingClientRect();
    const card = sheet.getBoundingClientRect();
    if (toast.right > card.left && toast.bottom > card.top) scrollBy({ top: card.top - toast.bottom - 16 });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const known = await fetch(`${sitePath}/api/first-word?timezone=${encodeURIComponent(timeZone)}`)
      .then((response) => (response.ok ? (response.json() as Promise<FirstWord>) : undefined))
      .catch(() => undefined);
    if (known) details.append(...lines(known).map(paragraph));
  });
}

function askToConfirm(pending: HTMLTemplateElement, address: string): Node[] {
  const lines = pending.content.cloneNode(true) as DocumentFragment;
  const named = lines.querySelector('strong');
  if (named) named.textContent = address;
  // A link to the form on this page would only scroll.
  lines.querySelector('a')?.addEventListener('click', (event) => {
    event.preventDefault();
    location.reload();
  });
  return [...lines.childNodes];
}

/** The lines to show; the part between stars is emphasized. */
function lines({ at, isPlanned, confirmFirst, from }: FirstWord): string[] {
  const arrives = `our first word arrives *${inOwnTime(at, isPlanned)}*.`;
  return [
    ...(at && isPlanned ? [confirmFirst ? `Then y${arrives}` : `Y${arrives}`] : []),
    ...(at && !isPlanned ? [`Words usually go out at *${inOwnTime(at, isPlanned)}*.`] : []),
    from
      ? `Add *${from}* to your contacts so our emails don’t land in spam.`
      : 'When your first word arrives, add the sender to your contacts so it doesn’t land in spam.',
  ];
}

/** In the visitor's time zone, with its name: "Tuesday, November 24 at 7:00 AM EST", or the time alone. */
function inOwnTime(at: string | null, withDay: boolean): string {
  const day = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Date(at ?? 0).toLocaleString('en-US', { ...(withDay ? day : {}), ...time });
}

function paragraph(text: string): HTMLElement {
  const made = document.createElement('p');
  made.append(
    ...text.split('*').map((part, place) => {
      if (place % 2 === 0) return part;
      const point = document.createElement('strong');
      point.textContent = part;
      return point;
    }),
  );
  return made;
}

const welcomeForMs = 6000;

/**
 * Shows the result of a signup, from the form's own events; a new toast replaces the old one. An error stays until it is
 * dismissed or the visitor tries again: on this page the form does not repeat it.
 *
 * @param region Contains a template for each tone, which is removed from it.
 */
export function showToasts(target: EventTarget, region: HTMLElement) {
  const templates = [...region.querySelectorAll('template')];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dismiss() {
    clearTimeout(timer);
    region.replaceChildren();
  }

  /** @param text Replaces the template's text. */
  function show(tone: 'success' | 'error', text?: string) {
    const toast = templates.find(({ dataset }) => dataset.tone === tone)?.content.cloneNode(true);
    if (!toast) return;
    dismiss();
    region.append(toast);
    const description = region.querySelector('p + p');
    if (text && description) description.textContent = text;
    region.querySelector('button')?.addEventListener('click', dismiss);
    if (tone === 'success') timer = setTimeout(dismiss, welcomeForMs);
  }

  dismiss();
  // Toasts show errors from here on, so landing.css.ts hides the form's own alert.
  region.dataset.announces = '';
  target.addEventListener('wordrise:success', () => show('success'));
  target.addEventListener('wordrise:error', (event) => {
    const { message } = (event as CustomEvent<{ message?: string } | null>).detail ?? {};
    show('error', message);
  });
}

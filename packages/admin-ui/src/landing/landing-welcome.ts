import type { FirstWord } from '@wordrise/core/contract';

export interface WelcomePlaces {
  /** The card with the form. */
  sheet: HTMLElement;
  /** Where the lines about the first word go. */
  details: HTMLElement;
  /** Toasts are shown there, fixed to the window. */
  toasts: HTMLElement;
}

/** Celebrates a signup: the card shows a sunrise, when the first word arrives, and how not to miss it. */
export function showWelcome(target: EventTarget, { sheet, details, toasts }: WelcomePlaces): void {
  target.addEventListener('wordrise:success', async () => {
    // Keeps the page below in place.
    sheet.style.minHeight = `${sheet.offsetHeight}px`;
    sheet.dataset.welcome = '';
    const toast = toasts.getBoundingClientRect();
    const card = sheet.getBoundingClientRect();
    if (toast.right > card.left && toast.bottom > card.top) scrollBy({ top: card.top - toast.bottom - 16 });
    const known = await fetch('/api/first-word')
      .then((response) => (response.ok ? (response.json() as Promise<FirstWord>) : undefined))
      .catch(() => undefined);
    if (known) details.replaceChildren(...lines(known).map(paragraph));
  });
}

/** The lines to show; the part between stars is emphasized. */
function lines({ at, isPlanned, confirmFirst, from }: FirstWord): string[] {
  const arrives = `our first word arrives *${inOwnTime(at, isPlanned)}*.`;
  return [
    ...(confirmFirst ? ['*Confirm first:* open the link in the email that is on its way to you.'] : []),
    ...(at && isPlanned ? [confirmFirst ? `Then y${arrives}` : `Y${arrives}`] : []),
    ...(at && !isPlanned ? [`Words usually go out at *${inOwnTime(at, isPlanned)}*.`] : []),
    from
      ? `Add *${from}* to your contacts, so that no word ends up in spam.`
      : 'When your first word arrives, add its sender to your contacts, so that none ends up in spam.',
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

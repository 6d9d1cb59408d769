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
  region.dataset.telling = '';
  target.addEventListener('wordrise:success', () => show('success'));
  target.addEventListener('wordrise:error', (event) => {
    const { message } = (event as CustomEvent<{ message?: string } | null>).detail ?? {};
    show('error', message);
  });
}

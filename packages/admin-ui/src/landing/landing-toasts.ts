const welcomeForMs = 6000;

/** Tells how a signup went, from the form's own events; a new toast takes the place of the old. What went wrong stays
 * until it is dismissed or tried again: on this page the form does not say it a second time.
 *
 * @param region Contains a template for each tone, which is taken out of it. */
export function showToasts(target: EventTarget, region: HTMLElement) {
  const templates = [...region.querySelectorAll('template')];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dismiss() {
    clearTimeout(timer);
    region.replaceChildren();
  }

  /** @param text Instead of the template's. */
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
  // From now on there is somebody to tell it; see the form's own alert in landing.css.ts.
  region.dataset.telling = '';
  target.addEventListener('wordrise:success', () => show('success'));
  target.addEventListener('wordrise:error', (event) => {
    const { message } = (event as CustomEvent<{ message?: string } | null>).detail ?? {};
    show('error', message);
  });
}

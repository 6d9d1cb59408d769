const welcomeForMs = 6000;

/** Tells how a signup went, from the form's own events; a new toast takes the place of the old. What went wrong stays
 * until it is dismissed or tried again: on this page the form does not say it a second time.
 *
 * Texts come with the region (`data-welcome-title` and so on): the page is rendered with the contract's messages,
 * which stay out of the script. */
export function showToasts(target: EventTarget, region: HTMLElement) {
  const { welcomeTitle = '', welcome = '', failedTitle = '', failed = '' } = region.dataset;
  const {
    toast: toastClass = '',
    title: titleClass = '',
    text: textClass = '',
    close: closeClass = '',
  } = region.dataset;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dismiss() {
    clearTimeout(timer);
    region.replaceChildren();
  }

  function show(tone: 'success' | 'error', title: string, text: string) {
    const toast = element('div', toastClass);
    toast.dataset.tone = tone;
    const close = element('button', closeClass, '×');
    close.setAttribute('type', 'button');
    close.setAttribute('aria-label', 'Dismiss');
    close.addEventListener('click', dismiss);
    toast.append(element('p', titleClass, title), element('p', textClass, text), close);
    dismiss();
    region.append(toast);
    if (tone === 'success') timer = setTimeout(dismiss, welcomeForMs);
  }

  // From now on there is somebody to tell it; see the form's own alert in landing.css.ts.
  region.dataset.telling = '';
  target.addEventListener('wordrise:success', () => show('success', welcomeTitle, welcome));
  target.addEventListener('wordrise:error', (event) => {
    const { message } = (event as CustomEvent<{ message?: string } | null>).detail ?? {};
    show('error', failedTitle, message || failed);
  });
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

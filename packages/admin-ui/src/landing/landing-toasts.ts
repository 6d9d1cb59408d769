const showForMs = { success: 6000, error: 10_000 };

/** Tells how a signup went, from the form's own events; a new toast takes the place of the old.
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

  function show(tone: keyof typeof showForMs, title: string, text: string) {
    const toast = element('div', toastClass);
    toast.dataset.tone = tone;
    const close = element('button', closeClass, '×');
    close.setAttribute('type', 'button');
    close.setAttribute('aria-label', 'Dismiss');
    close.addEventListener('click', dismiss);
    toast.append(element('p', titleClass, title), element('p', textClass, text), close);
    dismiss();
    region.append(toast);
    timer = setTimeout(dismiss, showForMs[tone]);
  }

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

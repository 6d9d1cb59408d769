/** Loads the signup form's script on first use: most visitors of a word's page only read. */
export function loadWidgets(form: Element): void {
  const load = () => {
    for (const event of events) form.removeEventListener(event, load);
    const script = document.createElement('script');
    script.src = '/widgets.js';
    document.head.append(script);
  };
  for (const event of events) form.addEventListener(event, load, { passive: true });
}

const events = ['focusin', 'pointerenter', 'touchstart'];

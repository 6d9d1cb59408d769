import '../landing/landing-fonts.css';
import '../design/tokens.css.ts';
import '../design/global.css.ts';
import './archive.css.ts';
import { sitePath } from '../design/site-path.ts';

const events = ['focusin', 'pointerenter', 'touchstart'];
const form = document.querySelector('wordrise-signup');

/** Loads the signup form's script on first use: most visitors of a word's page only read. */
function load() {
  for (const event of events) form?.removeEventListener(event, load);
  const script = document.createElement('script');
  script.src = `${sitePath}/widgets.js`;
  document.head.append(script);
}

for (const event of events) form?.addEventListener(event, load, { passive: true });

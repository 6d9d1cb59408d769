import './landing-fonts.css';
import '../design/tokens.css.ts';
import '../design/global.css.ts';
import '../design/button.css.ts';
import '../design/toast.css.ts';
import './landing.css.ts';
import './privacy.css.ts';
import './own-page.css.ts';
import { showToasts, showWelcome } from './landing-signup.ts';

const toasts = document.getElementById('toasts');
const sheet = document.getElementById('signup');
const details = document.getElementById('first-word');
if (toasts) showToasts(document, toasts);
if (toasts && sheet && details) showWelcome(document, { sheet, details, toasts });

// Without this script the link just jumps to the form. Visitors who click it want to type next, but a jump by the
// browser would take the focus away from the field.
document.getElementById('to-signup')?.addEventListener('click', (event) => {
  const form = document.querySelector('wordrise-signup');
  const field = (form?.shadowRoot ?? form)?.querySelector('input');
  if (!field) return;
  event.preventDefault();
  document.getElementById('signup')?.scrollIntoView();
  field.focus({ preventScroll: true });
});

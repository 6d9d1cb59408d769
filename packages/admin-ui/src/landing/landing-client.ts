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
const pending = document.querySelector<HTMLTemplateElement>('#pending');
const widget = document.querySelector('wordrise-signup');
const form = widget?.shadowRoot ?? widget;
if (toasts) showToasts(document, toasts);
if (toasts && sheet && form && details && pending)
  showWelcome(document, { sheet, form, details, pending, toasts });

// Without this script the link just jumps to the form. Visitors who click it want to type next, but a jump by the
// browser would take the focus away from the field.
document.getElementById('to-signup')?.addEventListener('click', (event) => {
  const field = (widget?.shadowRoot ?? widget)?.querySelector('input');
  if (!field) return;
  event.preventDefault();
  document.getElementById('signup')?.scrollIntoView();
  field.focus({ preventScroll: true });
});

import './landing-fonts.css';
import '../design/tokens.css.ts';
import '../design/global.css.ts';
import './landing.css.ts';
import { showToasts } from './landing-toasts.ts';

const region = document.getElementById('toasts');
if (region) showToasts(document, region);

// The button scrolls by itself; whoever pressed it wants to type next.
document.getElementById('to-signup')?.addEventListener('click', () => {
  const form = document.querySelector('wordrise-signup');
  (form?.shadowRoot ?? form)?.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true });
});

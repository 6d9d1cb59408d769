import './archive-fonts.css';
import '../design/tokens.css.ts';
import '../design/global.css.ts';
import './archive.css.ts';
import { loadWidgets } from './load-widgets.ts';

const form = document.querySelector('wordrise-signup');
if (form) loadWidgets(form);

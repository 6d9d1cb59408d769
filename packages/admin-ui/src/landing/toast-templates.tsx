/** @jsxImportSource preact */
import { messages } from '@wordrise/core/constants';
import { button, iconOnly, size } from '../design/button.css.ts';
import * as styles from '../design/toast.css.ts';
import { Icon } from './icon.tsx';

/** The region for toasts, with a template of each, so that texts and styles stay out of the script. */
export function Toasts({ productName }: { productName: string }) {
  const { welcomeTitle, welcome, failedTitle, failed } = messages.signup;
  return (
    <div className={styles.viewport} id="toasts" role="status">
      <Template tone="success" title={welcomeTitle(productName)} text={welcome} />
      <Template tone="error" title={failedTitle} text={failed} />
    </div>
  );
}

/** The same toast as the admin area's `Toast`. */
function Template({ tone, title, text }: { tone: 'success' | 'error'; title: string; text: string }) {
  return (
    <template data-tone={tone}>
      <div className={styles.toast}>
        <span className={styles.icon[tone]}>
          <Icon name={tone === 'success' ? 'check' : 'warning'} size={16} />
        </span>
        <div className={styles.words}>
          <p className={styles.title}>{title}</p>
          <p className={styles.description}>{text}</p>
        </div>
        <button type="button" className={`${button.quiet} ${size.small} ${iconOnly}`} aria-label="Dismiss">
          <Icon name="close" size={18} />
        </button>
      </div>
    </template>
  );
}

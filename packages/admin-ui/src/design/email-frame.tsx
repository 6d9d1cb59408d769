import { classNames } from './class-names.ts';
import * as styles from './email-frame.css.ts';

export interface EmailFrameProps {
  /** For screen readers: "Email: petrichor". */
  title: string;
  html: string;
  className?: string;
}

/** An email's HTML as a mail client shows it. The sandbox blocks scripts, forms and access to our page. */
export function EmailFrame({ title, html, className }: EmailFrameProps) {
  return (
    <iframe
      className={classNames(styles.frame, className)}
      title={title}
      sandbox=""
      srcDoc={withStillLinks(html)}
    />
  );
}

/** Clicking a link would load another site into the frame. Pointed at a new window, which the sandbox blocks, it does
 * nothing. */
export function withStillLinks(html: string): string {
  const base = '<base target="_blank">';
  const head = /<head(\s[^<>]*)?>/i;
  return head.test(html) ? html.replace(head, (tag) => tag + base) : base + html;
}

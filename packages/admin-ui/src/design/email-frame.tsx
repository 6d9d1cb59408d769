import { classNames } from './class-names.ts';
import * as styles from './email-frame.css.ts';

export interface EmailFrameProps {
  /** For screen readers: "Email: petrichor". */
  title: string;
  html: string;
  className?: string;
}

/** An email's HTML as a mail client shows it. The sandbox keeps it from scripts, forms and everything of ours. */
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

/** A press on a link would put another site into the frame. Led to a new window, which the sandbox does not allow,
 * it does nothing. */
export function withStillLinks(html: string): string {
  const base = '<base target="_blank">';
  const head = /<head(\s[^>]*)?>/i;
  return head.test(html) ? html.replace(head, (tag) => tag + base) : base + html;
}

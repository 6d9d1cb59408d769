import { emailFramePath } from '@wordrise/core/contract';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import * as styles from './layout.css.ts';
import { sitePath } from './site-path.ts';

export interface EmailFrameProps {
  /** For screen readers: "Email: petrichor". */
  title: string;
  html: string;
  className?: string;
  /** A picture of it: what does not fit is cut off, without scroll bars. */
  cut?: boolean;
  /** Its links open new tabs: for emails that were delivered. In a preview they lead nowhere. */
  hasLinks?: boolean;
}

/**
 * An email's HTML as a mail client shows it. The sandbox blocks scripts, forms and access to our page. It is a frame
 * within a frame because a frame inherits the content security policy of its page: emails need inline styles, which the
 * admin area forbids.
 */
export function EmailFrame({ title, html, className, cut = false, hasLinks = false }: EmailFrameProps) {
  const [page, setPage] = useState<HTMLElement>();
  return (
    <>
      <iframe
        className={classNames(styles.emailFrame, className)}
        title={title}
        src={sitePath + emailFramePath}
        onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument?.body)}
      />
      {page &&
        createPortal(
          <iframe
            title={title}
            // Without the second word, the page in the new tab would have no scripts, forms and cookies either.
            sandbox={hasLinks ? 'allow-popups allow-popups-to-escape-sandbox' : ''}
            srcDoc={withLinksOutside(html)}
            {...(cut && { scrolling: 'no' })}
          />,
          page,
        )}
    </>
  );
}

/** Clicking a link would load another site into the frame. Pointed at a new window, it does nothing where the sandbox
 * blocks windows. */
export function withLinksOutside(html: string): string {
  const base = '<base target="_blank">';
  const head = /<head(\s[^<>]*)?>/i;
  const shown = withOwnLogo(html);
  return head.test(shown) ? shown.replace(head, (tag) => tag + base) : base + shown;
}

/** The logo from the address of this page: readers get it from the public address, which may not be reachable here. */
function withOwnLogo(html: string): string {
  return html.replace(/ src="[^"<>]*(\/brand\/logo-[\w-]+\.png)"/g, ` src="${sitePath}$1"`);
}

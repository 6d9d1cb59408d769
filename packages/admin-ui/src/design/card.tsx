import { type ReactNode, useId } from 'react';
import * as styles from './card.css.ts';
import { classNames } from './class-names.ts';

export interface CardProps {
  /** Makes the card a named region with a heading. */
  title?: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  headingLevel?: 2 | 3;
  /** Without the inner padding, for lists that reach the edges. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Card({ title, note, actions, headingLevel = 2, flush, className, children }: CardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const named = title !== undefined;
  const Frame = named ? 'section' : 'div';
  return (
    <Frame className={classNames(styles.card, className)} aria-labelledby={named ? id : undefined}>
      {(named || actions !== undefined) && (
        <div className={styles.header}>
          <div className={styles.headings}>
            {named && (
              <Heading className={styles.title} id={id} dir="auto">
                {title}
              </Heading>
            )}
            {note !== undefined && <p className={styles.note}>{note}</p>}
          </div>
          {actions}
        </div>
      )}
      {flush ? children : <div className={styles.body}>{children}</div>}
    </Frame>
  );
}

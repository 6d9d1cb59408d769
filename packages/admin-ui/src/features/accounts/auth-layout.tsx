import type { ReactNode } from 'react';
import { Icon } from '../../design/icon.tsx';
import { usePageTitle, useProductName } from '../../kit/page-title.ts';
import * as styles from './auth-layout.css.ts';

export interface AuthLayoutProps {
  title: string;
  subtitle: string;
  children: ReactNode;
  /** Below the panel. */
  aside?: ReactNode;
}

/** The frame of the two public pages: login and setup. */
export function AuthLayout({ title, subtitle, children, aside }: AuthLayoutProps) {
  const productName = useProductName();
  usePageTitle(title);
  return (
    <main className={styles.page}>
      <a className={styles.brand} href="/">
        <Icon name="sunrise" size={28} className={styles.mark} />
        {productName}
      </a>
      <div className={styles.panel}>
        <header>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.subtitle}>{subtitle}</p>
        </header>
        {children}
      </div>
      {aside}
    </main>
  );
}

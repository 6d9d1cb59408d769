import { NavLink } from 'react-router';
import * as styles from './design.css.ts';

/** The two ways to change how the email looks. */
export function TemplateTabs() {
  return (
    <nav className={styles.tabs} aria-label="Template">
      <NavLink className={styles.tab} to="/admin/templates/design">
        Design
      </NavLink>
      <NavLink className={styles.tab} to="/admin/templates" end>
        Advanced: HTML
      </NavLink>
    </nav>
  );
}

import { Link } from 'react-router';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { useProductName } from '../kit/page-title.ts';
import { useLogout, useUser } from '../kit/session.ts';
import * as styles from './admin-layout.css.ts';
import { Links, SiteLink, useLinks } from './navigation.tsx';

export function SideBar() {
  const productName = useProductName();
  const main = useLinks('main');
  const more = useLinks('more');
  return (
    <aside className={styles.side} aria-label="Side bar">
      <Link className={styles.brand} to="/admin">
        <Icon name="sunrise" size={26} className={styles.brandMark} />
        {productName}
      </Link>
      <nav className={styles.links} aria-label="Admin area">
        <Links links={main} />
      </nav>
      <nav aria-labelledby="more-pages">
        <p className={styles.linksTitle} id="more-pages">
          Installation
        </p>
        <div className={styles.links}>
          <Links links={more} />
          <SiteLink />
        </div>
      </nav>
      <SignedIn />
    </aside>
  );
}

function SignedIn() {
  const user = useUser();
  const logout = useLogout();
  return (
    <div className={styles.sideEnd}>
      <span className={styles.who}>
        Signed in as <span className={styles.whoName}>{user.username}</span>
      </span>
      <IconButton
        size="normal"
        icon="logout"
        label="Log out"
        title="Log out"
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      />
    </div>
  );
}

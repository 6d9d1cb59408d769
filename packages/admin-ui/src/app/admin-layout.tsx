import { Suspense, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { Loading } from '../design/skeleton.tsx';
import * as styles from './admin-layout.css.ts';
import { useProductName } from './navigation.tsx';
import { RequireSession, useLogout, useUser } from './session.tsx';
import { useSystem } from './system.ts';

interface Place {
  to: string;
  icon: IconName;
  label: string;
}

const everyDay: Place[] = [
  { to: '/admin', icon: 'home', label: 'Dashboard' },
  { to: '/admin/words', icon: 'book', label: 'Words' },
  { to: '/admin/schedule', icon: 'calendar', label: 'Schedule' },
  { to: '/admin/templates', icon: 'template', label: 'Template' },
];
const nowAndThen: Place[] = [
  { to: '/admin/embed', icon: 'code', label: 'Embed the form' },
  { to: '/admin/tech-specs', icon: 'specs', label: 'Technical specs' },
];
const outbox: Place = { to: '/admin/outbox', icon: 'inbox', label: 'Outbox' };

/** Only the sandbox has an outbox to read. */
function useSeldomPlaces(): Place[] {
  return useSystem()?.emailProvider === 'sandbox' ? [outbox, ...nowAndThen] : nowAndThen;
}

/** Side bar on wide screens, a bar at the bottom on phones; everything inside needs a session. */
export function AdminLayout() {
  return (
    <RequireSession loading={<LoadingFrame />}>
      <Frame />
    </RequireSession>
  );
}

function LoadingFrame() {
  return (
    <div className={styles.frame}>
      <div className={styles.side} />
      <div className={styles.content}>
        <main className={styles.main}>
          <Loading label="Loading" rowHeight="6rem" />
        </main>
      </div>
    </div>
  );
}

function Frame() {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SideBar />
      <div className={styles.content}>
        <SandboxBanner />
        <main className={styles.main} id="main" tabIndex={-1}>
          <Suspense fallback={<Loading label="Loading" rowHeight="6rem" />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar />
    </div>
  );
}

function SideBar() {
  const productName = useProductName();
  const user = useUser();
  const seldom = useSeldomPlaces();
  const logout = useLogout();
  return (
    <aside className={styles.side} aria-label="Side bar">
      <Link className={styles.brand} to="/admin">
        <Icon name="sunrise" size={26} className={styles.brandMark} />
        {productName}
      </Link>
      <nav className={styles.links} aria-label="Admin area">
        <Places places={everyDay} />
      </nav>
      <nav aria-labelledby="more-places">
        <p className={styles.linksTitle} id="more-places">
          Installation
        </p>
        <div className={styles.links}>
          <Places places={seldom} />
          <a className={styles.link} href="/">
            <Icon name="external" />
            View site
          </a>
        </div>
      </nav>
      <div className={styles.sideEnd}>
        <span className={styles.who}>
          Signed in as <span className={styles.whoName}>{user.username}</span>
        </span>
        <Button
          variant="quiet"
          icon="logout"
          iconOnly
          aria-label="Log out"
          title="Log out"
          busy={logout.isPending}
          onClick={() => logout.mutate()}
        />
      </div>
    </aside>
  );
}

function Places({ places, onChoose }: { places: Place[]; onChoose?: () => void }) {
  return places.map(({ to, icon, label }) => (
    <NavLink
      key={to}
      className={styles.link}
      to={to}
      end={to === '/admin'}
      {...(onChoose && { onClick: onChoose })}
    >
      <Icon name={icon} />
      {label}
    </NavLink>
  ));
}

function BottomBar() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const seldom = useSeldomPlaces();
  const logout = useLogout();
  const elsewhere = seldom.some(({ to }) => pathname.startsWith(to));
  return (
    <nav className={styles.bar} aria-label="Admin area, bottom bar">
      {everyDay.map(({ to, icon, label }) => (
        <NavLink key={to} className={styles.barLink} to={to} end={to === '/admin'}>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
      <button
        type="button"
        className={styles.barLink}
        aria-haspopup="dialog"
        data-current={elsewhere || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
        More
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="More">
        <div className={styles.links}>
          <Places places={seldom} onChoose={() => setOpen(false)} />
          <a className={styles.link} href="/">
            <Icon name="external" />
            View site
          </a>
        </div>
        <div className={styles.sheetEnd}>
          <Button icon="logout" wide busy={logout.isPending} onClick={() => logout.mutate()}>
            Log out
          </Button>
        </div>
      </Dialog>
    </nav>
  );
}

function SandboxBanner() {
  const system = useSystem();
  if (system?.emailProvider !== 'sandbox') return null;
  return (
    <section className={styles.banner} aria-label="Sandbox mode">
      <span className={styles.bannerName}>
        <Icon name="inbox" size={18} />
        Sandbox mode
      </span>
      <span>No email leaves this machine.</span>
      <Link to="/admin/outbox">Read what was delivered</Link>
    </section>
  );
}

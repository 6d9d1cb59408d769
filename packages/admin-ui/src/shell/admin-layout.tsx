import { Suspense } from 'react';
import { Link, Outlet } from 'react-router';
import { Icon } from '../design/icon.tsx';
import { Loading } from '../design/skeleton.tsx';
import { useStayTrue } from '../kit/stay-true.ts';
import { useIsSurroundingKnown, useSystem, useTomorrow } from '../kit/system.ts';
import * as styles from './admin-layout.css.ts';
import { BottomBar } from './bottom-bar.tsx';
import { RequireSession } from './require-session.tsx';
import { SideBar } from './side-bar.tsx';

/** Side bar on wide screens, a bar at the bottom on phones; everything inside needs a session. */
export function AdminLayout() {
  // Requested together with the session, not after it.
  const isKnown = useIsSurroundingKnown();
  return <RequireSession loading={<LoadingFrame />}>{isKnown ? <Frame /> : <LoadingFrame />}</RequireSession>;
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
  useStayTrue();
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
        <ProviderBanner />
      </div>
      <BottomBar />
    </div>
  );
}

function SandboxBanner() {
  const system = useSystem();
  if (!system?.emailProvider.endsWith('sandbox')) return null;
  return (
    <section className={styles.banner} aria-label="Sandbox mode">
      <span className={styles.bannerName}>
        <Icon name="inbox" size={18} />
        Sandbox mode
      </span>
      <span>No email leaves this machine.</span>
      <Link to="/admin/outbox">See delivered emails</Link>
    </section>
  );
}

/**
 * From the verdict on tomorrow, so that it agrees with the dashboard. The provider is asked for that and may be slow, so
 * this comes late and stands where it moves nothing: at the bottom of the screen.
 */
function ProviderBanner() {
  const problem = useTomorrow()?.providerProblem;
  if (!problem) return null;
  return (
    <section className={styles.bottomBanner} aria-label="Email provider" role="status">
      <span className={styles.bannerName}>
        <Icon name="warning" size={18} />
        The email provider does not work
      </span>
      <span>{problem} Scheduled emails are kept and sent to it as soon as it responds.</span>
    </section>
  );
}

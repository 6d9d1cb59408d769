import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { Button, IconButton } from '../design/button.tsx';
import { AlertDialog, Dialog } from '../design/dialog.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { Loading } from '../design/states.tsx';
import { useToasts } from '../design/toast.tsx';
import { formatShort } from '../kit/dates.ts';
import { failure } from '../kit/failure.tsx';
import { useProductName } from '../kit/page.tsx';
import { useApi, useRefreshLists } from '../kit/queries.ts';
import { useLogout, useUser } from '../kit/session.ts';
import {
  useIsSurroundingKnown,
  useRefreshStaleLists,
  useSystem,
  useTimeZone,
  useTomorrow,
} from '../kit/system.ts';
import * as styles from './admin-layout.css.ts';
import { useKeptFocus } from './keep-focus.ts';
import { type NavigationEntry, pages, settingsPath } from './pages.ts';
import { SearchEverything, useReach } from './reach-everything.tsx';
import { RequireSession } from './require-session.tsx';

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
  useRefreshStaleLists();
  useKeptFocus();
  const { openPalette, dialogs } = useReach();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SideBar onSearch={openPalette} />
      <div className={styles.content}>
        <SandboxBanner />
        <main className={styles.main} id="main" tabIndex={-1}>
          <SettingsTabs />
          <Suspense fallback={<Loading label="Loading" rowHeight="6rem" />}>
            <Outlet />
          </Suspense>
        </main>
        <ProviderBanner />
      </div>
      <BottomBar onSearch={openPalette} />
      {dialogs}
    </div>
  );
}

function SandboxBanner() {
  const system = useSystem();
  if (!system?.email.isSandbox) return null;
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
  const { providerProblem: problem, sendingHeldSince, mailServerOut } = useTomorrow() ?? {};
  if (sendingHeldSince) return <HeldBanner since={sendingHeldSince} />;
  if (!problem && mailServerOut) {
    return (
      <section className={styles.bottomBanner} aria-label="Mail servers" role="status">
        <span className={styles.bannerName}>
          <Icon name="warning" size={18} />
          One of two mail servers is out
        </span>
        <span>{mailServerOut}</span>
      </section>
    );
  }
  if (!problem) return null;
  return (
    <section className={styles.bottomBanner} aria-label="Email provider" role="status">
      <span className={styles.bannerName}>
        <Icon name="warning" size={18} />
        The email provider does not work
      </span>
      {/* What the provider said may end without a full stop. */}
      <span>
        {problem.replace(/[^.!?]$/u, '$&.')} Scheduled emails are kept and sent to it as soon as it responds.
      </span>
    </section>
  );
}

/** A restored copy sends only once the owner says that the other one is gone. */
function HeldBanner({ since }: { since: string }) {
  const api = useApi();
  const timeZone = useTimeZone();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const [isAsking, setAsking] = useState(false);
  const resume = useMutation({
    mutationFn: () => api.call('resumeSending'),
    onSuccess: ({ message }) => toasts.success(message),
    onError: (error) => toasts.error(failure('Sending is still held', error)),
    onSettled: async () => {
      setAsking(false);
      await refresh();
    },
  });
  return (
    <section className={styles.bottomBanner} aria-label="Sending is held" role="status">
      <span className={styles.bannerName}>
        <Icon name="warning" size={18} />
        Sending is held
      </span>
      <span>
        This copy was restored {formatShort(since, timeZone)}, and the installation that the backup was made
        of may still be sending.
      </span>
      <Button size="small" onClick={() => setAsking(true)}>
        Resume sending
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Is the other installation stopped for good?"
        description="If it still runs, readers get every email twice."
        confirmLabel="It is stopped: resume sending"
        busyLabel="Resuming..."
        cancelLabel="Keep sending held"
        busy={resume.isPending}
        onConfirm={() => resume.mutate()}
      />
    </section>
  );
}

interface NavigationLink {
  to: string;
  label: string;
  icon: IconName;
}

/** The links of one group of the navigation, in the order of the table of pages. */
function useLinks(group: NavigationEntry['group']): NavigationLink[] {
  const isSandbox = useSystem()?.email.isSandbox;
  return pages.flatMap(({ path, navigation }) =>
    navigation?.group === group && (isSandbox || !navigation.sandboxOnly)
      ? [{ to: path, label: navigation.label, icon: navigation.icon }]
      : [],
  );
}

interface LinksProps {
  links: NavigationLink[];
  className?: string;
  onChoose?: () => void;
}

function Links({ links, className = styles.link, onChoose }: LinksProps) {
  const { pathname } = useLocation();
  const under = pages.find(({ path }) => path === pathname)?.under;
  return links.map(({ to, icon, label }) => (
    <NavLink
      key={to}
      className={className}
      data-current={to === under || undefined}
      to={to}
      end={to === '/admin' || to === settingsPath}
      {...(onChoose && { onClick: onChoose })}
    >
      <Icon name={icon} />
      {label}
    </NavLink>
  ));
}

const settingsTabs = pages.flatMap(({ path, navigation }) => {
  const label = navigation?.group === 'settings' ? navigation.label : navigation?.tab;
  return label === undefined ? [] : [{ path, label }];
});

/** On each page of the settings, the way to the others. */
function SettingsTabs() {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const [frame, current] = [row.current, row.current?.querySelector<HTMLElement>(`[href$="${pathname}"]`)];
    if (frame && current) frame.scrollLeft = current.offsetLeft - frame.offsetLeft - frame.clientWidth / 3;
  }, [pathname]);
  if (!settingsTabs.some(({ path }) => path === pathname)) return null;
  return (
    <nav ref={row} className={styles.tabs} aria-label="Settings">
      {settingsTabs.map(({ path, label }) => (
        <NavLink key={path} className={styles.tab} to={path} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** The public site is not part of the app, so this is a plain link. */
function SiteLink() {
  return (
    <a className={styles.link} href="/">
      <Icon name="external" />
      View site
    </a>
  );
}

function BottomBar({ onSearch }: { onSearch: () => void }) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const under = pages.find(({ path }) => path === pathname)?.under;
  const main = useLinks('main');
  const more = useLinks('more');
  return (
    <nav className={styles.bar} aria-label="Admin area, bottom bar">
      <Links links={main} className={styles.barLink} />
      <button
        type="button"
        className={styles.barLink}
        aria-haspopup="dialog"
        data-current={more.some(({ to }) => to === pathname || to === under) || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
        More
      </button>
      <MoreDialog open={open} onOpenChange={setOpen} links={more} onSearch={onSearch} />
    </nav>
  );
}

interface MoreDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  links: NavigationLink[];
  onSearch: () => void;
}

function MoreDialog({ open, onOpenChange, links, onSearch }: MoreDialogProps) {
  const logout = useLogout();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="More">
      <div className={styles.links}>
        <button
          type="button"
          className={styles.linkButton}
          onClick={() => {
            onOpenChange(false);
            onSearch();
          }}
        >
          <Icon name="search" />
          Search everything
        </button>
        <Links links={links} onChoose={() => onOpenChange(false)} />
        <SiteLink />
      </div>
      <div className={styles.sheetEnd}>
        <Button icon="logout" wide busy={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </div>
    </Dialog>
  );
}

function SideBar({ onSearch }: { onSearch: () => void }) {
  const productName = useProductName();
  const main = useLinks('main');
  const more = useLinks('more');
  return (
    <aside className={styles.side} aria-label="Side bar">
      <Link className={styles.brand} to="/admin">
        <Icon name="sunrise" size={26} className={styles.brandMark} />
        {productName}
      </Link>
      <SearchEverything onOpen={onSearch} />
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

/** The dashboard has its own Logout. */
function SignedIn() {
  const user = useUser();
  const isDashboard = useLocation().pathname === '/admin';
  const logout = useLogout();
  return (
    <div className={styles.sideEnd}>
      <span className={styles.who}>
        Signed in as <span className={styles.whoName}>{user.username}</span>
      </span>
      {!isDashboard && (
        <IconButton
          size="normal"
          icon="logout"
          label="Logout"
          title="Logout"
          busy={logout.isPending}
          onClick={() => logout.mutate()}
        />
      )}
    </div>
  );
}

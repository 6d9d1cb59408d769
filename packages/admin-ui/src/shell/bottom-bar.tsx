import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { useLogout } from '../kit/session.ts';
import * as styles from './admin-layout.css.ts';
import { Links, type NavigationLink, SiteLink, useLinks } from './navigation.tsx';

export function BottomBar() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useLinks('main');
  const more = useLinks('more');
  return (
    <nav className={styles.bar} aria-label="Admin area, bottom bar">
      <Links links={main} className={styles.barLink} />
      <button
        type="button"
        className={styles.barLink}
        aria-haspopup="dialog"
        data-current={more.some(({ to }) => pathname.startsWith(to)) || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
        More
      </button>
      <MoreDialog open={open} onOpenChange={setOpen} links={more} />
    </nav>
  );
}

interface MoreDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  links: NavigationLink[];
}

function MoreDialog({ open, onOpenChange, links }: MoreDialogProps) {
  const logout = useLogout();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="More">
      <div className={styles.links}>
        <Links links={links} onChoose={() => onOpenChange(false)} />
        <SiteLink />
      </div>
      <div className={styles.sheetEnd}>
        <Button icon="logout" wide busy={logout.isPending} onClick={() => logout.mutate()}>
          Log out
        </Button>
      </div>
    </Dialog>
  );
}

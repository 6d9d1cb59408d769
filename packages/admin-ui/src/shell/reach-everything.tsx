import { Suspense, useState } from 'react';
import { Icon } from '../design/icon.tsx';
import { visuallyHidden } from '../design/visually-hidden.css.ts';
import { lazyPart } from '../kit/lazy-part.ts';
import * as styles from './admin-layout.css.ts';
import { areShortcutsOn, useShortcuts } from './shortcuts.ts';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');
const ShortcutsDialog = lazyPart(() => import('./palette.tsx'), 'ShortcutsDialog');

type Opened = 'palette' | 'help' | undefined;

/** The palette and the keys of the admin area. */
export function useReach() {
  const [opened, setOpened] = useState<Opened>();
  const [isOn, setOn] = useState(areShortcutsOn);
  const openPalette = () => setOpened('palette');
  useShortcuts({ isOn, onPalette: openPalette, onHelp: () => setOpened('help') });
  const close = () => setOpened(undefined);
  return {
    openPalette,
    dialogs: (
      <Suspense>
        {opened === 'palette' && <Palette onClose={close} onHelp={() => setOpened('help')} />}
        {opened === 'help' && <ShortcutsDialog isOn={isOn} onChange={setOn} onClose={close} />}
      </Suspense>
    ),
  };
}

/** Opens the palette with the mouse. */
export function SearchEverything({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className={styles.searchAll} aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
      <Icon name="search" size={18} />
      <span className={styles.searchAllText}>
        Search<span className={visuallyHidden}> everything</span>
      </span>
      <kbd className={styles.key}>{/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  );
}

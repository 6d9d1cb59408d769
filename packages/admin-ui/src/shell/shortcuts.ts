import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pages } from './pages.ts';

export const shortcutsKey = 'wordrise.shortcuts';

/**
 * Whether single keys are shortcuts, which the owner can turn off: speech input and shaking hands press keys that nobody
 * meant (WCAG 2.1.4). It holds for this browser.
 */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(shortcutsKey) !== 'off';
  } catch {
    return true;
  }
}

/** How long `g` waits for the letter after it. */
const secondKeyMs = 1500;

interface ShortcutsOptions {
  /** Whether keys without Ctrl or Cmd count. */
  isOn: boolean;
  onPalette: () => void;
  onHelp: () => void;
}

/** Listens to the keys of `shortcutList`, except where someone types or while a dialog is open. */
export function useShortcuts(options: ShortcutsOptions) {
  const navigate = useNavigate();
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY;
    function go(key: string, event: KeyboardEvent) {
      const isSecond = event.timeStamp - pressedG < secondKeyMs;
      pressedG = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const target = isSecond ? pages.find(({ navigation }) => navigation?.goKey === key)?.path : undefined;
      if (target) navigate(target);
      else if (key === 'n') navigate('/admin/words?panel=add');
      else if (key === '?') latest.current.onHelp();
      else if (key !== '/') return;
      else {
        const search = document.querySelector<HTMLElement>('main input[type=search]');
        if (search) search.focus();
        else latest.current.onPalette();
      }
      event.preventDefault();
    }
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector('[aria-modal=true]')) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (isCommand || event.altKey || !latest.current.isOn || isTyping(event.target)) return;
      go(event.key, event);
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [navigate]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

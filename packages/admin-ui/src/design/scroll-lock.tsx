import { Slot } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';

// Stands in for `react-remove-scroll` inside Radix (see vite.config.ts). That one writes a <style> element, which
// our content security policy refuses; an attribute and the rule in dialog.css.ts do the same.

let open = 0;

function hold() {
  const { documentElement: page, body } = document;
  // The scroll bar goes; what is left of its width would make the page jump.
  body.style.paddingRight = `${window.innerWidth - page.clientWidth}px`;
  page.setAttribute('data-dialog-open', '');
}

function letGo() {
  document.body.style.paddingRight = '';
  document.documentElement.removeAttribute('data-dialog-open');
}

interface RemoveScrollProps {
  children: ReactNode;
  // What Radix hands over and nothing here needs.
  as?: unknown;
  allowPinchZoom?: boolean;
  shards?: unknown;
  enabled?: boolean;
}

export function RemoveScroll({
  children,
  as: _,
  allowPinchZoom: __,
  shards: ___,
  enabled = true,
  ...rest
}: RemoveScrollProps) {
  useEffect(() => {
    if (!enabled) return;
    if (open === 0) hold();
    open += 1;
    return () => {
      open -= 1;
      if (open === 0) letGo();
    };
  }, [enabled]);
  return <Slot.Root {...rest}>{children}</Slot.Root>;
}

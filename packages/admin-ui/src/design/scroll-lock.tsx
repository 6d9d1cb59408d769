import { Slot } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';

// Stands in for `react-remove-scroll` inside Radix (see vite.config.ts). That one writes a <style> element, which
// our content security policy refuses; an attribute and the rule in dialog.css.ts do the same.

let open = 0;

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
    open += 1;
    document.documentElement.setAttribute('data-dialog-open', '');
    return () => {
      open -= 1;
      if (open === 0) document.documentElement.removeAttribute('data-dialog-open');
    };
  }, [enabled]);
  return <Slot.Root {...rest}>{children}</Slot.Root>;
}

import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The open panel is in the URL: it survives a reload and a new login, and other pages can link to it. `new` is the form,
 * with or without a day, and `fill` the plan. Closing the form returns the focus to its button.
 */
export function useFormToggle() {
  const [params, setParams] = useSearchParams();
  const open = params.has('new');
  const fill = Number(params.get('fill'));
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return {
    open,
    day: /^\d{4}-\d{2}-\d{2}$/.exec(params.get('new') ?? '')?.[0],
    fill: [7, 14, 30].includes(fill) ? fill : undefined,
    opener,
    toggle({ new: form, fill }: { new?: string | undefined; fill?: string | undefined }) {
      const next = { ...(form === undefined ? {} : { new: form }), ...(fill === undefined ? {} : { fill }) };
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}

import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { scheduleDraft } from './use-schedule-form.ts';

/**
 * The open panel is in the URL: it survives a reload and a new login, and other pages can link to it. `new` is the form,
 * with or without a day, and `fill` the plan. What is chosen in the form survives too, until it closes. Closing the form
 * returns the focus to its button.
 */
export function useFormToggle() {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = usePersistedState('schedule', scheduleDraft);
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
    draft,
    setDraft,
    toggle({ new: form, fill }: { new?: string | undefined; fill?: string | undefined }) {
      const next = { ...(form === undefined ? {} : { new: form }), ...(fill === undefined ? {} : { fill }) };
      setDraft(undefined);
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}

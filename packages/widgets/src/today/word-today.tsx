import { useEffect, useState } from 'react';
import { loadToday } from './load-today.ts';
import type { Today, TodayOptions } from './options.ts';
import { TodayView } from './today-view.tsx';

export {
  defaultTodayTexts,
  type Today,
  type TodayOptions,
  type TodaysWord,
  type TodayTexts,
} from './options.ts';

/**
 * The word of the day, for React. Import `@wordrise/widgets/today.css` once too. It draws nothing while Wordrise
 * cannot be reached.
 */
export function WordToday(options: TodayOptions) {
  const { apiUrl = '', today: given } = options;
  const [loaded, setLoaded] = useState<Today | 'failed'>();
  useEffect(() => {
    if (given) return undefined;
    const controller = new AbortController();
    loadToday(apiUrl, controller.signal).then(setLoaded, () => {
      if (!controller.signal.aborted) setLoaded('failed');
    });
    return () => controller.abort();
  }, [apiUrl, given]);
  if (!given && loaded === 'failed') return null;
  return <TodayView {...options} today={given ?? (loaded === 'failed' ? undefined : loaded)} />;
}

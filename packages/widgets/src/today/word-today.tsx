import { useEffect, useState } from 'react';
import { loadToday, type Today, type TodayOptions } from './options.ts';
import { TodayView } from './today-view.tsx';

export { defaultTodayTexts, type TodayTexts } from '../texts.ts';
export type { Today, TodayOptions, TodaysWord } from './options.ts';

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

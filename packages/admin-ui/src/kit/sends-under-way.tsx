import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import { useSends } from './sends.ts';

const RunningSends = lazyPart(() => import('./running-sends.tsx'), 'RunningSends');
export const SendProgress = lazyPart(() => import('./running-sends.tsx'), 'SendProgress');

/** Emails that are being sent from here. Loads nothing if iContact does the sending. */
export function SendsUnderWay() {
  const { sendsFromHere } = useSends();
  if (!sendsFromHere) return null;
  return (
    <Suspense>
      <RunningSends />
    </Suspense>
  );
}

import { timings } from '@wordrise/core/constants';

export interface Rotation {
  /** Increases without limit; modulo the number of samples, it is the one shown. */
  index: number;
  playing: boolean;
  /** The visitor is reading or about to press a button. */
  held: boolean;
}

export const atFirst: Rotation = { index: 0, playing: true, held: false };

export const isTurning = ({ playing, held }: Rotation): boolean => playing && !held;

/** Schedules the next change, unless paused or held. Returns a function that cancels it. */
export function awaitTurn(rotation: Rotation, show: (next: Rotation) => void): () => void {
  const timer = isTurning(rotation)
    ? setTimeout(() => show({ ...rotation, index: rotation.index + 1 }), timings.sampleRotationMs)
    : undefined;
  return () => clearTimeout(timer);
}

/** Calls `update` with whether motion is allowed, now and on every change. Returns a function that stops it. */
export function followMotion(update: (playing: boolean) => void): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const report = () => update(!still.matches);
  report();
  still.addEventListener('change', report);
  return () => still.removeEventListener('change', report);
}

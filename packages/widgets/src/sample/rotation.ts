import { timings } from '@wordrise/core/constants';

export interface Rotation {
  /** Counts on; the sample shown is this modulo their number. */
  index: number;
  playing: boolean;
  /** Someone is reading, or on the way to a button. */
  held: boolean;
}

export const atFirst: Rotation = { index: 0, playing: true, held: false };

export const isTurning = ({ playing, held }: Rotation): boolean => playing && !held;

/** Waits for the next change, if there is to be one. Returns what calls it off. */
export function awaitTurn(rotation: Rotation, show: (next: Rotation) => void): () => void {
  const timer = isTurning(rotation)
    ? setTimeout(() => show({ ...rotation, index: rotation.index + 1 }), timings.sampleRotationMs)
    : undefined;
  return () => clearTimeout(timer);
}

/** Tells whether motion is welcome, now and whenever that changes. Returns what ends it. */
export function followMotion(tell: (playing: boolean) => void): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const update = () => tell(!still.matches);
  update();
  still.addEventListener('change', update);
  return () => still.removeEventListener('change', update);
}

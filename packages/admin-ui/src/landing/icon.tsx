/** @jsxImportSource preact */
import { iconPaths } from '../design/icon-paths.ts';

/** Decorative, in the color of the surrounding text. */
export function Icon({ name, size }: { name: keyof typeof iconPaths; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={iconPaths[name]} stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

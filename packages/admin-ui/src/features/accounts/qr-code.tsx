import { encode } from 'uqr';
import * as styles from './account.css.ts';

const border = 2;

/** A QR code, drawn here so that the text never leaves the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}

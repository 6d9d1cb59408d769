import type { ReactNode } from 'react';

/** A paragraph with that part name and its own text direction, or nothing if there is no text. */
export function line(part: string, text: ReactNode) {
  return (
    text && (
      <p part={part} dir="auto">
        {text}
      </p>
    )
  );
}

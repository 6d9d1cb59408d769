import { useEffect, useState } from 'react';
import type { SampleOptions } from './options.ts';
import { atFirst, awaitTurn, followMotion } from './rotation.ts';
import { SampleView } from './sample-view.tsx';

/** Sample emails that change every 8 seconds, for React. Import `@wordrise/widgets/style.css` once too. */
export function SamplePreview(options: SampleOptions) {
  const [rotation, setRotation] = useState(atFirst);
  useEffect(() => followMotion((playing) => setRotation((now) => ({ ...now, playing }))), []);
  useEffect(() => awaitTurn(rotation, setRotation), [rotation]);
  return <SampleView {...options} rotation={rotation} onChange={setRotation} />;
}

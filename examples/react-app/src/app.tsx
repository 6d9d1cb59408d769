import { SamplePreview, SignupForm } from '@wordrise/widgets';
import { useState } from 'react';

export function App({ apiUrl }: { apiUrl: string }) {
  const [joined, setJoined] = useState(false);
  return (
    <main style={{ maxWidth: '36em', margin: '2em auto', padding: '0 1em', fontFamily: 'system-ui' }}>
      <h1>The Reading Room</h1>
      <SignupForm apiUrl={apiUrl} onSuccess={() => setJoined(true)} />
      {joined ? <p>See you at eight.</p> : null}
      <h2>What you’ll get</h2>
      <SamplePreview />
    </main>
  );
}

import { SamplePreview, SignupForm } from '@wordrise/widgets';

export function Page({ apiUrl }: { apiUrl: string }) {
  return (
    <main>
      <h1>The Reading Room</h1>
      <SignupForm apiUrl={apiUrl} texts={{ button: 'Join us' }} />
      <h2>What you’ll get</h2>
      <SamplePreview />
    </main>
  );
}

import { defaultPort, type SystemView } from '@wordrise/core/contract';
import { zoneInFull } from '../../kit/dates.ts';
import { Facts, Points } from './facts.tsx';
import { Section } from './section.tsx';

export interface SystemCardProps {
  /** `undefined` while loading. */
  system: SystemView | undefined;
}

export function InstallationCard({ system }: SystemCardProps) {
  return (
    <Section id="installation" title="Installation">
      <Facts
        facts={[
          { label: 'Product', value: system?.productName },
          { label: 'Public address', value: system && <code>{system.publicUrl}</code> },
          { label: 'Time zone', value: system && zoneInFull(system.timezone) },
          { label: 'Environment', value: system?.environment },
        ]}
      />
    </Section>
  );
}

export function DeploymentCard({ system }: SystemCardProps) {
  const https = system?.publicUrl.startsWith('https:');
  return (
    <Section id="deployment" title="Deployment">
      <Points
        points={[
          'One Node.js process serves the API, the pages and the widgets.',
          <>
            It listens on <code>PORT</code>, {defaultPort} by default, with a reverse proxy for TLS in front.
          </>,
          <>
            <a href="/healthz">/healthz</a> shows that it is alive, <a href="/readyz">/readyz</a> that the
            database responds, <a href="/metrics">/metrics</a> is for Prometheus.
          </>,
          system &&
            (https
              ? 'Cookies are sent over https only.'
              : 'The public address is not https: cookies may be sent unencrypted.'),
        ]}
      />
    </Section>
  );
}

export function FeaturesCard({ system }: SystemCardProps) {
  const { productName = 'The product' } = system ?? {};
  return (
    <Section id="features" title="Key features">
      <Points
        points={[
          'One word each morning: definition, pronunciation, examples and a conversation tip.',
          `A signup form for any site, and a landing page for ${productName}.`,
          'A word library with search, CSV import and export, and bulk entry from a dictionary.',
          'Emails scheduled through the email provider, exactly one for each entry.',
          'An HTML template with variables, conditional sections and a preview.',
          'One admin account; every page and call of the admin area needs its session.',
        ]}
      />
    </Section>
  );
}

import type { ReactNode } from 'react';
import { Badge } from '../../design/badge.tsx';
import { useTomorrow } from '../../kit/system.ts';
import { Facts } from './facts.tsx';
import type { SystemCardProps } from './installation-cards.tsx';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

const providers = {
  icontact: { state: <Badge tone="good">iContact</Badge>, note: 'emails go out to readers' },
  smtp: { state: <Badge tone="good">SMTP</Badge>, note: 'emails go out to readers from here' },
  'smtp-sandbox': { state: <Badge tone="warn">SMTP sandbox</Badge>, note: 'no email leaves this machine' },
  sandbox: { state: <Badge tone="warn">Sandbox</Badge>, note: 'no email leaves this machine' },
};
const dictionaries = {
  'merriam-webster': { state: <Badge tone="good">Merriam-Webster</Badge>, note: 'Collegiate, over its API' },
  wordnet: { state: <Badge tone="good">WordNet</Badge>, note: 'offline, from this machine' },
};
const botChecks = {
  recaptcha: { state: <Badge tone="good">reCAPTCHA</Badge>, note: 'version 3, loaded when a form is used' },
  off: { state: <Badge tone="neutral">Off</Badge>, note: 'honeypot and limits only' },
};

export function ServicesCard({ system }: SystemCardProps) {
  const problem = useTomorrow()?.providerProblem;
  return (
    <Section id="services" title="External services">
      <Facts
        facts={[
          {
            label: 'Email',
            value: system && (
              <>
                <Service {...providers[system.emailProvider]} />
                {problem && <Service state={<Badge tone="bad">Does not work</Badge>} note={problem} />}
              </>
            ),
          },
          { label: 'Dictionary', value: system && <Service {...dictionaries[system.dictionary]} /> },
          { label: 'Bot check', value: system && <Service {...botChecks[system.botCheck]} /> },
        ]}
      />
    </Section>
  );
}

function Service({ state, note }: { state: ReactNode; note: string }) {
  return (
    <span className={styles.service}>
      {state} <span className={styles.serviceNote}>{note}</span>
    </span>
  );
}

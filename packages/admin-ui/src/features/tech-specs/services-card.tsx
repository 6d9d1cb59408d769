import { Badge, type BadgeProps } from '../../design/badge.tsx';
import { useTomorrow } from '../../kit/system.ts';
import { Facts } from './facts.tsx';
import type { SystemCardProps } from './installation-cards.tsx';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

const providers = {
  icontact: { tone: 'good', name: 'iContact', note: 'emails go out to readers' },
  smtp: { tone: 'good', name: 'SMTP', note: 'emails go out to readers from here' },
  'smtp-sandbox': { tone: 'warn', name: 'SMTP sandbox', note: 'no email leaves this machine' },
  sandbox: { tone: 'warn', name: 'Sandbox', note: 'no email leaves this machine' },
} as const;
const dictionaries = {
  'merriam-webster': { tone: 'good', name: 'Merriam-Webster', note: 'Collegiate, over its API' },
  wordnet: { tone: 'good', name: 'WordNet', note: 'offline, from this machine' },
} as const;
const botChecks = {
  recaptcha: { tone: 'good', name: 'reCAPTCHA', note: 'version 3, loaded when a form is used' },
  off: { tone: 'neutral', name: 'Off', note: 'honeypot and limits only' },
} as const;

export function ServicesCard({ system }: SystemCardProps) {
  const problem = useTomorrow()?.providerProblem;
  return (
    <Section id="services" title="External services">
      <Facts
        facts={[
          {
            label: 'Email',
            value: system && <Service {...providers[system.emailProvider]} isBroken={Boolean(problem)} />,
          },
          { label: 'Dictionary', value: system && <Service {...dictionaries[system.dictionary]} /> },
          { label: 'Bot check', value: system && <Service {...botChecks[system.botCheck]} /> },
        ]}
      />
    </Section>
  );
}

const broken = 'does not work now';

interface ServiceProps extends Required<Pick<BadgeProps, 'tone'>> {
  name: string;
  note: string;
  /** Known late, if at all: the space for it is reserved. The banner has the reason. */
  isBroken?: boolean;
}

function Service({ tone, name, note, isBroken }: ServiceProps) {
  const [shown, other] = isBroken ? [broken, note] : [note, broken];
  return (
    <span className={styles.service}>
      <Badge tone={isBroken ? 'bad' : tone}>{name}</Badge>{' '}
      <span className={styles.serviceNote} data-reserve={isBroken === undefined ? undefined : other}>
        <span>{shown}</span>
      </span>
    </span>
  );
}

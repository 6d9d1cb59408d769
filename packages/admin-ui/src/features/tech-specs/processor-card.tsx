import { type SystemView, timings } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';
import { formatShort, withZone } from '../../kit/dates.ts';
import { Facts } from './facts.tsx';
import type { SystemCardProps } from './installation-cards.tsx';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

/** Missing this many passes in a row means that something is wrong. */
const latePasses = 3;

export function ProcessorCard({ system }: SystemCardProps) {
  const runs = system?.processor.enabled
    ? `In the server, every ${timings.processorEveryMinutes} minutes`
    : 'Outside: cron or systemd calls wordrise process';
  return (
    <Section id="processor" title="Background processing">
      <Facts
        facts={[
          { label: 'Runs', value: system && runs },
          { label: 'Last run', value: system && <LastRun system={system} now={new Date()} /> },
          { label: 'Does', value: 'Sends signups and emails to the provider, and checks what was sent' },
        ]}
      />
    </Section>
  );
}

function LastRun({ system: { processor, timezone }, now }: { system: SystemView; now: Date }) {
  if (processor.lastRunAt === null) return <Badge tone="neutral">Not yet</Badge>;
  const minutes = (now.getTime() - new Date(processor.lastRunAt).getTime()) / 60_000;
  const isLate = minutes > latePasses * timings.processorEveryMinutes;
  return (
    <span className={styles.service}>
      {withZone(formatShort(processor.lastRunAt, timezone), timezone)}
      {isLate && <Badge tone="warn">Late</Badge>}
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type MailCheck, mailCheckTitles } from '@wordrise/core/contract';
import { Badge, type BadgeProps } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { Section } from './section.tsx';
import * as styles from './tech-specs.css.ts';

const badges: Record<MailCheck['status'], BadgeProps> = {
  ok: { tone: 'good', children: 'OK' },
  warning: { tone: 'warn', children: 'Needs attention' },
  failed: { tone: 'bad', children: 'Wrong' },
};

/** What `wordrise doctor` says about sending emails. It calls the mail server and DNS, so it runs only on request. */
export function MailCheckCard() {
  const check = useQuery({ ...endpointQuery(useApi(), 'checkMail'), enabled: false });
  return (
    <Section id="mail-check" title="Can emails be sent?">
      <p className={styles.checkIntro}>
        Connects to the email provider and looks up the DNS records of your domain. Sends nothing.
      </p>
      <Button
        size="small"
        icon="refresh"
        busy={check.isFetching}
        busyLabel="Checking..."
        onClick={() => check.refetch()}
      >
        {check.data ? 'Check again' : 'Check now'}
      </Button>
      {check.isFetching && !check.data && <Loading label="Checking" rows={4} rowHeight="2.5rem" />}
      {check.error && <QueryError title="It could not be checked" query={check} />}
      {check.data && (
        <ul className={styles.checks} aria-label="Results" aria-busy={check.isFetching}>
          {check.data.checks.map(({ name, status, detail }) => (
            <li key={name} className={styles.check}>
              <div className={styles.checkName}>
                <span>{mailCheckTitles[name]}</span>
                <Badge {...badges[status]} />
              </div>
              <p className={styles.checkDetail}>{detail}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

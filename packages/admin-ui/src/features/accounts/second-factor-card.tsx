import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { formatDay } from '../../kit/dates.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './account.css.ts';
import { EnableSecondFactor } from './enable-second-factor.tsx';
import { ProveSecondFactor } from './prove-second-factor.tsx';

type Doing = 'enable' | 'disable' | 'renew' | undefined;

/** Shows whether signing in also requires a code, with the dialogs that change this. */
export function SecondFactorCard() {
  const timeZone = useTimeZone();
  const factor = useQuery(endpointQuery(useApi(), 'secondFactor'));
  const [doing, setDoing] = useState<Doing>();
  const close = () => {
    setDoing(undefined);
    void factor.refetch();
  };
  const isOff = factor.data?.isOn === false;
  return (
    <Card
      title="Second factor"
      note="Signing in then also requires a code from an app on your phone."
      actions={
        isOff && (
          <div className={styles.actions}>
            <Badge>Off</Badge>
            <Button variant="primary" icon="shield" onClick={() => setDoing('enable')}>
              Turn on
            </Button>
          </div>
        )
      }
      flush
    >
      <div className={isOff ? styles.end : styles.state}>
        {factor.isPending && <Loading label="Loading the second factor" rows={1} rowHeight="2.5rem" />}
        {factor.error && <QueryError title="Failed to fetch the second factor" query={factor} />}
        {factor.data?.isOn && (
          <>
            <p className={styles.name}>
              <Badge tone="good">On</Badge>
              {factor.data.since !== null && <span>since {formatDay(factor.data.since, timeZone)}</span>}
              {factor.data.recoveryCodesLeft < 3 && (
                <Badge tone="warn">{factor.data.recoveryCodesLeft} recovery codes left</Badge>
              )}
            </p>
            <p className={styles.meta}>{factor.data.recoveryCodesLeft} of 10 recovery codes are unused.</p>
            <div className={styles.actions}>
              <Button icon="refresh" onClick={() => setDoing('renew')}>
                New recovery codes
              </Button>
              <Button variant="danger" onClick={() => setDoing('disable')}>
                Turn off
              </Button>
            </div>
          </>
        )}
      </div>
      {doing === 'enable' && <EnableSecondFactor onClose={close} />}
      {(doing === 'disable' || doing === 'renew') && <ProveSecondFactor purpose={doing} onClose={close} />}
    </Card>
  );
}

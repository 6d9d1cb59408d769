import type { UnusedWordView } from '@wordrise/core/contract';
import type { RefObject } from 'react';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { zoneInFull } from '../../kit/dates.ts';
import { formatLocal } from './local-time.ts';
import * as mornings from './mornings.css.ts';
import * as styles from './schedule.css.ts';
import type { takenMorning } from './taken-morning.ts';

interface SendTimeProps {
  field: RefObject<HTMLInputElement | null>;
  /** Wall-clock time, `YYYY-MM-DDTHH:MM`. */
  local: string;
  onChange: (local: string) => void;
  timeZone: string;
  word: UnusedWordView | undefined;
  taken: ReturnType<typeof takenMorning>;
  errors: string[] | undefined;
}

/** When the email goes out, with a free time to use if that day already has an email. */
export function SendTime({ field, local, onChange, timeZone, word, taken, errors }: SendTimeProps) {
  const goesOut = formatLocal(local, timeZone);
  const nextFree = taken?.nextFree;
  return (
    <div className={styles.when}>
      <Field
        ref={field}
        label="Scheduled Date & Time *"
        name="scheduledDate"
        type="datetime-local"
        required
        value={local}
        onChange={(event) => onChange(event.target.value)}
        errors={errors}
        hint={`Time zone: ${zoneInFull(timeZone)}`}
      />
      {goesOut !== undefined && !errors && (
        <p className={styles.goesOut}>
          <Icon name="sunrise" size={18} className={styles.goesOutIcon} />
          <span>
            {word ? `“${word.word}” goes out` : 'Goes out'} {goesOut}
          </span>
        </p>
      )}
      {taken && (
        <p className={mornings.hint} role="status">
          {taken.text}
          {nextFree !== undefined && (
            <Button size="small" onClick={() => onChange(nextFree)}>
              Use {taken.nextFreeName}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

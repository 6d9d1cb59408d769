import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type LeavingSummary, leavingReasonTexts } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { useToasts } from '../../design/toast.tsx';
import { formatCalendarDay } from '../../kit/dates.ts';
import { failure } from '../../kit/failure.tsx';
import { counted } from '../../kit/figures.ts';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
import * as styles from './readers.css.ts';

/** Why readers left, as they say. Nothing is shown until the first one has said so. */
export function LeavingReasons() {
  const { data } = useQuery(endpointQuery(useApi(), 'leavingReasons'));
  if (!data || data.reasons.length === 0) return null;
  return (
    <Card
      title="Why readers left"
      note="What they said after unsubscribing, within the last year. It is stored without their addresses."
    >
      <dl className={styles.reasons}>
        {data.reasons.map(({ reason, count }) => (
          <div key={reason} className={styles.reason}>
            <dt>{leavingReasonTexts[reason]}</dt>
            <dd className={styles.reasonCount}>{counted(count, 'reader')}</dd>
          </div>
        ))}
      </dl>
      <Texts texts={data.texts} />
    </Card>
  );
}

/** What the latest of them wrote. A text may name someone, so each can be deleted. */
function Texts({ texts }: Pick<LeavingSummary, 'texts'>) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const remove = useMutation({
    mutationFn: (id: number) => api.call('deleteLeavingText', { params: { id } }),
    onSuccess: () => toasts.success('The text was deleted. Its reason is still counted.'),
    onError: (error) => toasts.error(failure('The text was not deleted', error)),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('leavingReasons') }),
  });
  if (texts.length === 0) return null;
  return (
    <ul className={styles.leavingTexts}>
      {texts.map(({ id, reason, text, day }) => (
        <li key={id} className={styles.leavingText}>
          <p dir="auto">{text}</p>
          <p className={styles.small}>
            {leavingReasonTexts[reason]} · <time dateTime={day}>{formatCalendarDay(day)}</time>
          </p>
          <Button
            size="small"
            variant="quiet"
            icon="trash"
            aria-label={`Delete the text “${text}”`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(id)}
          />
        </li>
      ))}
    </ul>
  );
}

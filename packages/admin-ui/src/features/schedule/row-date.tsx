import { formatDay } from '../../kit/dates.ts';
import * as styles from './mornings.css.ts';

/** The day of a row, large: "Dec 1", and its weekday. */
export function RowDate({ instant, timeZone }: { instant: string | null; timeZone: string }) {
  if (instant === null) return <p className={styles.date}>–</p>;
  const [weekday, date] = formatDay(instant, timeZone).split(', ');
  return (
    <p className={styles.date}>
      <span className={styles.dateDay}>{date}</span> <span className={styles.dateWeekday}>{weekday}</span>
    </p>
  );
}

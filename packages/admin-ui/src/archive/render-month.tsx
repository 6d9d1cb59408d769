/** @jsxImportSource preact */
import { archivePath, wordPath } from '@wordrise/core/constants';
import type { MonthPage } from '@wordrise/core/contract';
import type { LandingConfig } from '../landing/render-landing.tsx';
import * as styles from './archive.css.ts';
import { type ArchiveParts, monthName, renderArchiveDocument, shortDate } from './archive-document.tsx';
import { HearInList } from './hear.tsx';

/** The words of one month, with links to the other months. */
export function renderMonthDocument(config: LandingConfig, parts: ArchiveParts, page: MonthPage): string {
  const { month, months, words, hasPodcast } = page;
  const title = month ? `Words of ${monthName(month)}` : 'Archive';
  return renderArchiveDocument({
    config,
    parts,
    title,
    hasPodcast,
    // Without a month in its address the page shows the latest.
    path: month === undefined || month === months[0] ? archivePath : monthPath(month),
    description: `${title}: one word each morning, with pronunciation, examples and origin.`,
    head: <meta property="og:type" content="website" />,
    children: (
      <>
        <h1 className={styles.title}>{month ? monthName(month) : 'Archive'}</h1>
        {words.length > 0 ? <Words words={words} /> : <p>{month ? noWords : notYet}</p>}
        {months.length > 1 && <Months {...page} />}
      </>
    ),
  });
}

const notYet = 'No word has gone out yet. Sign up, and the first one comes to your inbox.';
const noWords = 'No word went out this month.';
const monthPath = (month: string) => `${archivePath}/${month}`;

function Words({ words }: Pick<MonthPage, 'words'>) {
  return (
    <ol className={styles.entries} reversed>
      {words.map(({ word, slug, partOfSpeech, definition, day, themeThread, milestone, recording }) => (
        <li key={day + slug} className={styles.entry}>
          <time className={styles.date} dateTime={day}>
            {shortDate(day)}
          </time>
          <div>
            <a className={styles.entryWord} href={wordPath(slug)} dir="auto">
              {word}
            </a>{' '}
            {partOfSpeech && <i className={styles.quiet}>{partOfSpeech}</i>}
            {recording && <HearInList word={word} path={recording.path} />}
            <p className={styles.entryText} dir="auto">
              {definition}
            </p>
            {milestone && <p className={styles.thread}>{milestone}</p>}
            {themeThread && (
              <p className={styles.thread} dir="auto">
                {themeThread}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Months({ month, months }: MonthPage) {
  const years = Map.groupBy(months, (name) => name.slice(0, 4));
  return (
    <nav className={styles.section} aria-label="Months">
      {[...years].map(([year, names]) => (
        <p key={year} className={styles.months}>
          {names.map((name) => (
            <a key={name} href={monthPath(name)} aria-current={name === month ? 'page' : undefined}>
              {monthName(name)}
            </a>
          ))}
        </p>
      ))}
    </nav>
  );
}

/** @jsxImportSource preact */
import { wordPath } from '@wordrise/core/constants';
import type { SentWord, WordLink, WordPage } from '@wordrise/core/contract';
import type { ComponentChildren } from 'preact';
import * as styles from './archive.css.ts';
import { longDate } from './long-date.ts';

/** A word as its email shows it, with the words before and after it. */
export function WordEntry({ word, examples, days, previous, next }: WordPage) {
  const isPlain = /^[a-z '’-]+$/.test(word.word);
  return (
    <>
      <article className={styles.article}>
        <div>
          <p className={styles.date}>
            {days.map((day, place) => (
              <span key={day}>
                {place > 0 && ' · '}
                <time dateTime={day}>{longDate(day)}</time>
              </span>
            ))}
          </p>
          <h1 className={isPlain ? `${styles.word} ${styles.inOwnFont}` : styles.word} dir="auto">
            {word.word}
          </h1>
          <Spoken {...word} />
          {word.definition && <p className={styles.definition}>{word.definition}</p>}
        </div>
        {examples.length > 0 && (
          <Section title="In a sentence">
            {examples.map(([before, headword, after]) => (
              <p key={before} className={styles.example}>
                {before}
                {headword && <b>{headword}</b>}
                {after}
              </p>
            ))}
          </Section>
        )}
        {word.etymology && (
          <Section title="Where it comes from">
            <p className={styles.quiet}>{word.etymology}</p>
          </Section>
        )}
        {word.conversationTip && (
          <Section title="In conversation" className={styles.tip}>
            <p>{word.conversationTip}</p>
          </Section>
        )}
      </article>
      {(previous || next) && (
        <nav className={styles.neighbors} aria-label="Other words">
          {previous && <Neighbor {...previous} rel="prev" />}
          {next && <Neighbor {...next} rel="next" />}
        </nav>
      )}
    </>
  );
}

/** Screen readers read the respelling, since most cannot read the IPA. */
function Spoken({ phoneticPronunciation, respelling, partOfSpeech }: SentWord) {
  return (
    <p className={styles.spoken}>
      {phoneticPronunciation && (
        <span aria-hidden={respelling ? true : undefined}>{phoneticPronunciation}</span>
      )}{' '}
      {respelling && <span>{respelling}</span>} {partOfSpeech && <i>{partOfSpeech}</i>}
    </p>
  );
}

interface SectionProps {
  title: string;
  className?: string;
  children: ComponentChildren;
}

function Section({ title, className = styles.section, children }: SectionProps) {
  return (
    <section className={className}>
      <h2 className={styles.label}>{title}</h2>
      {children}
    </section>
  );
}

function Neighbor({ word, slug, rel }: WordLink & { rel: 'prev' | 'next' }) {
  return (
    <a className={rel === 'next' ? styles.next : styles.neighbor} href={wordPath(slug)} rel={rel}>
      <span className={styles.date}>{rel === 'next' ? 'Next word' : 'Previous word'}</span>
      <span className={styles.neighborWord} dir="auto">
        {word}
      </span>
    </a>
  );
}

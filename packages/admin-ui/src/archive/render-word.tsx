/** @jsxImportSource preact */
import {
  archivePath,
  shownFields,
  siteAddress,
  splitCitedForms,
  wordFieldTable,
  wordPath,
} from '@wordrise/core/constants';
import type { ExampleParts, SentWord, WordLink, WordPage } from '@wordrise/core/contract';
import { type ComponentChildren, Fragment } from 'preact';
import type { LandingConfig } from '../landing/render-landing.tsx';
import * as styles from './archive.css.ts';
import { type ArchiveParts, longDate, renderArchiveDocument } from './archive-document.tsx';
import { Hear } from './hear.tsx';

/** The page of a word that was sent. */
export function renderWordDocument(config: LandingConfig, parts: ArchiveParts, page: WordPage): string {
  const { word } = page;
  const path = wordPath(word.slug);
  return renderArchiveDocument({
    config,
    parts,
    path,
    hasPodcast: page.hasPodcast,
    title: word.word,
    description: oneLine(word.definition) || `The word ${word.word}.`,
    picture: { path: `${path}.png`, alt: [word.word, oneLine(word.definition)].filter(Boolean).join(': ') },
    head: <Head config={config} word={word} path={path} />,
    children: <WordEntry {...page} address={siteAddress(config.publicUrl, path)} />,
  });
}

function Head({ config, word, path }: { config: LandingConfig; word: SentWord; path: string }) {
  const { productName, publicUrl } = config;
  const absolute = (target: string) => siteAddress(publicUrl, target);
  const term = {
    '@context': 'https://schema.org',
    '@type': 'DefinedTerm',
    name: word.word,
    description: oneLine(word.definition),
    url: absolute(path),
    inDefinedTermSet: { '@type': 'DefinedTermSet', name: productName, url: absolute(archivePath) },
    ...(word.quotation && { subjectOf: quotationData(word) }),
  };
  return (
    <>
      <meta property="og:type" content="article" />
      <meta property="article:published_time" content={word.sentAt} />
      {/* Markup in a word must not end the script element. */}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no "<" is left
        dangerouslySetInnerHTML={{ __html: JSON.stringify(term).replaceAll('<', '\\u003c') }}
      />
    </>
  );
}

function quotationData(word: SentWord) {
  const { quotationYear, quotationUrl } = word;
  return {
    '@type': 'Quotation',
    text: word.quotation,
    creator: { '@type': 'Person', name: word.quotationAuthor },
    isPartOf: {
      '@type': 'CreativeWork',
      name: word.quotationWork,
      // schema.org takes dates only; “about 1599” is none.
      ...(/^\d{4}$/.test(quotationYear) && { datePublished: quotationYear }),
      ...(quotationUrl && { url: quotationUrl }),
    },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** A word as its email shows it, with the words before and after it. @param address Of this page, with the host. */
function WordEntry({
  address,
  word,
  examples,
  quotation,
  days,
  previous,
  next,
}: WordPage & { address: string }) {
  // Then every letter is in the web font, and fonts never mix within a word.
  const isPlain = /^[ -~’]+$/.test(word.word);
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
          {word.milestone && <p className={styles.thread}>{word.milestone}</p>}
          {word.themeThread && (
            <p className={styles.thread} dir="auto">
              {word.themeThread}
            </p>
          )}
          <h1 className={isPlain ? `${styles.word} ${styles.inOwnFont}` : styles.word} dir="auto">
            {word.word}
          </h1>
          <Spoken {...word} />
          {word.suggestedBy && (
            <p className={styles.date} dir="auto">
              Suggested by {word.suggestedBy}, a reader
            </p>
          )}
          {word.definition && (
            <p className={styles.definition} dir="auto">
              {word.definition}
            </p>
          )}
        </div>
        {examples.length > 0 && (
          <Section title="In a sentence">
            {examples.map(([before, headword, after]) => (
              <p key={before} className={styles.example} dir="auto">
                {before}
                {headword && <b>{headword}</b>}
                {after}
              </p>
            ))}
          </Section>
        )}
        {quotation && <Quotation word={word} parts={quotation} />}
        {shownFields('page', 'section')
          .filter((field) => word[field] !== '')
          .map((field) => {
            const { title, label } = wordFieldTable[field];
            const isTip = field === 'conversationTip';
            return (
              <Section key={field} title={title ?? label} {...(isTip && { className: styles.tip })}>
                <p {...(!isTip && { className: styles.quiet })} dir="auto">
                  {splitCitedForms(field, word[field]).map((piece, at) =>
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text keep their order
                    at % 2 === 1 ? <em key={at}>{piece}</em> : piece,
                  )}
                </p>
              </Section>
            );
          })}
      </article>
      <Share address={address} />
      {(previous || next) && (
        <nav className={styles.neighbors} aria-label="Other words">
          {previous && <Neighbor {...previous} rel="prev" />}
          {next && <Neighbor {...next} rel="next" />}
        </nav>
      )}
    </>
  );
}

/** The page's address, which works without a script, and a button that shares or copies it once the script is there. */
function Share({ address }: { address: string }) {
  return (
    <section className={styles.share} aria-labelledby="share">
      <h2 className={styles.label} id="share">
        Keep or share this word
      </h2>
      <p className={styles.shareLine}>
        <a href={address}>{address.replace(/^https?:\/\//, '')}</a>
        <button type="button" className={styles.hear} data-share={address} disabled>
          Share
        </button>
        <span className={styles.quiet} role="status" />
      </p>
    </section>
  );
}

function Quotation({ word, parts }: { word: SentWord; parts: ExampleParts }) {
  const { quotationAuthor, quotationWork, quotationYear, quotationUrl } = word;
  const [before, headword, after] = parts;
  const work = <cite dir="auto">{quotationWork}</cite>;
  return (
    <Section title="In print">
      <figure className={styles.section}>
        <blockquote className={styles.quotation} {...(quotationUrl && { cite: quotationUrl })}>
          <p dir="auto">
            {before}
            {headword && <b>{headword}</b>}
            {after}
          </p>
        </blockquote>
        <figcaption className={styles.quiet}>
          {quotationAuthor}, {quotationUrl ? <a href={quotationUrl}>{work}</a> : work}
          {quotationYear && ` (${quotationYear})`}
        </figcaption>
      </figure>
    </Section>
  );
}

/** Screen readers read the respelling, since most cannot read the IPA. */
function Spoken(word: SentWord) {
  const { phoneticPronunciation, respelling } = word;
  const others = shownFields('page', 'line').filter(
    (field) => field !== 'phoneticPronunciation' && word[field] !== '',
  );
  return (
    <p className={styles.spoken}>
      {phoneticPronunciation && (
        <span aria-hidden={respelling ? true : undefined}>{phoneticPronunciation}</span>
      )}{' '}
      {respelling && <span>{respelling}</span>}
      {others.map((field) => (
        <Fragment key={field}>
          {' '}
          <i>{word[field]}</i>
        </Fragment>
      ))}{' '}
      <Hear {...word} />
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

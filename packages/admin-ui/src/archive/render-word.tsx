/** @jsxImportSource preact */
import { archivePath, wordPath } from '@wordrise/core/constants';
import type { SentWord, WordPage } from '@wordrise/core/contract';
import type { LandingConfig } from '../landing/render-landing.tsx';
import { type ArchiveParts, renderArchiveDocument } from './archive-document.tsx';
import { WordEntry } from './word-entry.tsx';

/** The page of a word that was sent. */
export function renderWordDocument(config: LandingConfig, parts: ArchiveParts, page: WordPage): string {
  const { word } = page;
  const path = wordPath(word.slug);
  return renderArchiveDocument({
    ...{ config, parts, path },
    title: word.word,
    description: oneLine(word.definition) || `The word ${word.word}.`,
    picture: { path: `${path}.png`, alt: [word.word, oneLine(word.definition)].filter(Boolean).join(': ') },
    head: <Head config={config} word={word} path={path} />,
    children: <WordEntry {...page} />,
  });
}

function Head({ config, word, path }: { config: LandingConfig; word: SentWord; path: string }) {
  const { productName, publicUrl } = config;
  const absolute = (target: string) => new URL(target, publicUrl).href;
  const term = {
    '@context': 'https://schema.org',
    '@type': 'DefinedTerm',
    name: word.word,
    description: oneLine(word.definition),
    url: absolute(path),
    inDefinedTermSet: { '@type': 'DefinedTermSet', name: productName, url: absolute(archivePath) },
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

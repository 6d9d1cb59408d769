import type { Config, Episode } from '@wordrise/core';
import {
  archivePath,
  citedFormsAsHtml,
  escapeHtml,
  feedPaths,
  podcastPath,
  podcastPicturePath,
  type SentWord,
  shownFields,
  siteAddress,
  wordPath,
} from '@wordrise/core/contract';
import { firstWords } from './first-words.ts';

type FeedConfig = Pick<Config, 'productName' | 'publicUrl'>;

/** The last words as an Atom feed, RFC 4287. */
export function atomFeed(config: FeedConfig, words: SentWord[]): string {
  const { productName } = config;
  const [home, own] = [absolute(config, archivePath), absolute(config, feedPaths.atom)];
  const entries = words.map((word) => {
    const { url, id } = addresses(config, word);
    return `<entry>
<id>${escapeHtml(id)}</id>
<title>${escapeHtml(word.word)}</title>
<link rel="alternate" type="text/html" href="${escapeHtml(url)}"/>
<published>${word.sentAt}</published>
<updated>${word.sentAt}</updated>
<summary>${escapeHtml(firstWords(word.definition, longestSummary))}</summary>
<content type="html">${escapeHtml(asHtml(word))}</content>${enclosed(config, word)}
</entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeHtml(home)}</id>
<title>${escapeHtml(productName)}</title>
<subtitle>One word each morning</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeHtml(own)}"/>
<link rel="alternate" type="text/html" href="${escapeHtml(home)}"/>
<author><name>${escapeHtml(productName)}</name></author>
<updated>${words[0]?.sentAt ?? '1970-01-01T00:00:00.000Z'}</updated>
${entries.join('\n')}
</feed>
`;
}

/** The same as a JSON feed, version 1.1. */
export function jsonFeed(config: FeedConfig, words: SentWord[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: config.productName,
    home_page_url: absolute(config, archivePath),
    feed_url: absolute(config, feedPaths.json),
    description: 'One word each morning',
    language: 'en',
    items: words.map((word) => {
      const { url, id } = addresses(config, word);
      const { word: title, definition, sentAt: date_published } = word;
      const summary = firstWords(definition, longestSummary);
      const item = { id, url, title, summary, content_html: asHtml(word), date_published };
      const { recording } = word;
      if (!recording) return item;
      const { type: mime_type, bytes: size_in_bytes, seconds: duration_in_seconds } = recording;
      const attachment = { url: absolute(config, recording.path), mime_type };
      return { ...item, attachments: [{ ...attachment, size_in_bytes, duration_in_seconds }] };
    }),
  });
}

function enclosed(config: FeedConfig, { recording }: SentWord): string {
  if (!recording) return '';
  const { path, type, bytes } = recording;
  return `\n<link rel="enclosure" type="${type}" length="${bytes}" href="${escapeHtml(absolute(config, path))}"/>`;
}

/** The words with a recording as a podcast: RSS 2.0 with the tags that Apple's directory asks for. */
export function podcast(config: FeedConfig, words: Episode[]): string {
  const name = escapeHtml(config.productName);
  const home = escapeHtml(absolute(config, archivePath));
  const items = words.map((word) => {
    const { path, type, bytes, seconds } = word.recording;
    const page = escapeHtml(absolute(config, wordPath(word.slug)));
    return `<item>
<title>${escapeHtml(word.word)}</title>
<link>${page}</link>
<guid isPermaLink="false">${page}</guid>
<pubDate>${new Date(word.sentAt).toUTCString()}</pubDate>
<description>${escapeHtml(asHtml(word))}</description>
<enclosure url="${escapeHtml(absolute(config, path))}" length="${bytes}" type="${type}"/>
<itunes:duration>${Math.max(1, Math.round(seconds))}</itunes:duration>
<itunes:explicit>false</itunes:explicit>
</item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${name}</title>
<link>${home}</link>
<description>One word each morning, said aloud</description>
<language>en</language>
<atom:link rel="self" type="application/rss+xml" href="${escapeHtml(absolute(config, podcastPath))}"/>
<itunes:author>${name}</itunes:author>
<itunes:image href="${escapeHtml(absolute(config, podcastPicturePath))}"/>
<itunes:category text="Education"><itunes:category text="Language Learning"/></itunes:category>
<itunes:explicit>false</itunes:explicit>
<itunes:type>episodic</itunes:type>
${items.join('\n')}
</channel>
</rss>
`;
}

/** Readers of feeds list summaries below each other; the content has the whole text. */
const longestSummary = 200;

/** A word that is sent again is a new entry of the feed, with the same page. */
function addresses(config: FeedConfig, { slug, day }: SentWord): { url: string; id: string } {
  const url = absolute(config, wordPath(slug));
  return { url, id: `${url}#${day}` };
}

function asHtml(word: SentWord): string {
  const line = shownFields('feed', 'line').flatMap((field) =>
    field === 'phoneticPronunciation' ? [word[field], word.respelling] : [word[field]],
  );
  const parts = ['definition', 'example', 'section'] as const;
  const paragraphs = [
    escapeHtml(word.themeThread ?? ''),
    escapeHtml(line.filter((text) => text !== '').join(' · ')),
    ...parts
      .flatMap((part) => shownFields('feed', part))
      .map((field) => citedFormsAsHtml(field, word[field])),
  ];
  return [...paragraphs.filter((html) => html !== '').map(paragraph), ...quotationAsHtml(word)].join('');
}

const paragraph = (html: string) => `<p dir="auto">${html.replaceAll('\n', '<br>')}</p>`;

function quotationAsHtml(word: SentWord): string[] {
  const { quotation, quotationAuthor, quotationWork, quotationYear, quotationUrl } = word;
  if (quotation === '') return [];
  const title = `<cite>${escapeHtml(quotationWork)}</cite>`;
  const work = quotationUrl ? `<a href="${escapeHtml(quotationUrl)}">${title}</a>` : title;
  const year = quotationYear && ` (${escapeHtml(quotationYear)})`;
  const source = `<p>${escapeHtml(quotationAuthor)}, ${work}${year}</p>`;
  return [`<blockquote>${paragraph(escapeHtml(quotation))}</blockquote>${source}`];
}

function absolute({ publicUrl }: FeedConfig, path: string): string {
  return siteAddress(publicUrl, path);
}

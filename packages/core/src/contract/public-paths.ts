/** The path below which an installation is, from its address: `/words` for `https://example.com/words`, mostly empty. */
export const basePath = (publicUrl: string) =>
  new URL(publicUrl).pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('');
/** The complete address of one of an installation's paths. */
export const siteAddress = (publicUrl: string, path: string) =>
  new URL(basePath(publicUrl) + path, publicUrl).href;

/** The pages of words that were sent. */
export const archivePath = '/archive';
export const wordPath = (slug: string) => `/words/${encodeURIComponent(slug)}`;
export const feedPaths = { atom: '/feed.xml', json: '/feed.json' } as const;
/** Words that have a recording. */
export const podcastPath = '/podcast.xml';
export const podcastPicturePath = '/podcast.png';
/** The path of a recording. Its name follows from its content, so it may be cached forever. */
export const recordingPath = (file: string) => `/recordings/${file}`;
/** On the page of a word, where it can be heard. */
export const hearAnchor = '#hear';

/** The empty page in which the admin area shows emails. */
export const emailFramePath = '/email-frame';

/** Where a form without scripts leads after a signup: while readers confirm with a link, and while they do not. */
export const signedUpPaths = { confirm: '/signed-up/confirm', welcome: '/signed-up' } as const;

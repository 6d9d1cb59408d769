/** The pages of words that were sent. */
export const archivePath = '/archive';
export const wordPath = (slug: string) => `/words/${encodeURIComponent(slug)}`;
export const feedPaths = { atom: '/feed.xml', json: '/feed.json' } as const;

/** The empty page in which the admin area shows emails. */
export const emailFramePath = '/email-frame';

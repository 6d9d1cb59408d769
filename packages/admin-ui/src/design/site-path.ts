/**
 * The path below which this installation is, such as `/words`; empty at the root of a host. The server writes it into
 * each page.
 */
export const sitePath: string = globalThis.document?.documentElement.dataset.base ?? '';

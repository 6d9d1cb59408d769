/** The classic script that this came in; undefined in a module and on a server. */
export const ownScript = globalThis.document?.currentScript as HTMLScriptElement | null | undefined;

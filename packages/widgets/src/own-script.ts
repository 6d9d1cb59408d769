/** The classic script that contains this code; `null` in a module, `undefined` on a server. */
export const ownScript = globalThis.document?.currentScript as HTMLScriptElement | null | undefined;

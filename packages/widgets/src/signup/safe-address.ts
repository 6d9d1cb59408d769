const safeSchemes = ['http:', 'https:', 'mailto:', 'tel:'];

/** `undefined` for an address that runs a script, such as `javascript:`, or holds its content itself. */
export function safeAddress(address: string | undefined): string | undefined {
  // Browsers skip these characters too.
  const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(address?.replace(/[\s\p{Cc}]+/gu, '') ?? '') ?? [];
  return scheme === undefined || safeSchemes.includes(scheme.toLowerCase()) ? address : undefined;
}

/** `undefined` for an address that runs a script, such as `javascript:`, or contains its content itself. */
export function safeAddress(address?: string): string | undefined {
  // Browsers skip control characters, so anything before a colon may be a scheme.
  return /^(?!\s*(https?|mailto|tel):)[^/?#]*:/i.test(`${address}`) ? undefined : address;
}

// The two places of the landing page that come alive. Until the widgets package draws them on the server, they are
// empty elements which its script fills in.

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] as string);

export interface IslandOptions {
  productName: string;
}

export function signupIsland({ productName }: IslandOptions): string {
  return `<wordrise-signup product-name="${escapeHtml(productName)}"></wordrise-signup>`;
}

export function sampleIsland({ productName }: IslandOptions): string {
  return `<wordrise-sample product-name="${escapeHtml(productName)}"></wordrise-sample>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text as HTML that shows it, safe in content and in attribute values.
 *
 * @param keep Quotes that may stay as they are, for markup that people read: only those that don't end the attribute.
 */
export function escapeHtml(text: string, keep = ''): string {
  return text.replace(/[&<>"']/g, (character) =>
    keep.includes(character) ? character : (entities[character] ?? character),
  );
}

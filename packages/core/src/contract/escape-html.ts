const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for HTML. The result is safe in content and in attribute values.
 *
 * @param keep Quotes to leave unescaped, for markup that people read: only those that don't end the attribute.
 */
export function escapeHtml(text: string, keep = ''): string {
  return text.replace(/[&<>"']/g, (character) =>
    keep.includes(character) ? character : (entities[character] ?? character),
  );
}

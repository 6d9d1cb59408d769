/** Cross-references that lead to other entries: a reader of an email has nowhere to follow them to. */
const references = ['ma', 'dx', 'dx_def', 'dx_ety'].map(
  (name) => new RegExp(`\\s*\\{${name}\\}(?:(?!\\{${name}\\}).)*?\\{/${name}\\}`, 'gsu'),
);

const fixed: Record<string, string> = {
  '{ldquo}': '“',
  '{rdquo}': '”',
  '{amp}': '&',
  '{p_br}': ' ',
  '{gloss}': '(',
  '{/gloss}': ')',
};

const numberOfHomograph = /:\d+$/u;
const linkToken = /\{([a-z_\d]+)\|([^|{}]*)[^{}]*\}/gu;
const anyToken = /\{\/?[a-z_\d]+(?:\|[^{}]*)?\}/giu;

/**
 * Merriam-Webster's running text as plain text: emphasis keeps its words, links their label, the rest
 * goes. The sense number that a synonym link may carry goes too, since readers do not see that entry.
 */
export function renderTokens(text: string): string {
  let plain = references.reduce((rest, reference) => rest.replace(reference, ''), text);
  plain = plain.replaceAll(/\{[a-z_\d]+\}|\{\/gloss\}/gu, (token) => fixed[token] ?? token);
  // Emphasis goes before links, because it may stand inside one.
  plain = plain.replaceAll(/\{(?!bc\})\/?[a-z_\d]+\}/gu, '');
  plain = plain.replaceAll(linkToken, (_token, name: string, label: string) =>
    name === 'ds' ? '' : label.replace(numberOfHomograph, ''),
  );
  return plain
    .replaceAll(/\s*\{bc\}\s*/gu, ': ')
    .replaceAll(anyToken, '')
    .replaceAll(/[{}]/gu, '')
    .replaceAll(/(?::\s*)+:\s/gu, ': ')
    .replaceAll(/\s*\.(?:\s?\.){2,}\s*/gu, '… ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s:]+/u, '')
    .replace(/[\s:]+$/u, '')
    .replaceAll(/\s+([,;)])/gu, '$1');
}

/** Whether nothing but links to synonyms is left, so that the text names the meaning and does not tell it. */
export function isBareSynonym(text: string): boolean {
  const withoutLinks = references
    .reduce((rest, reference) => rest.replace(reference, ''), text)
    .replaceAll(/\{sx\|[^{}]*\}/gu, '');
  return withoutLinks !== text && !/[\p{L}\p{N}]/u.test(renderTokens(withoutLinks));
}

/** Cross-references to other entries, which the reader of an email cannot follow. */
const references = ['ma', 'dx', 'dx_def', 'dx_ety'].map(
  (name) => new RegExp(`(?<!\\s)\\s*\\{${name}\\}(?:(?!\\{${name}\\}).)*?\\{/${name}\\}`, 'gsu'),
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
const linkToken = /\{([a-z_\d]+)\|([^|{}]*)(?:\|[^{}]*)?\}/gu;
const anyToken = /\{\/?[a-z_\d]+(?:\|[^{}]*)?\}/giu;

/**
 * Merriam-Webster's running text as plain text. Emphasized words and link labels stay. Everything else is removed,
 * including the sense number of a synonym link: readers do not see that entry.
 */
export function renderTokens(text: string): string {
  let plain = references.reduce((rest, reference) => rest.replace(reference, ''), text);
  plain = plain.replaceAll(/\{[a-z_\d]+\}|\{\/gloss\}/gu, (token) => fixed[token] ?? token);
  // Emphasis first, because it can be inside a link.
  plain = plain.replaceAll(/\{(?!bc\})\/?[a-z_\d]+\}/gu, '');
  plain = plain.replaceAll(linkToken, (_token, name: string, label: string) =>
    name === 'ds' ? '' : label.replace(numberOfHomograph, ''),
  );
  return plain
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ?\{bc\} ?/gu, ': ')
    .replaceAll(anyToken, '')
    .replaceAll(/[{}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?<!: ?)(?:: ?)+: /gu, ': ')
    .replaceAll(/ ?\.(?: ?\.){2,} ?/gu, '… ')
    .replace(/^[ :]+/u, '')
    .replace(/(?<![ :])[ :]+$/u, '')
    .replaceAll(/ ([,;)])/gu, '$1');
}

/** Whether a text consists only of links to synonyms. */
export function isBareSynonym(text: string): boolean {
  const withoutLinks = references
    .reduce((rest, reference) => rest.replace(reference, ''), text)
    .replaceAll(/\{sx\|[^{}]*\}/gu, '');
  return withoutLinks !== text && !/[\p{L}\p{N}]/u.test(renderTokens(withoutLinks));
}

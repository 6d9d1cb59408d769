/** Something about a template, at a line counted from 1. */
export interface Finding {
  line: number;
  reason: string;
}

/** One `{{…}}` of a template. */
export interface TemplateTag {
  /** As written, including braces. */
  source: string;
  /** Offsets into the template. */
  start: number;
  end: number;
  /** Counted from 1. */
  line: number;
}

/** Suggests what was probably meant by a name that is not a variable, as written in a template. */
export type Suggest = (name: string) => string | undefined;

/** A tag as written, on one line and short enough for a message. */
export function shown(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…}}` : line;
}

/** What is between the braces of a tag, without `~` and outer spaces. */
export function innerText(source: string): string {
  return source.replace(/^\{\{~?|~?\}\}$/g, '').trim();
}

/** Why a tag is refused and what to write instead; `source` is the tag as written. */
export const refusal = {
  notAVariable(source: string, name: string, suggest: Suggest) {
    const nearest = suggest(name);
    const advice = nearest ? `Did you mean ${nearest}?` : 'Write {{word}}, for example.';
    return `${shown(source)} is not the name of a variable. ${advice}`;
  },
  unescaped(source: string) {
    const name =
      innerText(source)
        .replace(/^[{&~\s]+/, '')
        .replace(/(?<![}~\s])[}~\s]+$/, '') || 'word';
    return `${shown(source)} would put text into the email unprotected. Write {{${name}}}.`;
  },
  tooManyBraces: '{{{{ has too many braces. Write {{word}}, with two.',
  block: (source: string) => `${shown(source)} cannot be used. Only {{#if …}} and {{#unless …}} can.`,
};

/** A tag as written, and its offset into the template. */
export type TagText = Pick<TemplateTag, 'source' | 'start'>;

/** Longer than any tag that could be right; a longer one lacks its closing braces. */
const closed = /\{\{\{?[^{}]{0,200}\}?\}\}/y;
const firstWord = /\{\{(?:\{\{+|[^\s{}<>]{0,40})/y;
const comment = /\{\{~?![\s\S]*/y;

/** The tag that begins at an offset. If it is not closed, only its first word. */
export function tagFrom(text: string, start: number): TagText {
  for (const pattern of [comment, closed, firstWord]) {
    pattern.lastIndex = start;
    const found = pattern.exec(text);
    if (found) return { source: found[0], start };
  }
  return { source: text.slice(start, start + 1), start };
}

/** The offset of the last tag that begins before `upTo`; -1 if there is none. */
export function tagStart(text: string, upTo: number): number {
  let start = text.lastIndexOf('{{', Math.max(0, upTo));
  while (text[start - 1] === '{') start -= 1;
  return start;
}

/** One `{{…}}` of a template, or what was meant to be one. */
export interface TemplateTag {
  kind: 'tag' | 'escaped' | 'too-many-braces' | 'unclosed' | 'unclosed-comment';
  /** As written, braces included; of an unclosed tag its first word. */
  source: string;
  /** What stands between the braces, without `~` and outer spaces; it keeps a third brace. */
  inner: string;
  /** Position in the template. */
  start: number;
  end: number;
  /** Counted from 1. */
  line: number;
}

/** Longer than any tag that could be right; what is longer lacks its closing braces. */
const closedTag = /\{\{(\{?[^{}]{0,200}\}?)\}\}/y;
const firstWord = /\{\{[^\s{}<>]{0,40}/y;

/** Finds every tag in order, comments left out, where Handlebars would find it. */
export function findTags(source: string): TemplateTag[] {
  const tags: TemplateTag[] = [];
  const lineAt = lineCounter(source);
  let from = 0;
  for (;;) {
    const start = source.indexOf('{{', from);
    if (start === -1) return tags;
    const add = (kind: TemplateTag['kind'], end: number, inner = '') => {
      tags.push({ kind, source: source.slice(start, end), inner, start, end, line: lineAt(start) });
      from = end;
    };

    const comment = matchAt(/\{\{~?!(?:--)?/y, source, start);
    const closed = matchAt(closedTag, source, start);
    // Two backslashes are a backslash and then a tag.
    if (source[start - 1] === '\\' && source[start - 2] !== '\\') {
      add('escaped', start + 2);
    } else if (comment) {
      const end = comment[0].endsWith('--') ? /--~?\}\}/g : /\}\}/g;
      end.lastIndex = start + comment[0].indexOf('!') + 1;
      const found = end.exec(source);
      if (found) from = found.index + found[0].length;
      else add('unclosed-comment', source.length);
    } else if (source.startsWith('{{{{', start)) {
      add('too-many-braces', start + matchAt(/\{+/y, source, start)![0].length);
    } else if (closed) {
      add('tag', start + closed[0].length, closed[1]!.replace(/^~|~$/g, '').trim());
    } else {
      add('unclosed', start + matchAt(firstWord, source, start)![0].length);
    }
  }
}

function matchAt(sticky: RegExp, source: string, index: number): RegExpExecArray | null {
  sticky.lastIndex = index;
  return sticky.exec(source);
}

/** Lines for positions asked in rising order, in one walk over the source. */
export function lineCounter(source: string): (index: number) => number {
  const breaks = /\r\n?|\n/g;
  let line = 1;
  let next = breaks.exec(source);
  return (index) => {
    while (next && next.index < index) {
      line += 1;
      next = breaks.exec(source);
    }
    return line;
  };
}

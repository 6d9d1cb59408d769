import type { MergeFields } from '../merge-fields.ts';

/**
 * iContact replaces every name in square brackets: `[fname]` with the reader's first name, an unknown name with
 * nothing. In HTML, entities look the same as brackets. The subject and the text part have no entities, so parentheses
 * are used instead and no text is lost.
 */
export const icontactMergeFields: MergeFields = {
  names: {
    email: '[email]',
    firstname: '[fname]',
    fname: '[fname]',
    name: '[fname]',
    lastname: '[lname]',
    lname: '[lname]',
  },

  escape(text, kind) {
    const [open, close] = kind === 'html' ? ['&#91;', '&#93;'] : ['(', ')'];
    return text.replaceAll('[', open).replaceAll(']', close);
  },

  warning({ source, before, after }, kind) {
    if (!/\[\s*$/.test(before) || !/^\s*\]/.test(after)) return undefined;
    const instead = kind === 'html' ? `&#91;${source}&#93;` : `(${source})`;
    return `[${source}] could be read as an iContact merge field. Write ${instead}.`;
  },
};

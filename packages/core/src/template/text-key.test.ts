import { describe, expect, test } from 'vitest';
import { aQuotation, aWord } from '../../../../test/words.ts';
import { entryFields } from '../contract/word-fields.ts';
import { defaultTemplate } from './default-template.ts';
import { textKeys } from './render-email.ts';

const template = { content: defaultTemplate, subject: '{{word}}' };
const site = { productName: 'Wordrise', publicUrl: 'https://words.example', hasArchive: true };
const word = aWord(aQuotation);
const key = textKeys(template, site)(word);

describe('the key of an email’s text', () => {
  test('changes with every field, the template, the subject, the name and the address', () => {
    const edited = [...entryFields, 'teaser'].map((field) =>
      textKeys(template, site)({ ...word, [field]: 'new' }),
    );
    const others = [
      textKeys({ ...template, content: 'new' }, site)(word),
      textKeys({ ...template, subject: 'new' }, site)(word),
      textKeys(template, { ...site, productName: 'new' })(word),
      textKeys(template, { ...site, publicUrl: 'https://new.example' })(word),
      textKeys(template, { ...site, hasArchive: false })(word),
    ];
    expect(new Set([key, ...edited, ...others]).size).toBe(1 + edited.length + others.length);
  });

  test('counts a field that words and the template get later only once it is filled in', () => {
    const withTip = { ...template, content: '{{word}}{{#if conversationTip}} {{conversationTip}}{{/if}}' };
    const before = textKeys({ ...template, content: '{{word}}' }, site)(word);
    expect(textKeys(withTip, site)({ ...word, conversationTip: '' })).toBe(before);
    expect(textKeys(withTip, site)(word)).not.toBe(before);
  });

  test('ignores what is about a word and not in its email', () => {
    const about = { ...word, level: 'rare', tags: 'school', sensitive: 'religion' };
    expect(textKeys(template, site)(about)).toBe(key);
  });

  test('ignores what readers do not see', () => {
    const keyOf = textKeys({ content: '{{! A note. }}{{word}}: {{etymology}}', subject: 'Today' }, site);
    expect(keyOf({ ...word, definition: 'new', etymology: '—' })).toBe(keyOf({ ...word, etymology: '' }));
  });

  test('ignores the port of the address that is used without PUBLIC_URL', () => {
    const keys = ['http://localhost:5000', 'http://localhost:8080', 'http://localhost'].map((publicUrl) =>
      textKeys(template, { ...site, publicUrl })(word),
    );
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).not.toBe(key);
  });
});

import { machineZone } from '../time-zone.ts';
import type { Rows } from '../variable.ts';

export const product = {
  PRODUCT_NAME: {
    purpose: 'the name readers see',
    schema: (is) => is.text(),
    default: 'Wordrise',
    setup: { question: 'Name of the product', placeholder: 'name' },
  },
  PUBLIC_URL: {
    purpose: 'the address visitors use, such as https://words.example.com',
    schema: (is) => is.url(),
    default: (read) => `http://localhost:${read('PORT')}`,
    fallback: '`http://localhost:PORT`',
    setup: { question: 'Address that visitors use', placeholder: 'url' },
  },
  TIMEZONE: {
    purpose: 'what "07:00" means, an IANA name such as Europe/Paris',
    where: 'from the list of IANA time zones',
    schema: (is) => is.timeZone(),
    default: machineZone,
    fallback: 'the machine’s',
    setup: { question: 'Time zone, for what "07:00" means', placeholder: 'zone' },
  },
  PRIVACY_URL: {
    purpose: 'your own privacy page, instead of /privacy',
    where: 'from the address of that page',
    schema: (is) => is.page(),
    fallback: 'the page `/privacy`, whose text the admin area edits',
  },
  ARCHIVE: {
    purpose: 'public pages for the words that were sent, with feeds and /api/today: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: 'on',
  },
  WIDGET_ORIGINS: {
    purpose: 'sites that may embed the signup form, comma-separated origins or *',
    where: 'from the addresses of those sites',
    schema: (is) => is.origins(),
    default: '',
    fallback: 'none',
  },
} satisfies Rows;

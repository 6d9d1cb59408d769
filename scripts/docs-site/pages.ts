import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A page of the site. */
export interface Page {
  /** The Markdown file, from the root of the repository. */
  source: string;
  /** Where it is on the site, such as `cli/`; the first page is at the top. */
  path: string;
  /** Its name in the navigation. */
  name: string;
}

export interface Group {
  name: string;
  pages: Page[];
}

const doc = (slug: string, name: string): Page => ({ source: `docs/${slug}.md`, path: `${slug}/`, name });

/** Pages with their own entry, in the order of the navigation. */
const chosen: Group[] = [
  {
    name: 'Start',
    pages: [
      { source: 'README.md', path: '', name: 'Wordrise' },
      doc('from-an-empty-server', 'From an empty server'),
      doc('going-live', 'Going live'),
      doc('cli', 'The command line'),
      doc('faq', 'Questions'),
    ],
  },
  {
    name: 'Run it',
    pages: [
      doc('configuration', 'Configuration'),
      doc('sending-by-smtp', 'Sending by SMTP'),
      doc('deliverability', 'Getting into the inbox'),
      doc('alerts', 'Alerts'),
      doc('upgrading', 'Upgrading'),
      doc('new-machine', 'A new machine, start to finish'),
      doc('performance', 'Performance'),
    ],
  },
  {
    name: 'Send with…',
    pages: [
      doc('send-with/gmail', 'Gmail or Google Workspace'),
      doc('send-with/microsoft-365', 'Microsoft 365'),
      doc('send-with/amazon-ses', 'Amazon SES'),
      doc('send-with/postmark', 'Postmark'),
      doc('send-with/mailgun', 'Mailgun'),
      doc('send-with/your-own-server', 'Your own mail server'),
      doc('send-with/icontact', 'iContact'),
    ],
  },
  {
    name: 'Readers and words',
    pages: [
      { source: 'packages/widgets/README.md', path: 'widgets/', name: 'The signup form' },
      doc('public-pages', 'Pages of sent words'),
      doc('offline-dictionary', 'The offline dictionary'),
      doc('privacy', 'Privacy'),
    ],
  },
  {
    name: 'How it works',
    pages: [
      doc('life-of-an-email', 'The life of an email'),
      doc('security', 'Security'),
      doc('api', 'HTTP API'),
      doc('development', 'Development'),
      doc('testing', 'Testing'),
    ],
  },
  {
    name: 'Project',
    pages: [
      { source: 'CHANGELOG.md', path: 'changelog/', name: 'Changelog' },
      { source: 'CONTRIBUTING.md', path: 'contributing/', name: 'Contributing' },
      { source: 'SECURITY.md', path: 'reporting-vulnerabilities/', name: 'Reporting vulnerabilities' },
      { source: 'CODE_OF_CONDUCT.md', path: 'code-of-conduct/', name: 'Code of conduct' },
    ],
  },
];

const named = new Set(chosen.flatMap((group) => group.pages.map(({ source }) => source)));

/** The other files of a folder, each named by its heading. */
function othersIn(folder: string, path: string): Page[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md') && !named.has(`${folder}/${file}`))
    .toSorted()
    .map((file) => {
      const source = `${folder}/${file}`;
      const [, heading = file] = /^# (?:\d+\. )?(.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? [];
      return { source, path: `${path}${file.replace('.md', '')}/`, name: heading };
    });
}

/** Every page. */
export const groups: Group[] = [
  ...chosen,
  { name: 'More', pages: othersIn('docs', '') },
  { name: 'Decisions', pages: othersIn('docs/decisions', 'decisions/') },
].filter((group) => group.pages.length > 0);

export const pages = groups.flatMap((group) => group.pages);

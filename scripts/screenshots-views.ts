import type { Page } from 'playwright-core';

export interface View {
  name: string;
  path: string;
  /** What to do before the picture. */
  prepare?: (page: Page) => Promise<void>;
  /** Nobody is signed in. */
  visitor?: boolean;
  /** The screen alone, not the page below it. */
  screenOnly?: boolean;
}

const clickFirst = (page: Page, role: 'button' | 'link', name: RegExp) =>
  page.getByRole(role, { name }).first().click();

/** On phones, the buttons of an email that are needed less often are behind “More”. */
async function clickOfEmail(page: Page, name: RegExp): Promise<void> {
  const more = page.getByRole('button', { name: /^More for / }).first();
  if (await more.isVisible()) await more.click();
  await clickFirst(page, 'button', name);
}

/** Before there is an admin. */
export const newInstallation: View[] = [
  { name: 'setup', path: '/admin-setup', visitor: true },
  { name: 'login-before-setup', path: '/login', visitor: true },
];

const bulkWords = 'lantern\nharbor\nmeadow\nxqzzt\nsolitude';
const csv = [
  'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip',
  'zurf,/zɑːf/,noun,A holder for a hot cup without a handle,From Arabic zarf,One.,Two.,Say it over coffee.',
  'petrichor,/ˈpɛtrɪkɔː/,noun,The smell of rain on dry earth,From Greek,One.,Two.,Say it in the rain.',
  'quokka,/ˈkwɒkə/,noun,,From Noongar,One.,Two.,Say it with a smile.',
].join('\n');

export const livingInstallation: View[] = [
  { name: 'landing', path: '/', visitor: true },
  {
    name: 'landing-signed-up',
    path: '/',
    visitor: true,
    screenOnly: true,
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill('early.bird@example.com');
      await page.getByRole('textbox', { name: 'First name' }).fill('Robin');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await page.locator('#toasts').getByText('Your first daily word will arrive soon.').waitFor();
    },
  },
  {
    name: 'login',
    path: '/login',
    visitor: true,
    async prepare(page) {
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').getByText('Invalid username or password').waitFor();
    },
  },
  { name: 'archive', path: '/archive', visitor: true },
  { name: 'archive-word', path: '/words/halcyon', visitor: true },
  { name: 'privacy', path: '/privacy', visitor: true },
  { name: 'setup-done', path: '/admin-setup', visitor: true },
  { name: 'not-found', path: '/nowhere', visitor: true },
  { name: 'dashboard', path: '/admin' },
  {
    name: 'dashboard-month',
    path: '/admin',
    prepare: (page) => page.getByRole('button', { name: 'Month', exact: true }).click(),
  },
  {
    name: 'change-password',
    path: '/admin',
    screenOnly: true,
    async prepare(page) {
      await page.getByRole('button', { name: 'Change Password' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Current Password').fill('not this one');
      for (const name of ['New Password', 'Confirm New Password'])
        await dialog.getByLabel(name, { exact: true }).fill('a new and longer one');
      await dialog.getByRole('button', { name: 'Change Password' }).click();
      await dialog.getByText('Current password is incorrect').waitFor();
    },
  },
  { name: 'words', path: '/admin/words' },
  { name: 'words-add', path: '/admin/words?panel=add&letter=z' },
  { name: 'words-none', path: '/admin/words?search=blorb' },
  {
    name: 'word-edit',
    path: '/admin/words?letter=p',
    prepare: (page) => page.getByLabel('Edit petrichor').click(),
  },
  {
    name: 'word-remove',
    path: '/admin/words?letter=z',
    screenOnly: true,
    prepare: (page) => page.getByRole('button', { name: 'Remove zephyr' }).click(),
  },
  {
    name: 'words-dictionary',
    path: '/admin/words?panel=dictionary',
    async prepare(page) {
      await page.getByLabel('Words, one per line').fill(bulkWords);
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByText('4 found · 1 failed').waitFor();
    },
  },
  {
    name: 'words-upload',
    path: '/admin/words?panel=upload',
    async prepare(page) {
      const file = { name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await page.getByLabel('CSV file', { exact: true }).setInputFiles(file);
      await page.getByLabel('Update them').check();
      await page.getByText('1 to be changed').waitFor();
    },
  },
  { name: 'schedule', path: '/admin/schedule' },
  {
    name: 'schedule-month',
    path: '/admin/schedule',
    prepare: (page) => page.getByRole('button', { name: 'Month', exact: true }).click(),
  },
  { name: 'schedule-fill', path: '/admin/schedule?fill=7' },
  {
    name: 'schedule-swap',
    path: '/admin/schedule?fill=14',
    screenOnly: true,
    async prepare(page) {
      await clickFirst(page, 'button', /^Search for a word for/);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'schedule-autopilot',
    path: '/admin/schedule',
    async prepare(page) {
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await page.getByLabel('Mornings ahead').waitFor();
    },
  },
  {
    name: 'schedule-time',
    path: '/admin/schedule',
    screenOnly: true,
    async prepare(page) {
      await clickOfEmail(page, /^Change time of /);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'schedule-form', path: '/admin/schedule?new=' },
  {
    name: 'schedule-selected',
    path: '/admin/schedule?new=',
    async prepare(page) {
      await page
        .getByRole('button', { name: /^Select / })
        .nth(3)
        .click();
    },
  },
  {
    name: 'schedule-cancel',
    path: '/admin/schedule',
    screenOnly: true,
    async prepare(page) {
      await clickOfEmail(page, /^Cancel /);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'design', path: '/admin/templates/design' },
  { name: 'template', path: '/admin/templates' },
  {
    name: 'template-help',
    path: '/admin/templates',
    screenOnly: true,
    async prepare(page) {
      // On wide screens it is next to the editor.
      const help = page.getByRole('button', { name: 'Variables and sections' });
      if (await help.isVisible()) await help.click();
      await page.getByRole('button', { name: 'Insert {{DATE}}' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'template-leave',
    path: '/admin/templates',
    screenOnly: true,
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Subject line' }).fill('{{word}}, at dawn');
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    },
  },
  {
    name: 'template-error',
    path: '/admin/templates',
    async prepare(page) {
      const editor = page.getByLabel('HTML template');
      const html = await editor.inputValue();
      await editor.fill(html.replace('{{/if}}', ''));
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page
        .getByText(/Line \d+/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'template-versions',
    path: '/admin/templates',
    async prepare(page) {
      await page.getByRole('button', { name: 'Versions' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'template-test',
    path: '/admin/templates',
    screenOnly: true,
    async prepare(page) {
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'template-preview',
    path: '/admin/templates/preview',
  },
  { name: 'delivery', path: '/admin/delivery' },
  { name: 'readers', path: '/admin/readers' },
  {
    name: 'reader',
    path: '/admin/readers',
    screenOnly: true,
    async prepare(page) {
      await clickFirst(page, 'link', /^Details of (?!early)/);
      await page.getByText('joined the list').waitFor();
    },
  },
  { name: 'readers-add', path: '/admin/readers/import' },
  { name: 'settings', path: '/admin/settings' },
  { name: 'sending', path: '/admin/settings/sending' },
  { name: 'start', path: '/admin/start' },
  { name: 'account', path: '/admin/account' },
  { name: 'activity', path: '/admin/activity' },
  { name: 'tech-specs', path: '/admin/tech-specs' },
  { name: 'outbox', path: '/admin/outbox' },
  {
    name: 'outbox-email',
    path: '/admin/outbox',
    async prepare(page) {
      await clickFirst(page, 'link', /^Wordrise: /);
      await page.frameLocator('iframe').frameLocator('iframe').getByRole('heading').first().waitFor();
    },
  },
  { name: 'embed', path: '/admin/embed' },
  {
    name: 'privacy-editor',
    path: '/admin/privacy',
    prepare: (page) => page.getByLabel('Preview of the page').waitFor(),
  },
  {
    name: 'more',
    path: '/admin',
    screenOnly: true,
    async prepare(page) {
      // On wide screens the side bar has everything.
      const more = page.getByRole('button', { name: 'More', exact: true });
      if (await more.isVisible()) await more.click();
    },
  },
];

/** An email failed, another has an older text than its word, and the provider does not respond. */
export const troubledInstallation: View[] = [
  { name: 'trouble-dashboard', path: '/admin', screenOnly: true },
  { name: 'trouble-schedule', path: '/admin/schedule' },
  { name: 'trouble-schedule-screen', path: '/admin/schedule', screenOnly: true },
  { name: 'trouble-readers', path: '/admin/readers', screenOnly: true },
  { name: 'trouble-tech-specs', path: '/admin/tech-specs', screenOnly: true },
  { name: 'trouble-embed', path: '/admin/embed' },
  {
    name: 'trouble-words',
    path: '/admin/words?panel=add&letter=z',
    screenOnly: true,
  },
];

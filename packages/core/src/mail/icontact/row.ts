import { emailProviderFacts } from '../../contract/choices.ts';
import { lazily } from '../../platform/cache.ts';
import type { ProviderRow } from '../provider-row.ts';
import { openServiceMail } from '../smtp/row.ts';
import { icontactMergeFields } from './merge-fields.ts';

/** An account at iContact, which keeps the list and sends to it. */
export const icontactRow: ProviderRow = {
  facts: {
    ...emailProviderFacts.icontact,
    privacyText: () =>
      'iContact sends the emails for us and receives your email address and your first name. It can record whether an email was opened and which links in it were clicked.',
    linksToUnsubscribe: true,
    testSent: (to) =>
      `The test email to ${to} went through your own mail server, because iContact only sends to a whole list. Readers get it from iContact, with its footer.`,
  },
  mergeFields: icontactMergeFields,
  open(context) {
    const { config, calls, beforeCall, onBackoff, now } = context;
    const { email } = config;
    return {
      provider: lazily(async () => {
        if (email.provider !== 'icontact') throw new Error('No account at iContact is configured.');
        const { createIcontactProvider } = await import('./icontact.ts');
        return createIcontactProvider({ ...calls, ...email.icontact, beforeCall, onBackoff, now });
      }),
      serviceMail: openServiceMail(context, async () => config.serviceMail),
    };
  },
};

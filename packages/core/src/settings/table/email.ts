import type { Rows } from '../variable.ts';

const screen = 'Settings and Billing → iContact Integrations → Custom API Integrations';

const icontact = {
  with: ['EMAIL_PROVIDER', 'icontact'],
  where: `in iContact under ${screen}`,
} as const;

export const email = {
  EMAIL_PROVIDER: {
    purpose: 'who sends the emails: icontact or sandbox',
    where: 'by choosing one',
    schema: (is) => is.oneOf('icontact', 'sandbox'),
    default: 'sandbox',
    fallback: '`icontact` if any of its credentials is set, otherwise `sandbox`',
    setup: {
      question: 'Email provider',
      placeholder: 'name',
      choices: {
        sandbox: { label: 'The sandbox on this machine: try everything, nobody gets mail' },
        icontact: {
          label: 'iContact',
          heading: 'Your iContact account',
          hint: `${screen} shows these.`,
        },
      },
    },
  },
  ICONTACT_APP_ID: {
    ...icontact,
    purpose: 'the iContact application id',
    schema: (is) => is.text(),
    secret: true,
    setup: { question: 'Application id', placeholder: 'id' },
  },
  ICONTACT_API_USERNAME: {
    ...icontact,
    purpose: 'the iContact user name of the integration',
    schema: (is) => is.text(),
    secret: true,
    setup: { question: 'User name', placeholder: 'name' },
  },
  ICONTACT_API_PASSWORD: {
    ...icontact,
    purpose: 'the application password made in the iContact integration screen, not the login password',
    schema: (is) => is.text(),
    secret: true,
    setup: { question: 'Application password, not the login password', placeholder: 'key' },
  },
  ICONTACT_ACCOUNT_ID: {
    ...icontact,
    purpose: 'the iContact account',
    schema: (is) => is.text(),
    setup: { question: 'Account id', placeholder: 'id' },
  },
  ICONTACT_CLIENT_FOLDER_ID: {
    ...icontact,
    purpose: 'the iContact client folder',
    schema: (is) => is.text(),
    setup: { question: 'Client folder id', placeholder: 'id' },
  },
  ICONTACT_LIST_ID: {
    ...icontact,
    purpose: 'the iContact mailing list that readers are added to',
    where: 'from the address of the list in iContact',
    schema: (is) => is.text(),
    setup: { question: 'Id of the list that readers join', placeholder: 'id' },
  },
  ICONTACT_CAMPAIGN_ID: {
    ...icontact,
    purpose: 'the iContact sender (campaign) that emails come from',
    where: 'from the sender property in iContact',
    schema: (is) => is.text(),
    setup: { question: 'Id of the sender (campaign)', placeholder: 'id' },
  },
  ICONTACT_API_URL: {
    ...icontact,
    purpose: 'the address of the iContact API',
    where: 'by leaving it at its default',
    schema: (is) => is.url(),
    default: 'https://app.icontact.com/icp',
  },
} satisfies Rows;

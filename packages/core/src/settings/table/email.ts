import type { Rows, Types } from '../variable.ts';

const screen = 'Settings and Billing → iContact Integrations → Custom API Integrations';

const icontact = { with: ['EMAIL_PROVIDER', 'icontact'] } as const;

const credential = {
  ...icontact,
  where: `in iContact under ${screen}`,
  schema: (is: Types) => is.text(),
};

export const email = {
  EMAIL_PROVIDER: {
    purpose: 'who sends the emails: icontact or sandbox',
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
    ...credential,
    purpose: 'the iContact application id',
    secret: true,
    setup: { question: 'Application id', placeholder: 'id' },
  },
  ICONTACT_API_USERNAME: {
    ...credential,
    purpose: 'the iContact user name of the integration',
    secret: true,
    setup: { question: 'User name', placeholder: 'name' },
  },
  ICONTACT_API_PASSWORD: {
    ...credential,
    purpose: 'the application password made in the iContact integration screen, not the login password',
    secret: true,
    setup: { question: 'Application password, not the login password', placeholder: 'key' },
  },
  ICONTACT_ACCOUNT_ID: {
    ...credential,
    purpose: 'the iContact account',
    setup: { question: 'Account id', placeholder: 'id' },
  },
  ICONTACT_CLIENT_FOLDER_ID: {
    ...credential,
    purpose: 'the iContact client folder',
    setup: { question: 'Client folder id', placeholder: 'id' },
  },
  ICONTACT_LIST_ID: {
    ...credential,
    purpose: 'the iContact mailing list that readers are added to',
    where: 'from the address of the list in iContact',
    setup: { question: 'Id of the list that readers join', placeholder: 'id' },
  },
  ICONTACT_CAMPAIGN_ID: {
    ...credential,
    purpose: 'the iContact sender (campaign) that emails come from',
    where: 'from the sender property in iContact',
    setup: { question: 'Id of the sender (campaign)', placeholder: 'id' },
  },
  ICONTACT_API_URL: {
    ...icontact,
    purpose: 'the address of the iContact API',
    where: 'by leaving it at its default',
    schema: (is) => is.serviceUrl(),
    default: 'https://app.icontact.com/icp',
  },
} satisfies Rows;

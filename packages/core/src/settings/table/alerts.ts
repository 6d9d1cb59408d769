import type { Rows } from '../variable.ts';

export const alerts = {
  ALERT_WEBHOOK_URL: {
    purpose: 'receives a POST when an email is at risk, late or failed',
    where: 'from the page of incoming webhooks of Slack, Mattermost or the like',
    schema: (is) => is.servicePage(),
    fallback: 'nobody is alerted',
    secret: true,
  },
  ALERT_WEBHOOK_SECRET: {
    purpose: 'signs alerts, so that the receiver can verify them',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.token(),
    fallback: 'alerts are not signed',
    secret: true,
  },
} satisfies Rows;

import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import { amazonReports, confirmTopic, isTopicMessage } from './amazon.ts';
import { mailgunReports } from './mailgun.ts';
import { postmarkReports } from './postmark.ts';

/**
 * Reads an event in a relay's own format. An event that needs no action, such as an opened email, has no reports.
 *
 * @returns `undefined` if it is not from a supported relay
 * @throws DomainError `email_provider.unreachable` if a subscription could not be confirmed
 */
export async function readRelayEvent(body: object): Promise<DeliveryReport[] | undefined> {
  if (isTopicMessage(body)) await confirmTopic(body);
  return amazonReports(body) ?? postmarkReports(body) ?? mailgunReports(body);
}

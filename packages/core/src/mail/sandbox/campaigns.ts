import { ItemRefused, type SandboxRequest } from './protocol.ts';
import { findRow, type Records } from './records.ts';
import { defineResource } from './resource.ts';

/** Senders of emails. */
const campaigns: Records = {
  table: 'campaigns',
  keys: ['campaignId'],
  many: 'campaigns',
  one: 'campaign',
  fields: {
    campaignId: 'id',
    name: 'text',
    description: 'text',
    fromName: 'text',
    fromEmail: 'text',
    street: 'text',
    city: 'text',
    state: 'text',
    zip: 'text',
    country: 'text',
    forwardToFriend: 'flag',
    subscriptionManagement: 'flag',
    clickTrackMode: 'flag',
    useAccountAddress: 'flag',
    archiveByDefault: 'flag',
  },
};

export const campaignsResource = defineResource(campaigns);

export function requireCampaign(request: SandboxRequest, campaignId: string): void {
  if (!findRow(request, campaigns, campaignId)) throw new ItemRefused(`There is no campaign ${campaignId}.`);
}

import { type Endpoint, endpoints } from '@wordrise/core/contract';

/** All calls, for a page that shows them. The build puts them here without their schemas. */
export const endpointList: readonly Pick<Endpoint, 'method' | 'path' | 'summary' | 'access'>[] =
  Object.values<Endpoint>(endpoints);

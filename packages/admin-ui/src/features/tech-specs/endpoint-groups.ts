import { type Endpoint, endpoints } from '@wordrise/core/contract';

export interface EndpointGroup {
  title: string;
  endpoints: Endpoint[];
}

const groups: { title: string; path: RegExp }[] = [
  { title: 'Signup', path: /^\/(api\/(register|config)$|widgets)/ },
  { title: 'Account', path: /^\/api\/(auth\/|login$|logout$|setup-admin$)/ },
  { title: 'Words', path: /^\/api\/admin\/words/ },
  { title: 'Schedule', path: /^\/api\/admin\/schedule/ },
  { title: 'Template', path: /^\/api\/admin\/template/ },
  { title: 'System', path: /./ },
];

/** Every call of the contract, each in the first group that its path belongs to. */
export function endpointGroups(all: Record<string, Endpoint> = endpoints): EndpointGroup[] {
  const grouped = groups.map(({ title }) => ({ title, endpoints: [] as Endpoint[] }));
  for (const endpoint of Object.values(all)) {
    grouped[groups.findIndex(({ path }) => path.test(endpoint.path))]?.endpoints.push(endpoint);
  }
  return grouped.filter((group) => group.endpoints.length > 0);
}

export const accessNames: Record<Endpoint['access'], string> = {
  session: 'Session',
  public: 'Public',
  embed: 'Public, other sites too',
  token: 'Token',
};

import { campaignsResource } from './campaigns.ts';
import { contactsResource } from './contacts.ts';
import { sandboxAccount } from './credentials.ts';
import { easternTime } from './eastern-clock.ts';
import { listsResource } from './lists.ts';
import { messagesResource } from './messages.ts';
import { type Answer, Failure, type Method, type SandboxRequest, type SandboxResource } from './protocol.ts';
import type { SandboxDatabase } from './sandbox-database.ts';
import { sendsResource } from './sends.ts';
import { subscriptionsResource } from './subscriptions.ts';

export interface Call {
  method: string;
  /** Below the API's root. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface StatusAnswer {
  status: number;
  body: Answer;
}

const resources: Record<string, SandboxResource> = {
  contacts: contactsResource,
  lists: listsResource,
  subscriptions: subscriptionsResource,
  campaigns: campaignsResource,
  messages: messagesResource,
  sends: sendsResource,
};
const notImplemented = 'Resource Or Version Not Implemented';

/** Does what a call asks for and says what iContact would. */
export function answerCall(database: SandboxDatabase, now: number, call: Call): StatusAnswer {
  try {
    if (call.path === '/time') {
      const timestamp = Math.floor(now / 1000);
      return { status: 200, body: { time: easternTime(now), timestamp } };
    }
    const version = checkHeaders(call);
    const body = call.method === 'POST' || call.method === 'PUT' ? readJson(call) : undefined;
    const request: SandboxRequest = { query: call.query, body, version, database, now };
    const work = () => route(request, call);
    // All or nothing, and no other process in between.
    const isWrite = call.method !== 'GET';
    return { status: 200, body: isWrite ? database.transaction(work).immediate() : work() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: error.status, body: { errors: [error.message] } };
  }
}

function route(request: SandboxRequest, call: Call): Answer {
  const segments = call.path.replace(/\/$/, '').split('/').slice(1);
  // An id left out of a path is a path of another kind to iContact.
  if (segments.includes('')) throw new Failure(501, notImplemented);
  const [a, accountId, c, folderId, name, id, part, ...rest] = segments;
  if (a !== 'a' || (c !== undefined && c !== 'c') || rest.length > 0) throw new Failure(501, notImplemented);
  const onlyGet = (answer: () => Answer) => {
    if (call.method !== 'GET') throw new Failure(405, `${call.method} is not supported here.`);
    return answer();
  };
  if (accountId === undefined) return onlyGet(listAccounts);
  if (accountId !== sandboxAccount.accountId)
    throw new Failure(404, `The account ${accountId} is not known.`);
  if (c === undefined) return onlyGet(() => ({ account: account() }));
  if (folderId === undefined) return onlyGet(listFolders);
  if (folderId !== sandboxAccount.clientFolderId)
    throw new Failure(404, `The folder ${folderId} is not known.`);
  if (name === undefined) return onlyGet(() => ({ clientfolder: clientFolder() }));
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (!resource) throw new Failure(501, notImplemented);

  const method = call.method as Method;
  if (id === undefined) return supported(resource.collection[method], method)(request);
  if (part === undefined) return supported(resource.member[method], method)(request, id);
  const list = resource.parts && Object.hasOwn(resource.parts, part) ? resource.parts[part] : undefined;
  if (!list) throw new Failure(501, notImplemented);
  return onlyGet(() => list(request, id));
}

function supported<T>(handler: T | undefined, method: string): T {
  if (!handler) throw new Failure(405, `${method} is not supported here.`);
  return handler;
}

function checkHeaders({ headers, method }: Call): string {
  const version = `${headers['api-version'] ?? ''}`;
  if (!['2.0', '2.1', '2.2'].includes(version)) throw new Failure(501, notImplemented);
  if (headers['api-appid'] !== sandboxAccount.appId) throw new Failure(401, 'Api application id invalid');
  if (headers['api-username'] !== sandboxAccount.username) throw new Failure(401, 'Api username invalid');
  if (headers['api-password'] !== sandboxAccount.password) throw new Failure(401, 'Api password invalid');
  if (!/json|\*\/\*/.test(`${headers.accept ?? '*/*'}`)) {
    throw new Failure(406, 'The answer is only given in JSON.');
  }
  if ((method === 'POST' || method === 'PUT') && !`${headers['content-type'] ?? ''}`.includes('json')) {
    throw new Failure(415, 'The request must be JSON.');
  }
  return version;
}

function readJson({ body }: Call): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Failure(400, 'The request could not be parsed.');
  }
}

function account() {
  return {
    accountId: sandboxAccount.accountId,
    enabled: '1',
    companyName: '',
    email: 'owner@sandbox.invalid',
    multiClientFolder: '0',
    multiUser: '0',
    accountType: '0',
    subscriberLimit: '250000',
  };
}

function listAccounts(): Answer {
  return { accounts: [account()], total: 1, limit: 20, offset: 0 };
}

function clientFolder() {
  return {
    clientFolderId: sandboxAccount.clientFolderId,
    logoId: null,
    emailRecipient: 'owner@sandbox.invalid',
  };
}

function listFolders(): Answer {
  return { clientfolders: [clientFolder()], total: 1 };
}

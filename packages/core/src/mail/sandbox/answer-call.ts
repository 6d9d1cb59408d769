import { campaignsResource } from './campaigns.ts';
import { contactsResource } from './contacts.ts';
import { sandboxAccount } from './credentials.ts';
import { easternTime } from './eastern-clock.ts';
import { listsResource } from './lists.ts';
import { messagesResource } from './messages.ts';
import { type Answer, Failure, type Method, type SandboxRequest } from './protocol.ts';
import type { SandboxResource } from './resource.ts';
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

/** Carries out a call and answers as iContact would. */
export function answerCall(database: SandboxDatabase, now: number, call: Call): StatusAnswer {
  try {
    if (call.path === '/time') {
      const timestamp = Math.floor(now / 1000);
      return { status: 200, body: { time: easternTime(now), timestamp } };
    }
    checkHeaders(call);
    const body = call.method === 'POST' ? readJson(call) : undefined;
    const request: SandboxRequest = { query: call.query, body, database, now };
    const work = () => route(request, call);
    // All or nothing, and no other process writes in between.
    const isWrite = call.method !== 'GET';
    return { status: 200, body: isWrite ? database.transaction(work).immediate() : work() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: error.status, body: { errors: [error.message] } };
  }
}

function route(request: SandboxRequest, { path, method }: Call): Answer {
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  // iContact treats a path with an empty id as a different path.
  if (segments.includes('')) throw new Failure(501, notImplemented);
  const [a, accountId, c, folderId, name, id, ...rest] = segments;
  if (a !== 'a' || (c ?? 'c') !== 'c' || rest.length > 0) throw new Failure(501, notImplemented);
  if (accountId === undefined) return onlyGet(method, accounts);
  if (accountId !== sandboxAccount.accountId) {
    throw new Failure(404, `The account ${accountId} is not known.`);
  }
  if (c !== undefined && folderId === undefined) return onlyGet(method, clientFolders);
  if (folderId !== sandboxAccount.clientFolderId) {
    throw new Failure(404, `The folder ${folderId} is not known.`);
  }
  const resource = Object.hasOwn(resources, `${name}`) ? resources[`${name}`] : undefined;
  if (!resource) throw new Failure(501, notImplemented);
  if (id === undefined) return supported(resource.collection[method as Method], method)(request);
  return supported(resource.member[method as Method], method)(request, id);
}

function onlyGet(method: string, answer: Answer): Answer {
  return supported(method === 'GET' ? answer : undefined, method);
}

function supported<T>(handler: T | undefined, method: string): T {
  if (!handler) throw new Failure(405, `${method} is not supported here.`);
  return handler;
}

function checkHeaders({ headers, method }: Call): void {
  if (headers['api-version'] !== '2.2') throw new Failure(501, notImplemented);
  if (headers['api-appid'] !== sandboxAccount.appId) throw new Failure(401, 'Api application id invalid');
  if (headers['api-username'] !== sandboxAccount.username) throw new Failure(401, 'Api username invalid');
  if (headers['api-password'] !== sandboxAccount.password) throw new Failure(401, 'Api password invalid');
  if (!/json|\*\/\*/.test(`${headers.accept ?? '*/*'}`)) {
    throw new Failure(406, 'The answer is only given in JSON.');
  }
  if (method === 'POST' && !`${headers['content-type'] ?? ''}`.includes('json')) {
    throw new Failure(415, 'The request must be JSON.');
  }
}

function readJson({ body }: Call): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Failure(400, 'The request could not be parsed.');
  }
}

const accounts = {
  accounts: [
    {
      accountId: sandboxAccount.accountId,
      enabled: '1',
      companyName: '',
      email: 'owner@sandbox.invalid',
      multiClientFolder: '0',
      multiUser: '0',
      accountType: '0',
      subscriberLimit: '250000',
    },
  ],
  total: 1,
  limit: 20,
  offset: 0,
};

const clientFolders = {
  clientfolders: [
    { clientFolderId: sandboxAccount.clientFolderId, logoId: null, emailRecipient: 'owner@sandbox.invalid' },
  ],
  total: 1,
};

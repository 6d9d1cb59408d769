import { listRecords } from './list-records.ts';
import {
  type Answer,
  Failure,
  type Item,
  ItemRefused,
  isItem,
  type Method,
  type SandboxRequest,
} from './protocol.ts';
import { findRow, present, type Records, type Row } from './records.ts';

/** A resource and its methods; a missing method answers 405. */
export interface SandboxResource {
  collection: Partial<Record<Method, (request: SandboxRequest) => Answer>>;
  member: Partial<Record<Method, (request: SandboxRequest, id: string) => Answer>>;
}

/** The operations on records, other than reading one. `ItemRefused` answers 200 with a warning. */
interface Actions {
  isListed?: boolean;
  create?: (request: SandboxRequest, item: Item) => Row;
  change?: (request: SandboxRequest, row: Row, item: Item) => Row;
  remove?: (request: SandboxRequest, row: Row) => Answer;
}

/** The part that all resources share: finding the record, and the shapes of requests and answers. */
export function defineResource(records: Records, actions: Actions = {}): SandboxResource {
  const { isListed, create, change, remove } = actions;

  function find(request: SandboxRequest, id: string): Row {
    const row = findRow(request, records, id);
    if (!row) throw new Failure(404, `There is no ${records.one} ${id}.`);
    if (row.isDeleted) throw new Failure(500, `No result for ${records.one} ${id}`);
    return row;
  }

  return {
    collection: {
      ...(isListed && { GET: (request) => listRecords(records, request) }),
      ...(create && { POST: (request) => createEach(records, request, create) }),
    },
    member: {
      GET: (request, id) => ({ [records.one]: present(records, find(request, id), 'member') }),
      ...(change && {
        POST: (request, id) => changeOne(records, () => change(request, find(request, id), oneItem(request))),
      }),
      ...(remove && { DELETE: (request, id) => remove(request, find(request, id)) }),
    },
  };
}

function createEach(
  records: Records,
  request: SandboxRequest,
  create: (request: SandboxRequest, item: Item) => Row,
): Answer {
  const { body } = request;
  if (!Array.isArray(body) || !body.every(isItem)) {
    throw new Failure(400, `The request must be an array of ${records.many}.`);
  }
  const created: Answer[] = [];
  const warnings: string[] = [];
  for (const item of body) {
    try {
      created.push(present(records, create(request, item), 'created'));
    } catch (error) {
      if (!(error instanceof ItemRefused)) throw error;
      warnings.push(error.message);
    }
  }
  const envelope = created.length === 0 ? (records.whenNoneCreated ?? null) : created;
  return { [records.many]: envelope, ...(warnings.length > 0 ? { warnings } : {}) };
}

function changeOne(records: Records, change: () => Row): Answer {
  try {
    return { [records.one]: present(records, change(), 'created') };
  } catch (error) {
    if (!(error instanceof ItemRefused)) throw error;
    return { [records.one]: null, warnings: [error.message] };
  }
}

function oneItem({ body }: SandboxRequest): Item {
  if (!isItem(body)) throw new Failure(400, 'The request must be one object.');
  return body;
}

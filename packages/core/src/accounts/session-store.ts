import type { UserView } from '../contract/accounts.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Instant } from '../database/reads.ts';
import { Session } from './session.ts';

export interface SessionStoreDeps {
  database: OpenDatabase;
  now: () => Date;
}

interface StoredSession {
  data: Record<string, unknown>;
  expire: Date;
  /** Who is signed in with it; `undefined` if the account no longer exists. */
  user: UserView | undefined;
}

/** Sessions in the database. */
export interface SessionStore {
  /** `undefined` if there is none, or it has expired. */
  get(sid: string): Promise<StoredSession | undefined>;
  /** For an admin who has just signed in. */
  create(sid: string, data: Record<string, unknown>, maxAgeMs: number): Promise<void>;
  /** Postpones a session's end; one that has ended stays ended. */
  prolong(sid: string, maxAgeMs: number): Promise<void>;
  destroy(sid: string): Promise<void>;
  countExpired(): Promise<number>;
  /** Deletes the expired ones. @returns how many */
  endExpired(): Promise<number>;
}

/** Every call of an admin begins with this query. */
const signedInWith = `select s.sess, s.expire, u.id, u.username
  from sessions s left join users u on u.id = s.user_id where s.sid = ? and s.expire > ?`;

interface SessionRecord {
  /** SQLite stores JSON as text. */
  sess: StoredSession['data'] | string;
  expire: Instant;
  id: number | null;
  username: string | null;
}

export function createSessionStore({ database, now }: SessionStoreDeps): SessionStore {
  const expired = () => ({ expire: { $lte: now() } });
  const expireIn = (maxAgeMs: number) => new Date(now().getTime() + maxAgeMs);
  return {
    async get(sid) {
      const [session] = await database.read<SessionRecord>(signedInWith, [sid, now()]);
      if (!session) return undefined;
      const { sess, expire, id, username } = session;
      return {
        data: typeof sess === 'string' ? JSON.parse(sess) : sess,
        expire: new Date(expire),
        user: id !== null && username !== null ? { id, username } : undefined,
      };
    },
    async create(sid, sess, maxAgeMs) {
      const userId = typeof sess.userId === 'number' ? sess.userId : null;
      await database.em().insert(Session, { sid, sess, expire: expireIn(maxAgeMs), userId });
    },
    async prolong(sid, maxAgeMs) {
      const valid = { sid, expire: { $gt: now() } };
      await database.em().nativeUpdate(Session, valid, { expire: expireIn(maxAgeMs) });
    },
    async destroy(sid) {
      await database.em().nativeDelete(Session, { sid });
    },
    countExpired: () => database.em().count(Session, expired()),
    endExpired: () => database.em().nativeDelete(Session, expired()),
  };
}

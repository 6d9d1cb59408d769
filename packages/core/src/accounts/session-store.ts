import type { OpenDatabase } from '../database/open-database.ts';
import { Session } from './session.ts';

export interface SessionStoreDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** Sessions in the database. */
export interface SessionStore {
  get(sid: string): Promise<{ data: Record<string, unknown>; expire: Date } | undefined>;
  /** For someone who has just signed in. */
  create(sid: string, data: Record<string, unknown>, maxAgeMs: number): Promise<void>;
  /** Lets a session live on; one that has ended meanwhile stays ended. */
  prolong(sid: string, maxAgeMs: number): Promise<void>;
  destroy(sid: string): Promise<void>;
  countExpired(): Promise<number>;
  /** Deletes the expired ones. @returns how many */
  endExpired(): Promise<number>;
}

/** A session's end is moved in steps of this size: not every request has to write. */
const stepMs = 10 * 60_000;

export function createSessionStore({ database, now }: SessionStoreDeps): SessionStore {
  const expired = () => ({ expire: { $lte: now() } });
  const expireIn = (maxAgeMs: number) => new Date(now().getTime() + maxAgeMs);
  return {
    async get(sid) {
      const session = await database.em().findOne(Session, { sid, expire: { $gt: now() } });
      return session ? { data: session.sess, expire: session.expire } : undefined;
    },
    async create(sid, sess, maxAgeMs) {
      const userId = typeof sess.userId === 'number' ? sess.userId : null;
      await database.em().insert(Session, { sid, sess, expire: expireIn(maxAgeMs), userId });
    },
    async prolong(sid, maxAgeMs) {
      const expire = expireIn(maxAgeMs);
      const old = { sid, expire: { $gt: now(), $lt: new Date(expire.getTime() - stepMs) } };
      // Looked at first: an UPDATE waits for whoever writes to SQLite, also where it changes nothing.
      if ((await database.em().count(Session, old)) > 0)
        await database.em().nativeUpdate(Session, old, { expire });
    },
    async destroy(sid) {
      await database.em().nativeDelete(Session, { sid });
    },
    countExpired: () => database.em().count(Session, expired()),
    endExpired: () => database.em().nativeDelete(Session, expired()),
  };
}

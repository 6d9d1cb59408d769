import { createHash } from 'node:crypto';
import type { SessionView, UserView } from '../contract/accounts.ts';
import { timings } from '../contract/limits.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isoInstant, tables } from '../platform/database/query.ts';
import { networkOf } from '../platform/rate-limits/attempt-limits.ts';
import { Session, type User } from './account-tables.ts';

export interface SessionStoreDeps {
  database: OpenDatabase;
  now: () => Date;
  /** With 0, no address is stored. */
  keepAddressDays: number;
}

interface StoredSession {
  data: Record<string, unknown>;
  expire: Date;
  /** When it ends even if it is used. */
  endsAt: Date;
  /** Who is signed in with it; `undefined` if the account no longer exists. */
  user: UserView | undefined;
}

/** Where someone signs in. */
export interface SignInOrigin {
  address?: string | undefined;
  userAgent?: string | undefined;
}

/** Sessions in the database. */
export interface SessionStore {
  /** `undefined` if there is none, or it has expired. */
  get(sid: string): Promise<StoredSession | undefined>;
  /** For an admin who has just signed in. */
  create(sid: string, data: Record<string, unknown>, maxAgeMs: number, origin?: SignInOrigin): Promise<void>;
  /** Postpones a session's end, to 30 days after the sign-in at most; one that has ended stays ended. */
  prolong(sid: string, maxAgeMs: number): Promise<void>;
  destroy(sid: string): Promise<void>;
  /** Sessions that have not ended, most recently used first. @param sid The caller's own. */
  list(sid?: string): Promise<SessionView[]>;
  /** @param id The id from `list`. @returns whether there was one */
  end(id: string): Promise<boolean>;
  /** @returns how many */
  endAll(): Promise<number>;
  countExpired(): Promise<number>;
  /**
   * Deletes sessions that expired long ago, and the addresses of all expired sessions. @returns how many were deleted
   */
  endExpired(): Promise<number>;
}

/** Every call by an admin begins with this query. */
const signedIn = tables<{ sessions: Session; users: User }>()
  .selectFrom('sessions as s')
  .leftJoin('users as u', 'u.id', 's.user_id')
  .select(({ fn }) => [
    // SQLite stores JSON as text.
    's.sess',
    's.expire',
    fn.coalesce('s.signed_in_at', 's.expire').as('signedInAt'),
    'u.id',
    'u.username',
  ]);

const day = 86_400_000;
const longestMs = timings.sessionEndDays * day;
/** A process whose clock is ahead by up to this much ends nobody's session: the server decides by its own clock. */
const clockMarginMs = 31 * day;

export function createSessionStore({ database, now, keepAddressDays }: SessionStoreDeps): SessionStore {
  const expireIn = (maxAgeMs: number) => new Date(now().getTime() + maxAgeMs);
  async function expiredFor(ms: number) {
    const at = await database.sharedTime(now());
    return { expire: { $lte: new Date(at.getTime() - ms) } };
  }
  return {
    async get(sid) {
      const [session] = await database.read(signedIn.where('s.sid', '=', sid).where('s.expire', '>', now()));
      if (!session) return undefined;
      const { sess, expire, signedInAt, id, username } = session;
      const endsAt = new Date(new Date(signedInAt).getTime() + longestMs);
      if (endsAt <= now()) return undefined;
      return {
        data: typeof sess === 'string' ? JSON.parse(sess) : sess,
        expire: new Date(expire),
        endsAt,
        user: id !== null && username !== null ? { id, username } : undefined,
      };
    },
    async create(sid, sess, maxAgeMs, { address, userAgent = '' } = {}) {
      const userId = typeof sess.userId === 'number' ? sess.userId : null;
      const at = now();
      await database.em().insert(Session, {
        sid,
        sess,
        userId,
        signedInAt: at,
        usedAt: at,
        expire: expireIn(Math.min(maxAgeMs, longestMs)),
        browser: browserName(userAgent),
        address: address === undefined || keepAddressDays === 0 ? null : networkOf(address).slice(0, 64),
      });
    },
    async prolong(sid, maxAgeMs) {
      const valid = { sid, expire: { $gt: now() } };
      const em = database.em();
      const session = await em.findOne(Session, valid, { fields: ['signedInAt'] });
      if (!session) return;
      const end = (session.signedInAt ?? now()).getTime() + longestMs;
      const expire = new Date(Math.min(expireIn(maxAgeMs).getTime(), end));
      await em.nativeUpdate(Session, valid, { expire, usedAt: now() });
    },
    async destroy(sid) {
      await database.em().nativeDelete(Session, { sid });
    },
    async list(sid) {
      const living = { expire: { $gt: now() }, userId: { $ne: null } };
      const sessions = await database.em().find(Session, living, { orderBy: { usedAt: 'desc', sid: 'asc' } });
      return sessions.map((session) => presentSession(session, sid));
    },
    async end(id) {
      const em = database.em();
      const sessions = await em.find(Session, {}, { fields: ['sid'] });
      const sids = sessions.map(({ sid }) => sid).filter((sid) => publicId(sid) === id);
      return (await em.nativeDelete(Session, { sid: { $in: sids } })) > 0;
    },
    endAll: () => database.em().nativeDelete(Session, {}),
    async countExpired() {
      return database.em().count(Session, await expiredFor(clockMarginMs));
    },
    async endExpired() {
      const em = database.em();
      const traces = { ...(await expiredFor(0)), address: { $ne: null } };
      await em.nativeUpdate(Session, traces, { address: null });
      return em.nativeDelete(Session, await expiredFor(clockMarginMs));
    },
  };
}

function presentSession(session: Session, sid: string | undefined): SessionView {
  const { browser, address, signedInAt, usedAt, expire } = session;
  return {
    id: publicId(session.sid),
    browser: browser ?? 'Unknown browser',
    address: address ?? null,
    signedInAt: isoInstant(signedInAt ?? expire),
    usedAt: isoInstant(usedAt ?? signedInAt ?? expire),
    isCurrent: session.sid === sid,
  };
}

/** The session's own id is half of the cookie and must stay secret. */
function publicId(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url').slice(0, 16);
}

/** Most specific first: nearly every browser also claims to be the ones below it. */
const browsers = [
  ['Edge', 'Edg'],
  ['Opera', 'OPR/'],
  ['Samsung Internet', 'SamsungBrowser'],
  ['Firefox', 'Firefox'],
  ['Firefox', 'FxiOS'],
  ['Chrome', 'CriOS'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['macOS', 'Mac OS X'],
  ['ChromeOS', 'CrOS'],
  ['Linux', 'Linux'],
] as const;

/** The family of a browser and its system, such as `Firefox on Linux`, from its `User-Agent`. */
export function browserName(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([, part]) => userAgent.includes(part))?.[0];
  const [browser = 'Unknown browser', system] = [find(browsers), find(systems)];
  return system === undefined ? browser : `${browser} on ${system}`;
}

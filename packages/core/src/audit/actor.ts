import type { AuditVia } from '../contract/choices.ts';

/** Who does something and from where. */
export interface Actor {
  via: AuditVia;
  /** The username of the signed-in admin. */
  account?: string | undefined;
  /** The command line has none. */
  address?: string | undefined;
}

/** The owner of the machine, at its command line. */
export const atCommandLine: Actor = { via: 'cli' };

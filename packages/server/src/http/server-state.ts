import type { Config } from '@wordrise/core';

/** What travels with a request. */
export interface ServerState {
  config: Config;
  requestId: string;
  /** The admin's id, while signed in. */
  userId?: number;
  /** Set while a login makes its session. */
  signingIn?: boolean;
}

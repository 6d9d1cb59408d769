import type { Config } from '@wordrise/core';

/** State of one request. */
export interface ServerState {
  config: Config;
  requestId: string;
  /** The admin's id, while signed in. */
  userId?: number;
  /** Set while a login creates its session. */
  signingIn?: boolean;
}

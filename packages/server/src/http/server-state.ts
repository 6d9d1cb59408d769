import type { UserView } from '@wordrise/core/contract';

/** State of one request. */
export interface ServerState {
  requestId: string;
  /** The admin, while signed in. */
  user?: UserView;
  /** Whether the session is due for renewal. */
  renewSession?: boolean;
  /** The id of the user whose session a login is about to create. */
  signingIn?: number | undefined;
}

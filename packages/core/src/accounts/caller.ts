/** Where a call came from. The command line has no address, and no limit. */
export interface Caller {
  address?: string | undefined;
  /** Whether it came from the machine itself, without a proxy. */
  isLocal?: boolean;
  /** The browser's mark from an earlier login, if it has one that the server made. */
  device?: Device | undefined;
}

/** A browser that has signed in before. */
export interface Device {
  id: string;
  /** Whom it signed in. */
  userId: number;
}

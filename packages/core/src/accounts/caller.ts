/** Where a call came from. The command line has no address, and no limit. */
export interface Caller {
  address?: string | undefined;
  /** Whether it came from the machine itself, without a proxy. */
  isLocal?: boolean;
  /** The browser's mark from an earlier login, if it has a valid one. */
  device?: Device | undefined;
}

/** A browser that has signed in before. */
export interface Device {
  id: string;
  /** The user it signed in. */
  userId: number;
}

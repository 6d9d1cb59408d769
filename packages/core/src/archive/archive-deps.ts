import type { Reads } from '../database/reads.ts';

export interface ArchiveDeps {
  database: Reads;
  now: () => Date;
  /** IANA name. */
  timezone: string;
  productName: string;
  publicUrl: string;
  /** `ARCHIVE` */
  isOn: boolean;
}

import { idParams } from '@wordrise/core/contract';

/** The number of a version, as `wordrise template versions` lists it. */
export function versionId(typed: string): number {
  return idParams.parse({ id: typed }).id;
}

import { existsSync } from 'node:fs';
import type { DatabaseAccess } from '../platform/database/opened-orm.ts';
import type { Config } from '../platform/settings/config.ts';
import type { RestoreOptions, RestoreTarget } from './restore-backup.ts';
import { restoreJournal } from './restore-journal.ts';
import type { BackupOptions, BackupSource } from './write-backup.ts';

/** Backups are rare: their code is loaded only when one is written or restored. */
export const backups = {
  /** A name that sorts by time, such as `wordrise-20261122T061500Z.tar.gz`. */
  datedName(now: Date): string {
    return `wordrise-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`;
  },
  /** See `isOwnFile`. */
  async isOwnFile(config: Config, file: string): Promise<boolean> {
    return (await import('./journal.ts')).isOwnFile(config, file);
  },
  /** See `writeBackup`. */
  async write(source: BackupSource, file: string, options: BackupOptions) {
    return (await import('./write-backup.ts')).writeBackup(source, file, options);
  },
  /** See `rotateBackups`. */
  async rotate(folder: string, options: { keep: number; now: Date; dryRun: boolean }) {
    return (await import('./write-backup.ts')).rotateBackups(folder, options);
  },
  /** See `examineBackup`. */
  async examine(config: Config, file: string, options: { replace: boolean }) {
    return (await import('./restore-backup.ts')).examineBackup(config, file, options);
  },
  /** See `restoreBackup`. */
  async restore(target: RestoreTarget, file: string, options: RestoreOptions) {
    return (await import('./restore-backup.ts')).restoreBackup(target, file, options);
  },
  /** See `settleDump`. */
  async settleDump(config: Config, options: { madeAt: Date; now: Date; holdsSending: boolean }) {
    return (await import('./restore-postgresql.ts')).settleDump(config, options);
  },
};

/**
 * Finishes a restore that was killed after it was decided. Call this before the database is opened.
 *
 * @throws DomainError `database.outdated` if only reading is allowed and there is something to do
 */
export async function settleRestore(config: Config, access: DatabaseAccess): Promise<void> {
  if (existsSync(restoreJournal(config))) await (await import('./journal.ts')).finishRestore(config, access);
}

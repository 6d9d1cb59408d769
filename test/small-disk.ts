import { spawnSync } from 'node:child_process';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './databases.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why no machine like this one can run the test; the summary of skipped tests shows it. */
    cannotRun?: string;
  }
}

/** A folder on a file system of 12 MB. Only root may mount one, and not in every container: the test is then skipped. */
export function mountSmallDisk({ skip, task }: Pick<TestContext, 'skip' | 'task'>): string {
  const folder = temporaryFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]);
  if (status !== 0) {
    task.meta.cannotRun = 'no file system can be mounted here';
    skip(task.meta.cannotRun);
  }
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  return folder;
}

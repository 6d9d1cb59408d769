import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what the browser tests of this run share. */
    browserRun: string;
  }
}

export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-browser-run-'));
  project.provide('browserRun', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

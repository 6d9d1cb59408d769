import { useQuery } from '@tanstack/react-query';
import type { ReaderImportView } from '@wordrise/core/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Alert } from '../../design/states.tsx';
import { counted } from '../../kit/figures.ts';
import { useApi } from '../../kit/queries.ts';
import { changesSomething, lacksAddresses } from './import-preview.tsx';
import { importPath, importsQuery, useRefreshReaders } from './readers.queries.ts';

/** Imports that run, or wait for a decision. */
export function RunningImports() {
  const { data } = useQuery(importsQuery(useApi()));
  const refresh = useRefreshReaders();
  const imports = data?.imports ?? [];
  const open = imports.filter(
    (one) => one.state !== 'done' && !isHopeless(one) && !wasUploadedAgain(one, imports),
  );
  const running = open.filter(({ state }) => state === 'importing').length;
  const before = useRef(running);
  useEffect(() => {
    if (before.current > running) void refresh();
    before.current = running;
  }, [running, refresh]);
  return open.map((one) => (
    <Alert key={one.id} tone={one.state === 'failed' ? 'warn' : 'info'}>
      {titleOf(one)}.{' '}
      <Link to={importPath(one.id)}>{one.state === 'importing' ? 'Show the import' : 'Continue'}</Link>
    </Alert>
  ));
}

/** The check found that the file cannot be imported, whatever its columns are used for, or has nothing to import. */
function isHopeless(view: ReaderImportView): boolean {
  const { state, problem, question } = view;
  if (state !== 'checked' || question !== null) return false;
  return problem === null ? !changesSomething(view) : !lacksAddresses(view);
}

/** A file of the same name and size was chosen later, and is imported: nobody waits for this one. */
function wasUploadedAgain(
  { state, name, bytes, createdAt }: ReaderImportView,
  all: ReaderImportView[],
): boolean {
  return (
    state === 'checked' &&
    all.some(
      (other) =>
        other.state === 'done' && other.name === name && other.bytes === bytes && other.createdAt > createdAt,
    )
  );
}

function titleOf({ state, name, counts: { added } }: ReaderImportView): string {
  const what = name ?? 'The pasted list';
  if (state === 'importing') return `${what} is being imported: ${counted(added, 'reader')} added so far`;
  if (state === 'stopped')
    return `The import of ${name ?? 'the pasted list'} was stopped after ${counted(added, 'reader')}`;
  if (state === 'failed')
    return `The import of ${name ?? 'the pasted list'} failed after ${counted(added, 'reader')}`;
  return `${what} is not imported yet`;
}

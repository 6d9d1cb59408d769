import { useQuery } from '@tanstack/react-query';
import type { TemplateVersion } from '@wordrise/core/contract';
import { useState } from 'react';
import { Alert } from '../../design/alert.tsx';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { formatShort } from '../../kit/dates.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { versionsQuery } from './templates.queries.ts';
import type { TemplateEditorState } from './use-template-editor.ts';
import { VersionDiff } from './version-diff-view.tsx';
import * as styles from './versions.css.ts';

// Loaded together, since code that two parts share is in the file of every page.
export { OvertakenDialog } from './overtaken-dialog.tsx';

export interface VersionsProps extends Pick<TemplateEditorState, 'restore'> {
  /** Whether the editor has changes that a restored version would replace. */
  isDirty: boolean;
  onRestored: () => void;
}

/** The last versions, what each would change, and a button that restores it. */
export function Versions(props: VersionsProps) {
  const list = useQuery({ ...versionsQuery(useApi()), refetchOnMount: 'always' });
  const [chosen, setChosen] = useState<number>();
  if (list.isPending) return <Loading label="Loading the versions" rows={5} />;
  if (list.error) return <QueryError title="The versions could not be fetched" query={list} />;
  const { versions } = list.data;
  const [inUse, before] = versions;
  const shown = versions.find(({ id }) => id === chosen) ?? before;
  if (!inUse || !shown) {
    return (
      <EmptyState title="There is no earlier version yet">
        Each time you save, the text before it is kept here.
      </EmptyState>
    );
  }
  return (
    <div className={styles.versions}>
      <ul className={styles.list} aria-label="Versions">
        {versions.map((version) => (
          <li key={version.id}>
            <VersionButton
              version={version}
              isInUse={version === inUse}
              isShown={version === shown}
              onShow={() => setChosen(version.id)}
            />
          </li>
        ))}
      </ul>
      <Comparison key={shown.id} version={shown} inUse={inUse} {...props} />
    </div>
  );
}

interface VersionButtonProps {
  version: TemplateVersion;
  isInUse: boolean;
  isShown: boolean;
  onShow: () => void;
}

function VersionButton({ version, isInUse, isShown, onShow }: VersionButtonProps) {
  const timeZone = useTimeZone();
  const { createdAt, subject, origin } = version;
  return (
    <button type="button" className={styles.version} aria-pressed={isShown} onClick={onShow}>
      <span className={styles.versionHead}>
        <span className={styles.when}>{formatShort(createdAt, timeZone)}</span>
        {isInUse && <Badge tone="good">In use</Badge>}
        {origin === 'default' && <Badge>Default</Badge>}
        {origin === 'restore' && <Badge>Restored</Badge>}
      </span>
      <span className={styles.who}>{author(version)}</span>
      <span className={styles.subject}>{subject}</span>
    </button>
  );
}

function author({ account, via, origin }: TemplateVersion): string {
  if (account !== null) return account;
  if (via === 'cli') return 'At the command line';
  return origin === 'default' ? 'Built in' : 'Before this was recorded';
}

interface ComparisonProps extends VersionsProps {
  version: TemplateVersion;
  inUse: TemplateVersion;
}

function Comparison({ version, inUse, isDirty, restore, onRestored }: ComparisonProps) {
  const api = useApi();
  const old = useQuery(endpointQuery(api, 'getTemplateVersion', { params: { id: version.id } }));
  const now = useQuery(endpointQuery(api, 'getTemplateVersion', { params: { id: inUse.id } }));
  const failed = [old, now].find(({ error }) => error);
  const isInUse = version.id === inUse.id;
  return (
    <div className={styles.comparison}>
      {failed && <QueryError title="The version could not be fetched" query={failed} />}
      {!failed && !(old.data && now.data) && (
        <Loading label="Loading the version" rows={6} rowHeight="1.5rem" />
      )}
      {isInUse && <p className={styles.note}>This is the version in use.</p>}
      {!isInUse && old.data && now.data && (
        <>
          <VersionDiff inUse={now.data} next={old.data} />
          {isDirty && <Alert tone="warn">Restoring a version discards your unsaved changes.</Alert>}
          <DialogActions>
            <Button
              variant={isDirty ? 'danger' : 'primary'}
              busy={restore.isPending}
              busyLabel="Restoring..."
              onClick={() => restore.mutate(version.id, { onSuccess: onRestored })}
            >
              Restore this version
            </Button>
          </DialogActions>
        </>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { TemplateVersion, TemplateVersionView } from '@wordrise/core/contract';
import { structuredPatch } from 'diff';
import { useMemo, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { EmailFrame } from '../../design/email-frame.tsx';
import { Alert, Badge, EmptyState, Loading, Skeleton } from '../../design/states.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { formatShort } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { previewQuery, type TemplateText, versionsQuery } from './templates.queries.ts';
import type { TemplateEditorState } from './use-template-editor.ts';
import * as styles from './versions.css.ts';

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
        {origin === 'design' && <Badge>Design</Badge>}
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
      {old.data && <VersionPicture version={old.data} />}
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

/** What a version makes of the next word, at half its size. */
function VersionPicture({ version: { template, subject } }: { version: TemplateVersionView }) {
  const picture = useQuery(previewQuery(useApi(), { content: template, subject }));
  if (picture.error) return null;
  return (
    <div className={styles.picture} inert>
      {picture.data ? (
        <div className={styles.paper}>
          <EmailFrame title={`Email: ${picture.data.subject}`} html={picture.data.html} />
        </div>
      ) : (
        <Skeleton height="16rem" />
      )}
    </div>
  );
}

/** Opens instead of saving: another tab or person saved a template that these changes are not based on. */
export function EditConflictDialog({ editor }: { editor: TemplateEditorState }) {
  const { saved, text, saving, keepEditing, revert, saveOver } = editor;
  return (
    <Dialog
      open
      onOpenChange={keepEditing}
      width="wide"
      title="Another template was saved while you were editing"
      description="Yours is still here, unsaved. If you replace the other one, it stays in the list of versions."
    >
      <VersionDiff inUse={compared(saved)} next={compared(text)} />
      <DialogActions>
        <Button onClick={keepEditing}>Keep editing</Button>
        <Button
          onClick={() => {
            revert();
            keepEditing();
          }}
        >
          Use the saved template
        </Button>
        <Button variant="primary" busy={saving} busyLabel="Saving..." onClick={saveOver}>
          Replace it with mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const compared = ({ content, subject }: TemplateText) => ({ template: content, subject });

const signs = { added: '+', removed: '−', same: '' };
const spoken = { added: 'Added: ', removed: 'Removed: ', same: '' };

/** What would change in the template in use, line by line. */
export function VersionDiff({ inUse, next }: Record<'inUse' | 'next', DiffedText>) {
  const parts = useMemo(() => diffTemplates(inUse, next), [inUse, next]);
  if (parts.length === 0) return <p className={styles.note}>This is identical to the version in use.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.diff} aria-label="What would change" tabIndex={0}>
      <p className={styles.note}>What would change in the version in use:</p>
      {parts.map((part) => (
        <Part key={part.line} part={part} />
      ))}
    </section>
  );
}

function Part({ part: { line, rows } }: { part: DiffPart }) {
  return (
    <div>
      <p className={styles.place}>{line === 0 ? 'Subject line' : `From line ${line}`}</p>
      <div className={styles.code}>
        {rows.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <div key={at} className={styles.row[kind]} data-diff={kind}>
            <span className={styles.sign} aria-hidden="true">
              {signs[kind]}
            </span>
            {kind !== 'same' && <span className={visuallyHidden}>{spoken[kind]}</span>}
            <code className={styles.line}>{text}</code>
          </div>
        ))}
      </div>
    </div>
  );
}

/** A group of nearby lines, some of which differ. */
export interface DiffPart {
  /** Where it starts in the newer text, from 1; 0 for the subject. */
  line: number;
  rows: { kind: 'same' | 'added' | 'removed'; text: string }[];
}

export type DiffedText = Pick<TemplateVersionView, 'template' | 'subject'>;

const kinds = { '+': 'added', '-': 'removed', ' ': 'same' } as const;
/** The number of lines shown above and below a difference. */
const context = 3;

/** What would change if `next` replaced `inUse`; empty if they are identical. */
export function diffTemplates(inUse: DiffedText, next: DiffedText): DiffPart[] {
  const { hunks } = structuredPatch('', '', inUse.template, next.template, '', '', { context });
  const parts = hunks.map(({ newStart, lines }) => ({
    line: newStart,
    rows: lines.flatMap((line) => {
      const kind = kinds[line[0] as keyof typeof kinds];
      // The rest are notes about a missing line break at the end.
      return kind ? [{ kind, text: line.slice(1) }] : [];
    }),
  }));
  if (inUse.subject === next.subject) return parts;
  const subject: DiffPart['rows'] = [
    { kind: 'removed', text: inUse.subject },
    { kind: 'added', text: next.subject },
  ];
  return [{ line: 0, rows: subject }, ...parts];
}

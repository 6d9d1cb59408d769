import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { countLeft, type ReaderImportView } from '@wordrise/core/contract';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextArea } from '../../design/field.tsx';
import { cluster } from '../../design/layout.css.ts';
import { ViewSwitch } from '../../design/list-tools.tsx';
import { Alert, Loading, ProgressBar } from '../../design/states.tsx';
import { ApiError } from '../../kit/api.ts';
import { FailureAlert, QueryError } from '../../kit/failure.tsx';
import { counted, figure } from '../../kit/figures.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Page } from '../../kit/page.tsx';
import { useApi } from '../../kit/queries.ts';
import { useSystem } from '../../kit/system.ts';
import { ImportPreview, Refused, WhyNot } from './import-preview.tsx';
import * as styles from './readers.css.ts';
import { importPath, importQuery, toReaders, useRefreshReaders } from './readers.queries.ts';
import { RunningImports } from './running-imports.tsx';

/** Adds readers: pasted or from a file, with a look at what that does, and then in the background. */
export function ImportPage() {
  const [searchParams] = useSearchParams();
  const id = Number(searchParams.get('id') ?? 0);
  return (
    <Page
      title="Add readers"
      note="Only add people who asked for these emails. Nothing is sent to them now; they get the next email."
      back={toReaders}
    >
      {Number.isSafeInteger(id) && id > 0 ? <Import key={id} id={id} /> : <Choose />}
    </Page>
  );
}

/** The first step: paste addresses, or choose a file. */
function Choose() {
  const api = useApi();
  const navigate = useNavigate();
  const [way, setWay] = useState<'paste' | 'file'>('paste');
  const [file, setFile] = useState<File>();
  const [pasted, setPasted] = useState('');
  const upload = useMutation({
    mutationFn: (given: File | string) =>
      api.call('uploadReaders', {
        query: typeof given === 'string' ? { as: 'list' } : { name: given.name.slice(0, 200) },
        raw: { body: given, contentType: 'text/csv' },
      }),
    onSuccess: ({ id }) => navigate(importPath(id)),
  });
  return (
    <div className={styles.page}>
      <RunningImports />
      <Card>
        <div className={styles.page}>
          <div className={cluster}>
            <ViewSwitch
              label="Where from"
              views={{ paste: 'Paste addresses', file: 'Choose a file' }}
              value={way}
              onChange={setWay}
            />
          </div>
          {way === 'paste' ? (
            <form
              className={styles.page}
              onSubmit={(event) => {
                event.preventDefault();
                if (pasted.trim() !== '' && !upload.isPending) upload.mutate(pasted);
              }}
            >
              <TextArea
                label="Addresses"
                name="addresses"
                rows={8}
                value={pasted}
                dir="auto"
                spellCheck={false}
                placeholder={'ada@example.com\nGrace Hopper <grace@example.com>'}
                hint="One on each line, or separated by commas or semicolons; with or without names. Copied from a spreadsheet works too."
                onChange={({ target }) => setPasted(target.value)}
              />
              <div className={cluster}>
                <Button
                  type="submit"
                  variant="primary"
                  disabled={pasted.trim() === ''}
                  busy={upload.isPending}
                  busyLabel="Checking..."
                >
                  Check the addresses
                </Button>
              </div>
            </form>
          ) : (
            <>
              <FileDrop
                file={file}
                disabled={upload.isPending}
                onChoose={(chosen) => {
                  setFile(chosen);
                  upload.mutate(chosen);
                }}
              />
              <p className={styles.small}>
                Exports of Mailchimp, Substack, Ghost, Kit, beehiiv, Buttondown, MailerLite, listmonk, Keila
                and of Wordrise are read as they are. Any other CSV file needs a first row that names its
                columns. People who left stay out.
              </p>
              {upload.isPending && <Loading label={`Uploading ${file?.name ?? 'the file'}`} rows={1} />}
            </>
          )}
          {upload.error && <FailureAlert title="Nothing was uploaded" error={upload.error} />}
        </div>
      </Card>
    </div>
  );
}

/** One import, wherever it stands. */
function Import({ id }: { id: number }) {
  const api = useApi();
  const client = useQueryClient();
  const refresh = useRefreshReaders();
  const query = importQuery(api, id);
  const found = useQuery(query);
  const view = found.data;
  const state = view?.state;
  useEffect(() => {
    if (state === 'done' || state === 'stopped') void refresh();
  }, [state, refresh]);
  if (found.isPending) return <Loading label="Loading the import" rows={3} rowHeight="5rem" />;
  if (found.error instanceof ApiError && found.error.status === 404) return <Gone />;
  if (found.error && !view) return <QueryError title="Failed to fetch the import" query={found} />;
  if (!view) return null;
  const onChange = (next: ReaderImportView) => client.setQueryData(query.queryKey, next);
  if (view.state === 'uploading' || view.state === 'checking') return <Checking view={view} />;
  if (view.state === 'checked') return <ImportPreview view={view} onChange={onChange} />;
  if (view.state === 'importing') return <Importing view={view} onChange={onChange} />;
  return <Ended view={view} onChange={onChange} />;
}

function Gone() {
  return (
    <Alert tone="warn" title="This import is no longer here">
      Imports are kept for a day. <ButtonLink to="/admin/readers/import">Add readers</ButtonLink>
    </Alert>
  );
}

function Progress({ view, label }: { view: ReaderImportView; label: string }) {
  return (
    <>
      <ProgressBar label={label} done={view.bytesRead} total={Math.max(view.bytes, 1)} />
      <p className={styles.small} role="status">
        {figure(view.counts.rows)} {view.counts.rows === 1 ? 'row' : 'rows'} read
      </p>
    </>
  );
}

function Checking({ view }: { view: ReaderImportView }) {
  return (
    <Card title={`Checking ${view.name ?? 'the addresses'}`} note="Nothing is imported yet.">
      <div className={styles.page}>
        <Progress view={view} label="Checked" />
      </div>
    </Card>
  );
}

interface StepProps {
  view: ReaderImportView;
  onChange: (next: ReaderImportView) => void;
}

function Importing({ view, onChange }: StepProps) {
  const api = useApi();
  const stop = useMutation({
    mutationFn: () => api.call('stopReaderImport', { params: { id: view.id } }),
    onSuccess: onChange,
  });
  return (
    <Card
      title={`Importing ${view.name ?? 'the addresses'}`}
      note="You can close this page: the import goes on at the server, also after a restart."
      actions={
        <Button busy={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      }
    >
      <div className={styles.page}>
        <Progress view={view} label="Imported" />
        <p>{counted(view.counts.added, 'reader')} added so far.</p>
        {stop.error && <FailureAlert title="The import was not stopped" error={stop.error} />}
      </div>
    </Card>
  );
}

function Ended({ view, onChange }: StepProps) {
  const api = useApi();
  const { id, state, counts } = view;
  const ownsList = useSystem()?.email.ownsList;
  const left = countLeft(counts);
  const isAboutLeft = counts.added === 0 && left > 0;
  const again = useMutation({
    mutationFn: () => api.call('startReaderImport', { params: { id }, body: {} }),
    onSuccess: onChange,
  });
  return (
    <div className={styles.page}>
      {state === 'done' && (
        <Alert
          tone="good"
          title={
            isAboutLeft ? `${figure(left)} noted as having left` : `${counted(counts.added, 'reader')} added`
          }
        >
          {isAboutLeft
            ? 'No later file and no other import adds them.'
            : counts.added === 0
              ? 'Nobody in this file is new.'
              : ownsList
                ? 'They are on the list.'
                : 'They join the list within five minutes.'}
        </Alert>
      )}
      {state !== 'done' && (
        <Alert
          tone="warn"
          title={`${state === 'failed' ? 'The import failed' : 'Stopped'} after ${counted(counts.added, 'reader')}`}
        >
          {view.problem ??
            'They stay. The rest of the file can still be imported, and nobody is added twice.'}
        </Alert>
      )}
      {again.error && <FailureAlert title="The import was not continued" error={again.error} />}
      <WhyNot view={view} />
      <Refused view={view} />
      <div className={cluster}>
        <ButtonLink to="/admin/readers" variant={state === 'done' ? 'primary' : 'secondary'}>
          Show the readers
        </ButtonLink>
        <ButtonLink to="/admin/readers/import">Add more</ButtonLink>
        {state !== 'done' && (
          <Button variant="primary" busy={again.isPending} onClick={() => again.mutate()}>
            Continue the import
          </Button>
        )}
      </div>
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import {
  type ColumnUse,
  countLeft,
  type ImportAnswers,
  leftOutReasons,
  leftOutTexts,
  type ReaderImportView,
  startImportBody,
} from '@wordrise/core/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextArea } from '../../design/field.tsx';
import { cluster } from '../../design/layout.css.ts';
import { Alert } from '../../design/states.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { urlOf } from '../../kit/api.ts';
import { FailureAlert, fieldErrorsOf, hasFieldErrors } from '../../kit/failure.tsx';
import { counted, figure } from '../../kit/figures.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { useApi } from '../../kit/queries.ts';
import * as upload from '../../kit/upload.css.ts';
import * as styles from './readers.css.ts';

interface ImportPreviewProps {
  view: ReaderImportView;
  onChange: (next: ReaderImportView) => void;
}

/** What an import would do, what its columns are used for, and the button that does it. */
export function ImportPreview({ view, onChange }: ImportPreviewProps) {
  const api = useApi();
  const { id, problem, question, name } = view;
  const check = useMutation({
    mutationFn: (body: ImportAnswers) => api.call('checkReaderImport', { params: { id }, body }),
    onSuccess: onChange,
  });
  const uses = Object.fromEntries(view.columns.map((column) => [column.name, column.use]));
  const use = (column: string, next: ColumnUse) =>
    check.mutate({ uses: { ...uses, [column]: next }, subscribedValues: [] });
  const isReady = problem === null && question === null;
  return (
    <div className={styles.page}>
      {problem !== null && (
        <Alert tone="bad" title="This file cannot be imported as it is">
          {problem}
          {lacksAddresses(view) && ' If one below has the addresses, choose it.'}
        </Alert>
      )}
      {question !== null && (
        <Question
          key={question.column}
          question={question}
          busy={check.isPending}
          onAnswer={(values) =>
            values
              ? check.mutate({ uses: { ...uses, [question.column]: 'status' }, subscribedValues: values })
              : use(question.column, 'none')
          }
        />
      )}
      {check.error && <FailureAlert title="The file was not checked again" error={check.error} />}
      {isReady && <Counts view={view} />}
      {isReady && <WhyNot view={view} future />}
      <Start view={view} isReady={isReady} onChange={onChange} />
      {isReady && <Refused view={view} />}
      {(name !== null || isTable(view)) && view.columns.length > 0 && (
        <Columns view={view} busy={check.isPending} onUse={use} />
      )}
    </div>
  );
}

/** Whether an import adds someone, or keeps out someone who has left. */
export function changesSomething(view: ReaderImportView): boolean {
  return view.counts.added + leftIn(view) > 0;
}

const leftIn = ({ counts }: ReaderImportView) => countLeft(counts) + counts.remembered;

/** A file that can be imported once the owner says which column has the addresses. */
export function lacksAddresses({ columns }: ReaderImportView): boolean {
  return columns.length > 0 && columns.every(({ use }) => use !== 'email');
}

/** Pasted with a row of names, instead of as a list of people. */
function isTable({ columns }: ReaderImportView): boolean {
  return columns.map(({ name }) => name).join() !== 'email,full name';
}

const gone = ['leftHere', 'removed', 'unsubscribed', 'bounced', 'complained', 'unconfirmed'] as const;
const known = ['alreadyReader', 'unconfirmedHere'] as const;

function Counts({ view: { counts } }: { view: ReaderImportView }) {
  const sum = (reasons: readonly (keyof typeof counts.leftOut)[]) =>
    reasons.reduce((total, reason) => total + counts.leftOut[reason], 0);
  const tiles = [
    { count: counts.added, label: 'new', tone: 'good' },
    { count: sum(known), label: 'known already', tone: 'today' },
    { count: sum(gone), label: 'left, stay out', tone: 'none' },
    { count: counts.refused, label: 'refused', tone: 'bad' },
    ...(counts.leftOut.repeated > 0
      ? [{ count: counts.leftOut.repeated, label: 'repeated in the list', tone: 'today' } as const]
      : []),
  ] as const;
  return (
    <ul className={upload.counts} aria-label="What the import does">
      {tiles.map(({ count, label, tone }) => (
        <li key={label} className={upload.count[count === 0 ? 'none' : tone]}>
          <span className={upload.countFigure}>{figure(count)}</span> {label}
        </li>
      ))}
    </ul>
  );
}

/** Who is added and who is not, with examples. */
export function WhyNot({
  view: { counts, examples },
  future = false,
}: {
  view: ReaderImportView;
  future?: boolean;
}) {
  const lines = [
    { key: 'added' as const, count: counts.added, text: future ? 'will be added' : 'added' },
    ...leftOutReasons.map((key) => ({ key, count: counts.leftOut[key], text: leftOutTexts[key] })),
  ].filter(({ count }) => count > 0);
  const notes = [
    counts.takenOff > 0 &&
      `${counted(counts.takenOff, 'reader')} here had left elsewhere, and ${future ? 'will get' : counts.takenOff === 1 ? 'gets' : 'get'} no more emails.`,
    counts.broughtBack > 0 &&
      `${counted(counts.broughtBack, 'reader')} had left here and agreed again since.`,
    counts.remembered > 0 &&
      `${counted(counts.remembered, 'reader')} removed elsewhere will stay out here too.`,
  ].filter((note) => note !== false);
  if (lines.length === 0) return null;
  return (
    <Card title={future ? 'What will happen' : 'What happened'} flush>
      <ul>
        {lines.map(({ key, count, text }) => (
          <li key={key} className={styles.outcomeLine}>
            <span>
              <strong className={styles.figure}>{figure(count)}</strong> {text}
            </span>
            <span className={styles.examples}>
              {examples[key]?.join(', ')}
              {count > (examples[key]?.length ?? 0) && (examples[key]?.length ?? 0) > 0 && ', …'}
            </span>
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className={styles.outcomeLine}>
            {note}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Rows that cannot be imported, each with the reason. */
export function Refused({ view }: { view: ReaderImportView }) {
  const { id, name, refused, counts, hasFile } = view;
  if (refused.length === 0) return null;
  const more = counts.refused - refused.length;
  return (
    <Card
      title="Refused"
      note="Fix them and add them again; the others are not affected."
      actions={
        hasFile && (
          <ButtonLink
            to={urlOf('refusedReaders', { params: { id } })}
            reloadDocument
            download="refused.csv"
            icon="download"
            size="small"
          >
            Download
          </ButtonLink>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className={upload.refused} aria-label="Refused rows" tabIndex={0}>
        <table className={upload.refusedTable}>
          <caption className={visuallyHidden}>Refused rows</caption>
          <thead>
            <tr>
              {name !== null && <th scope="col">Line</th>}
              <th scope="col">Text</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ line, value, message }) => (
              <tr key={line}>
                {name !== null && <td className={upload.lineNumber}>{line}</td>}
                <td className={styles.refusedText} dir="auto">
                  {value || '–'}
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 && <p className={upload.refusedMore}>and {figure(more)} more</p>}
      </section>
    </Card>
  );
}

const useNames: Record<ColumnUse, string> = {
  none: 'Not used',
  email: 'Email address',
  firstName: 'First name',
  favoriteWord: 'Favorite word',
  signedUpAt: 'Time of the signup',
  confirmedAt: 'Time of the confirmation',
  consentAt: 'Time of the latest consent',
  source: 'Where they signed up',
  campaign: 'Campaign of the link',
  consent: 'Consent',
  reason: 'Why they left',
  timezone: 'Time zone',
  sendTime: 'Time of day',
  weekdays: 'Days of the week',
  pausedUntil: 'Paused until',
  cadence: 'How often',
  digestDay: 'Day of the weekly email',
  status: 'Who is on the list',
};

interface ColumnsProps {
  view: ReaderImportView;
  busy: boolean;
  onUse: (column: string, use: ColumnUse) => void;
}

/** What each column of the file is used for; every change checks the file again. */
function Columns({ view: { columns }, busy, onUse }: ColumnsProps) {
  return (
    <Card
      title="Columns"
      note="Recognized by their names. If one is wrong, change it. Of two for the same thing, the second counts where the first is empty."
      flush
    >
      <ul>
        {columns.map(({ name, use, fallbackFor, isPart, samples }) => (
          <li key={name} className={styles.column}>
            <span className={styles.columnName}>
              <bdi>{name}</bdi>
              <span className={styles.examples} dir="auto">
                {samples.join(', ') || 'empty'}
                {isPart && ' (up to the first space)'}
                {fallbackFor !== undefined && ` (where “${fallbackFor}” is empty)`}
              </span>
            </span>
            <select
              className={styles.columnUse}
              aria-label={`Use of the column “${name}”`}
              value={use}
              disabled={busy}
              onChange={({ target }) => onUse(name, target.value as ColumnUse)}
            >
              {Object.entries(useNames).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface QuestionProps {
  question: NonNullable<ReaderImportView['question']>;
  busy: boolean;
  /** With the values of people on the list, or `undefined` if the column is about something else. */
  onAnswer: (values: string[] | undefined) => void;
}

/** A column that is not understood: which of its values mean that someone is on the list? */
function Question({ question: { column, values }, busy, onAnswer }: QuestionProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <Card
      title={`What does the column “${column}” say?`}
      note="It seems to say who is still on the list. Nothing is imported until this is clear."
    >
      <div className={styles.page}>
        <fieldset className={styles.question}>
          <legend className={styles.questionTitle}>These values mean that someone is on the list:</legend>
          {values.map((value) => (
            <label key={value} className={styles.answerChoice}>
              <input
                type="checkbox"
                className={styles.checkbox}
                checked={chosen.includes(value)}
                onChange={() =>
                  setChosen(
                    chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
                  )
                }
              />
              <bdi>{value}</bdi>
            </label>
          ))}
        </fieldset>
        <p className={styles.small}>Everybody with another value counts as having left.</p>
        <div className={cluster}>
          <Button busy={busy} onClick={() => onAnswer(undefined)}>
            It says nothing about that
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen.length === 0}
            onClick={() => onAnswer(chosen)}
          >
            Use these values
          </Button>
        </div>
      </div>
    </Card>
  );
}

interface StartProps extends ImportPreviewProps {
  isReady: boolean;
}

/** How these people agreed, and the button. */
function Start({ view, isReady, onChange }: StartProps) {
  const { id, counts } = view;
  const unused = view.columns
    .filter(({ use, samples }) => use === 'none' && samples.length > 0)
    .map(({ name }) => name);
  const api = useApi();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: (body: { consent?: string | undefined }) =>
      api.call('startReaderImport', { params: { id }, body }),
    onSuccess: onChange,
  });
  const drop = useMutation({
    mutationFn: () => api.call('deleteReaderImport', { params: { id } }),
    onSettled: () => navigate('/admin/readers/import', { replace: true }),
  });
  const form = useSchemaForm(startImportBody, {
    onValid: (body) => start.mutate(body),
    busy: start.isPending,
    serverErrors: fieldErrorsOf(start.error),
  });
  const left = leftIn(view);
  const hasWork = isReady && changesSomething(view);
  return (
    <Card>
      <form className={styles.page} {...form.props}>
        {hasWork && counts.added > 0 && (
          <TextArea
            label="How did these people agree to get the emails?"
            name="consent"
            rows={2}
            errors={form.errors.consent}
            placeholder="Pupils of class 7b, asked by their teacher in September 2026"
            hint="Stored with each of them, so that you can answer when someone asks."
          />
        )}
        {isReady && !hasWork && (
          <p role="status">
            There is nothing to import:{' '}
            {counts.rows === 0
              ? 'no addresses were found'
              : 'everybody is known already, has left or was refused'}
            .
          </p>
        )}
        {hasWork && unused.length > 0 && (
          <p className={styles.small}>Not used: {unused.map((column) => `“${column}”`).join(', ')}.</p>
        )}
        {start.error && !hasFieldErrors(start.error) && (
          <FailureAlert title="The import was not started" error={start.error} />
        )}
        <div className={cluster}>
          {hasWork && (
            <Button
              type="submit"
              variant="primary"
              icon="upload"
              busy={start.isPending}
              busyLabel="Importing..."
            >
              {counts.added > 0
                ? `Import ${counted(counts.added, 'reader')}`
                : `Note ${figure(left)} who left`}
            </Button>
          )}
          <Button busy={drop.isPending} onClick={() => drop.mutate()}>
            {hasWork ? 'Cancel' : 'Start again'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

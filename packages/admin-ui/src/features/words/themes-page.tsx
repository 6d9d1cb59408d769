import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  calendarDate,
  limits,
  type ThemeDetail,
  type ThemeView,
  type ThemeWeekView,
  themeInput,
} from '@wordrise/core/contract';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { AlertDialog, Dialog, DialogActions } from '../../design/dialog.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { entry, entryList, entryMeta, entryName } from '../../design/layout.css.ts';
import { EmptyState, Loading } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { ApiError } from '../../kit/api.ts';
import { formatDay } from '../../kit/dates.ts';
import { failure, fieldErrorsOf, formFailure, QueryError } from '../../kit/failure.tsx';
import { counted } from '../../kit/figures.ts';
import { useSchemaForm } from '../../kit/forms.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, keyOf, useApi, useRefreshLists } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { WordPicker } from '../../kit/word-picker.tsx';
import * as styles from './words.css.ts';

/** Theme weeks: their titles, introductions, and words in order. */
export function ThemesPage() {
  const [params, setParams] = useSearchParams();
  // The form is above the list, which may be long.
  const id = Number(params.get('theme') ?? 0);
  const isNew = params.get('theme') === 'new';
  const open = (theme?: number | 'new') => setParams(theme === undefined ? {} : { theme: String(theme) });
  return (
    <Page
      back={{ to: '/admin/words', label: 'Words' }}
      title="Themes"
      note="Words that belong together, for a week of their own. The autopilot schedules them in their order; its settings say how often."
      actions={
        <Button variant="primary" icon="plus" onClick={() => open('new')}>
          Add theme
        </Button>
      }
    >
      <div className={styles.themes}>
        {isNew && <ThemeForm key="new" onDone={open} />}
        {id > 0 && <EditTheme key={id} id={id} onDone={open} />}
        <ThemeList openId={id} onOpen={open} />
      </div>
    </Page>
  );
}

interface ThemeListProps {
  openId: number;
  onOpen: (id: number) => void;
}

function ThemeList({ openId, onOpen }: ThemeListProps) {
  const list = useQuery(endpointQuery(useApi(), 'listThemes'));
  if (list.error) return <QueryError title="The themes could not be loaded" query={list} />;
  if (!list.data) return <Loading label="Loading themes" rows={6} rowHeight="3.5rem" />;
  const { themes } = list.data;
  if (themes.length === 0) {
    return (
      <EmptyState title="No themes yet">
        Add one of your own, or <Link to="/admin/words?panel=upload">the second pack</Link>: 366 built-in
        words in 52 themes.
      </EmptyState>
    );
  }
  return (
    <Card flush>
      <ul className={entryList} aria-label="Themes">
        {themes.map((theme) => (
          <li key={theme.id} className={entry} data-open={theme.id === openId || undefined}>
            <div>
              <p className={entryName} dir="auto">
                {theme.title}
              </p>
              <p className={entryMeta}>{statusOf(theme)}</p>
            </div>
            <Button
              size="small"
              aria-label={`Edit ${theme.title}`}
              onClick={() => {
                onOpen(theme.id);
                window.scrollTo({ top: 0 });
              }}
            >
              Edit
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function statusOf({ wordCount, unusedCount }: ThemeView): string {
  const words = counted(wordCount, 'word');
  if (wordCount === 0 || unusedCount === wordCount) return words;
  return unusedCount === 0 ? `${words}, all sent or scheduled` : `${words}, ${unusedCount} unused`;
}

interface DoneProps {
  onDone: (id?: number) => void;
}

function EditTheme({ id, onDone }: DoneProps & { id: number }) {
  const theme = useQuery(endpointQuery(useApi(), 'getTheme', { params: { id } }));
  if (theme.error) return <QueryError title="The theme could not be loaded" query={theme} />;
  if (!theme.data) return <Loading label="Loading the theme" rows={4} rowHeight="4rem" />;
  return (
    <>
      <ThemeForm key={theme.data.id} stored={theme.data} onDone={onDone} />
      <ScheduleWeek key={`week-${theme.data.id}`} theme={theme.data} />
    </>
  );
}

/** Schedules the words that are left from a chosen day on, without waiting for the autopilot. */
function ScheduleWeek({ theme: { id, title, words } }: { theme: ThemeDetail }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const timeZone = useTimeZone();
  const [from, setFrom] = useState('');
  const schedule = useMutation({
    mutationFn: () => api.call('scheduleTheme', { params: { id }, body: { from } }),
    async onSuccess({ emails }) {
      const [first, last] = [emails[0], emails.at(-1)];
      toasts.success({
        title: `${counted(emails.length, 'word')} of “${title}” scheduled`,
        description:
          first &&
          last &&
          `${formatDay(first.scheduledDate, timeZone)} to ${formatDay(last.scheduledDate, timeZone)}`,
      });
      setFrom('');
      await client.invalidateQueries({ queryKey: keyOf('listThemes') });
      await client.invalidateQueries({ queryKey: keyOf('getTheme') });
      await refresh();
    },
    onError: (error) =>
      toasts.error(wrong ? { title: 'Nothing was scheduled' } : formFailure('Nothing was scheduled', error)),
  });
  const plan = useQuery({
    queryKey: [...keyOf('scheduleTheme'), { id, from }],
    queryFn: ({ signal }) =>
      api.call('scheduleTheme', { params: { id }, body: { from, dryRun: true }, signal }),
    staleTime: 0,
    // While the digits of a year are typed, it is one of the first centuries.
    enabled: calendarDate.safeParse(from).success && from >= '1900',
  });
  // What is wrong with the day: if that cannot be found out now, it is said when the week is scheduled.
  const wrong = plan.error instanceof ApiError && plan.error.status < 500 && plan.error.serverMessage;
  const left = words.filter(({ usedCount, goesOut }) => usedCount === 0 && !goesOut);
  if (left.length === 0) return null;
  return (
    <Card
      title="Choose its week"
      note="Its words that are left go out from this day on, one on each free send day."
    >
      <form
        className={styles.themeForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (from !== '' && !schedule.isPending) schedule.mutate();
        }}
      >
        <Field
          label="First day"
          name="from"
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          errors={wrong ? [wrong] : fieldErrorsOf(schedule.error).from}
        />
        {from !== '' && plan.data && <WeekPlan plan={plan.data} timeZone={timeZone} />}
        <DialogActions>
          <Button type="submit" disabled={from === ''} busy={schedule.isPending} busyLabel="Scheduling...">
            Schedule {counted(left.length, 'word')}
          </Button>
        </DialogActions>
      </form>
    </Card>
  );
}

/** What the chosen day means, before it is done. */
function WeekPlan({ plan: { emails, notes }, timeZone }: { plan: ThemeWeekView; timeZone: string }) {
  const [first, last] = [emails[0], emails.at(-1)];
  if (!first || !last) return null;
  const begins = formatDay(first.scheduledDate, timeZone);
  return (
    <div role="status">
      <p className={styles.small}>
        {first === last ? `On ${begins}.` : `From ${begins} to ${formatDay(last.scheduledDate, timeZone)}.`}
      </p>
      {notes.map((note) => (
        <p key={note} className={styles.small} dir="auto">
          {note}
        </p>
      ))}
    </div>
  );
}

type ListedWord = Pick<ThemeDetail['words'][number], 'id' | 'word' | 'definition'> &
  Partial<Pick<ThemeDetail['words'][number], 'usedCount' | 'goesOut'>>;

function ThemeForm({ stored, onDone }: DoneProps & { stored?: ThemeDetail }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const [words, setWords] = useState<ListedWord[]>(stored?.words ?? []);
  const [isAdding, setIsAdding] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const settled = async () => {
    await client.invalidateQueries({ queryKey: keyOf('listThemes') });
    await client.invalidateQueries({ queryKey: keyOf('getTheme') });
    await refresh();
  };
  const save = useMutation({
    mutationFn: ({ title, introduction }: { title: string; introduction: string }) => {
      const body = { title, introduction, wordIds: words.map(({ id }) => id) };
      return stored
        ? api.call('editTheme', { params: { id: stored.id }, body })
        : api.call('addTheme', { body });
    },
    onSuccess(theme) {
      toasts.success(`“${theme.title}” is saved`);
      onDone();
      return settled();
    },
    onError: (error) => toasts.error(formFailure('The theme was not saved', error)),
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.call('removeTheme', { params: { id } }),
    onSuccess() {
      toasts.success('The theme was removed. Its words are still in the library.');
      onDone();
      return settled();
    },
    onError: (error) => toasts.error(failure('The theme was not removed', error)),
  });
  const form = useSchemaForm(themeInput.pick({ title: true, introduction: true }), {
    onValid: (valid) => save.mutate(valid),
    busy: save.isPending,
    serverErrors: fieldErrorsOf(save.error),
  });
  return (
    <Card title={stored ? `Edit “${stored.title}”` : 'Add a theme'}>
      <form className={styles.themeForm} {...form.props}>
        <Field
          label="Title"
          name="title"
          defaultValue={stored?.title}
          maxLength={limits.themeLength}
          errors={form.errors.title}
          autoComplete="off"
        />
        <TextArea
          label="Introduction"
          name="introduction"
          optional
          rows={3}
          defaultValue={stored?.introduction}
          errors={form.errors.introduction}
          hint="Two sentences. The first email of the week says them."
        />
        <ThemeWords words={words} onChange={setWords} />
        <div>
          <Button icon="plus" onClick={() => setIsAdding(true)} disabled={words.length >= limits.themeWords}>
            Add a word
          </Button>
        </div>
        <DialogActions>
          {stored && (
            <Button icon="trash" onClick={() => setIsRemoving(true)}>
              Remove theme
            </Button>
          )}
          <Button onClick={() => onDone()}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save
          </Button>
        </DialogActions>
      </form>
      {isAdding && (
        <Dialog open onOpenChange={() => setIsAdding(false)} title="Add a word" width="wide">
          <WordPicker
            from="listWords"
            onSelect={(word) => {
              if (!words.some(({ id }) => id === word.id)) setWords([...words, word]);
              setIsAdding(false);
            }}
          />
        </Dialog>
      )}
      {stored && (
        <AlertDialog
          open={isRemoving}
          onOpenChange={setIsRemoving}
          title={`Remove “${stored.title}”?`}
          description="Its introduction will be lost. Its words stay in the library, without a theme."
          confirmLabel="Remove theme"
          busyLabel="Removing..."
          busy={remove.isPending}
          onConfirm={() => remove.mutate(stored.id)}
        />
      )}
    </Card>
  );
}

interface ThemeWordsProps {
  words: readonly ListedWord[];
  onChange: (words: ListedWord[]) => void;
}

/** In the order of the week. */
function ThemeWords({ words, onChange }: ThemeWordsProps) {
  const timeZone = useTimeZone();
  if (words.length === 0) return <p className={styles.small}>No words yet. A week has five or seven.</p>;
  function move(from: number, to: number) {
    const next = [...words];
    const [moved] = next.splice(from, 1);
    if (moved) next.splice(to, 0, moved);
    onChange(next);
  }
  return (
    <ol className={styles.themeWords} aria-label="Words in order">
      {words.map(({ id, word, definition, usedCount = 0, goesOut }, at) => (
        <li key={id} className={styles.themeWord}>
          <div>
            <p className={entryName} dir="auto">
              {word}
            </p>
            <p className={styles.small} dir="auto">
              {goesOut ? `Goes out ${formatDay(goesOut, timeZone)}` : usedCount > 0 ? 'Sent' : definition}
            </p>
          </div>
          <div className={styles.themeMoves}>
            <IconButton
              label={`Move ${word} up`}
              icon="arrow-up"
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              label={`Move ${word} down`}
              icon="arrow-down"
              disabled={at === words.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              label={`Take ${word} out of the theme`}
              icon="close"
              onClick={() => onChange(words.filter((each) => each.id !== id))}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

import {
  type AutopilotView,
  anySensitive,
  autopilotInput,
  dayRanges,
  drawLevels,
  sensitiveKinds,
  skipProblem,
  type ThemeRhythm,
  tagsOf,
  themeRhythms,
  weekdays,
} from '@wordrise/core/contract';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Button } from '../../design/button.tsx';
import { DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { dayOf, formatCalendarDays, useNow } from '../../kit/dates.ts';
import { usePersistedState } from '../../kit/unsaved-work.tsx';
import * as styles from './schedule.css.ts';
import { useSaveAutopilot, useSkipDays } from './schedule.queries.ts';
import { SkipDialog } from './skip-dialog.tsx';

const dayNames = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' };

const levelNames = { everyday: 'Everyday', reader: 'Reader’s', rare: 'Rare', none: 'Without a level' };

const themeRhythmNames: Record<ThemeRhythm, string> = {
  off: 'None',
  alternate: 'Every other week',
  always: 'Every week',
};

/** What is in the fields; it survives a new login. */
const autopilotDraft = z.object({
  time: z.string(),
  days: z.array(z.enum(weekdays)),
  ahead: z.string(),
  levels: z.array(z.enum(drawLevels)),
  onlyTags: z.string(),
  neverTags: z.string(),
  withoutSensitive: z.array(z.string()),
  themeWeeks: z.enum(themeRhythms),
});

/** The fields for the stored settings. */
function draftOf({ time, days, ahead, ...draw }: AutopilotView): z.infer<typeof autopilotDraft> {
  return {
    time,
    days: [...days],
    ahead: String(ahead),
    levels: [...draw.levels],
    onlyTags: draw.onlyTags.join(', '),
    neverTags: draw.neverTags.join(', '),
    withoutSensitive: [...draw.withoutSensitive],
    themeWeeks: draw.themeWeeks,
  };
}

interface AutopilotSettingsProps {
  view: AutopilotView;
  onClose: () => void;
}

/** The form that opens below the autopilot's row. */
export function AutopilotSettings(props: AutopilotSettingsProps) {
  return (
    <>
      <AutopilotForm {...props} />
      <SkippedDays days={props.view.skippedDays} timeZone={props.view.timezone} />
    </>
  );
}

function AutopilotForm({ view, onClose }: AutopilotSettingsProps) {
  const [changed, onDraft] = usePersistedState('autopilot', autopilotDraft);
  const draft = changed ?? draftOf(view);
  const close = () => {
    onDraft(undefined);
    onClose();
  };
  const save = useSaveAutopilot(close);
  const checked = autopilotInput.safeParse({
    ...draft,
    onlyTags: tagsOf(draft.onlyTags),
    neverTags: tagsOf(draft.neverTags),
    isOn: true,
  });
  const problem = (field: string) =>
    checked.error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
  return (
    <form
      className={styles.autopilotForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (checked.success && !save.isPending) save.mutate(checked.data);
      }}
    >
      <div className={styles.autopilotFields}>
        <Field
          label="Time"
          name="time"
          type="time"
          value={draft.time}
          onChange={({ target }) => onDraft({ ...draft, time: target.value })}
          errors={problem('time')}
          hint={view.timezone}
        />
        <Field
          label="Mornings ahead"
          name="ahead"
          inputMode="numeric"
          value={draft.ahead}
          onChange={({ target }) => onDraft({ ...draft, ahead: target.value })}
          errors={problem('ahead')}
        />
        <Choices
          label="Days"
          choices={weekdays}
          nameOf={(day) => dayNames[day]}
          chosen={draft.days}
          onChoose={(days) => onDraft({ ...draft, days })}
          errors={problem('days')}
        />
      </div>
      <div>
        <h3 className={styles.drawTitle}>What it draws from</h3>
        <p className={styles.autopilotFacts}>Emails that are already scheduled keep their words.</p>
      </div>
      <div className={styles.drawFields}>
        <Choices
          label="Levels"
          choices={drawLevels}
          nameOf={(level) => levelNames[level]}
          chosen={draft.levels}
          onChoose={(levels) => onDraft({ ...draft, levels })}
          errors={problem('levels')}
        />
        <Choices
          label="Leave out sensitive words"
          choices={kindsFor(draft.withoutSensitive)}
          nameOf={kindName}
          chosen={draft.withoutSensitive}
          onChoose={(withoutSensitive) => onDraft({ ...draft, withoutSensitive })}
          errors={problem('withoutSensitive')}
        />
        <Field
          label="Only words with these tags"
          name="onlyTags"
          value={draft.onlyTags}
          onChange={({ target }) => onDraft({ ...draft, onlyTags: target.value })}
          errors={problem('onlyTags')}
          hint="Separated by commas. Leave it empty for all words."
        />
        <Field
          label="Never words with these tags"
          name="neverTags"
          value={draft.neverTags}
          onChange={({ target }) => onDraft({ ...draft, neverTags: target.value })}
          errors={problem('neverTags')}
          hint="Separated by commas."
        />
      </div>
      {(view.hasThemes || view.themeWeeks === 'always') && (
        <Choices
          label="Theme weeks"
          choices={themeRhythms}
          nameOf={(rhythm) => themeRhythmNames[rhythm]}
          chosen={[draft.themeWeeks]}
          onChoose={(chosen) => {
            const themeWeeks = chosen.find((each) => each !== draft.themeWeeks);
            if (themeWeeks) onDraft({ ...draft, themeWeeks });
          }}
          errors={problem('themeWeeks')}
        />
      )}
      {view.hasThemes && draft.themeWeeks !== 'off' && view.themesLeft === 0 && (
        <p className={styles.planNone}>
          No theme has three unused words that may be drawn, so no theme week comes yet.{' '}
          <Link to="/admin/words/themes">Add a theme</Link>
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Close</Button>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          busyLabel="Saving..."
          disabled={!checked.success}
        >
          {view.isOn ? 'Save' : 'Turn on'}
        </Button>
      </DialogActions>
      <SkipDialog staying={save.staying} />
    </form>
  );
}

interface ChoicesProps<Choice extends string> {
  label: string;
  choices: readonly Choice[];
  nameOf: (choice: Choice) => string;
  chosen: readonly Choice[];
  onChoose: (chosen: Choice[]) => void;
  errors: readonly string[] | undefined;
}

/** Buttons of which any number can be pressed. */
function Choices<Choice extends string>({
  label,
  choices,
  nameOf,
  chosen,
  onChoose,
  errors,
}: ChoicesProps<Choice>) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like a label
    <div role="group" aria-labelledby={id}>
      <p className={styles.dayLabel} id={id}>
        {label}
      </p>
      <div className={styles.days}>
        {choices.map((choice) => {
          const isChosen = chosen.includes(choice);
          const others = chosen.filter((each) => each !== choice);
          return (
            <Button
              key={choice}
              size="small"
              variant={isChosen ? 'primary' : 'secondary'}
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? others : [...chosen, choice])}
            >
              {nameOf(choice)}
            </Button>
          );
        })}
      </div>
      {errors?.map((message) => (
        <p key={message} className={styles.planProblem}>
          {message}
        </p>
      ))}
    </div>
  );
}

/** All of them, each known kind, and kinds of the owner's own that are left out already. */
function kindsFor(chosen: readonly string[]): string[] {
  return [...new Set([anySensitive, ...sensitiveKinds, ...chosen])];
}

function kindName(kind: string): string {
  if (kind === anySensitive) return 'All of them';
  return kind === 'drugs' ? 'Drugs and alcohol' : kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** The days that the autopilot skips, and fields to add some. A change takes effect at once. */
function SkippedDays({ days, timeZone }: { days: readonly string[]; timeZone: string }) {
  const skip = useSkipDays();
  const title = useId();
  const [from, setFrom] = useState('');
  const [last, setLast] = useState('');
  const today = dayOf(useNow(), timeZone);
  const range = { from, until: last || from };
  const problem = from === '' ? undefined : skipProblem(range, today);
  const errors = problem === undefined ? undefined : [problem];
  const canSkip = from !== '' && problem === undefined;
  function clear() {
    setFrom('');
    setLast('');
  }
  return (
    <section className={styles.skipped} aria-labelledby={title}>
      <h3 className={styles.drawTitle} id={title}>
        Days without an email
      </h3>
      <p className={styles.autopilotFacts}>
        For a holiday, such as a week off. A change takes effect at once.
      </p>
      <form
        className={styles.skipFields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canSkip && !skip.isPending) skip.mutate({ ...range, skip: true }, { onSuccess: clear });
        }}
      >
        <Field
          label="From"
          name="from"
          type="date"
          min={today}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          errors={last === '' ? errors : undefined}
        />
        <Field
          label="To"
          optional
          name="until"
          type="date"
          min={from || today}
          value={last}
          onChange={({ target }) => setLast(target.value)}
          errors={last === '' ? undefined : errors}
        />
        <Button type="submit" className={styles.skipButton} disabled={!canSkip} busy={skip.isPending}>
          Skip
        </Button>
      </form>
      {days.length > 0 && (
        <p className={styles.skippedDays}>
          Skipped:
          {dayRanges(days).map((each) => (
            <Button
              key={each.from}
              size="small"
              icon="close"
              aria-label={`Do not skip ${formatCalendarDays(each)}`}
              onClick={() => skip.mutate({ ...each, skip: false })}
            >
              {formatCalendarDays(each)}
            </Button>
          ))}
        </p>
      )}
      <SkipDialog staying={skip.staying} />
    </section>
  );
}

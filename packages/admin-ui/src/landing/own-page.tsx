/** @jsxImportSource preact */

import {
  type LeavingReason,
  leavingReasonTexts,
  limits,
  weekdayNames,
  weekdays,
} from '@wordrise/core/constants';
import type { OwnPageOffers, OwnPageView, ReaderPreferences } from '@wordrise/core/contract';
import type { ComponentChildren } from 'preact';
import type { LandingAssets } from './document.tsx';
import * as own from './own-page.css.ts';
import * as styles from './privacy.css.ts';
import type { LandingConfig } from './render-landing.tsx';
import { notIndexed, renderSheetPage } from './sheet-page.tsx';

/** A reader's own page, or the one after leaving that asks why. Each form on it posts to a path below `path`. */
export interface OwnPageDocument {
  /** Such as `/preferences/TOKEN`. */
  path: string;
  view: OwnPageView;
  /** What was just done, or why it was not. */
  message?: { text: string; isError: boolean } | undefined;
  /** When the next emails go out to readers without a time of their own. */
  usualTime: Date;
  /** Time zones to choose from. IANA names. */
  zones: readonly string[];
}

/** A complete HTML document without a script. Opening it changes nothing: mail scanners open every link. */
export function renderOwnPageDocument(
  config: LandingConfig,
  assets: LandingAssets,
  page: OwnPageDocument,
): string {
  const { path, view, message } = page;
  const leave = path.replace('/preferences/', '/unsubscribe/');
  return renderSheetPage(config, assets, {
    title: message ? `${message.isError ? 'Error' : 'Saved'}: Your emails` : 'Your emails',
    heading: 'Your emails',
    canonical: config.publicUrl,
    head: notIndexed,
    children: (
      <article className={styles.sheet}>
        <p>These are the settings of {view.email}. They count as soon as you save them.</p>
        {message && (
          <p className={message.isError ? own.failed : own.done} role={message.isError ? 'alert' : 'status'}>
            {message.text}
          </p>
        )}
        <div className={own.parts}>
          {view.offers.days && <When {...page} />}
          {view.offers.days && <Pause {...page} />}
          {view.words.length > 0 && <Words {...page} />}
          <About {...page} />
          <Part id="data" title="What is stored about you">
            <p>
              Your address, these settings, the words to remember, when you signed up and what your signup
              told us, and what became of the latest emails to you.
            </p>
            <form className={own.form} method="post" action={`${path}/data`}>
              <button className={own.quiet} type="submit">
                Download as a file
              </button>
            </form>
          </Part>
          <Part id="leave" title="Leave">
            <p>
              You will get no more emails from {config.productName}. You can come back later with the same
              link.
            </p>
            <form className={own.form} method="post" action={leave}>
              <button className={own.quiet} type="submit">
                Unsubscribe
              </button>
            </form>
          </Part>
        </div>
      </article>
    ),
  });
}

function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section className={own.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function timeOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(at);
}

function When({ path, view, zones, usualTime }: OwnPageDocument) {
  const { preferences, offers, timezone } = view;
  return (
    <Part id="when" title="When they come">
      <form className={own.form} method="post" action={`${path}/when`}>
        {offers.weekly && <HowOften preferences={preferences} weekly={offers.weekly} />}
        <fieldset className={`${own.days} ${own.ifDaily}`}>
          <legend className={own.legend}>{offers.weekly ? 'Days of the daily emails' : 'Days'}</legend>
          {weekdays.map((day) => (
            <label key={day} className={own.day}>
              <input
                className={own.box}
                type="checkbox"
                name="weekdays"
                value={day}
                checked={preferences.weekdays?.includes(day) ?? true}
              />
              {weekdayNames[day]}
            </label>
          ))}
        </fieldset>
        {offers.times && (
          <div className={own.fields}>
            <div className={own.field}>
              <label className={own.label} htmlFor="send-time">
                Time of day
              </label>
              <input
                className={own.input}
                id="send-time"
                type="time"
                name="sendTime"
                value={preferences.sendTime ?? ''}
                aria-describedby="send-time-hint"
              />
              <p className={own.hint} id="send-time-hint">
                Leave it empty for the usual time{` (${timeOf(usualTime, view.timezone)})`}.
              </p>
            </div>
            <div className={own.field}>
              <label className={own.label} htmlFor="timezone">
                Time zone
              </label>
              <select className={own.input} id="timezone" name="timezone">
                <option value="" selected={preferences.timezone === null}>
                  The newsletter’s ({shown(timezone)})
                </option>
                {withOwn(zones, preferences.timezone).map((zone) => (
                  <option key={zone} value={zone} selected={zone === preferences.timezone}>
                    {shown(zone)}
                  </option>
                ))}
              </select>
            </div>
          </div>
        )}
        <button className={styles.button} type="submit">
          Save
        </button>
      </form>
    </Part>
  );
}

interface HowOftenProps {
  preferences: ReaderPreferences;
  weekly: NonNullable<OwnPageOffers['weekly']>;
}

function HowOften({ preferences: { cadence, digestDay }, weekly }: HowOftenProps) {
  return (
    <fieldset className={own.often}>
      <legend className={own.legend}>How often</legend>
      <label className={own.choice}>
        <input className={own.box} type="radio" name="cadence" value="daily" checked={cadence === 'daily'} />
        {weekly.hasRecap && !weekly.isCourse
          ? `Every day, and the week’s words again on ${weekdayNames[weekly.day]}`
          : 'Every day'}
      </label>
      <label className={own.choice}>
        <input
          className={own.box}
          type="radio"
          name="cadence"
          value="weekly"
          checked={cadence === 'weekly'}
        />
        {weekly.isCourse ? 'One word a week' : 'Once a week, the words of seven days in one email'}
      </label>
      <div className={`${own.field} ${own.ifWeekly}`}>
        <label className={own.label} htmlFor="digest-day">
          Day of the weekly email
        </label>
        <select className={own.input} id="digest-day" name="digestDay">
          <option value="" selected={digestDay === null}>
            The usual day ({weekdayNames[weekly.day]})
          </option>
          {weekdays.map((day) => (
            <option key={day} value={day} selected={day === digestDay}>
              {weekdayNames[day]}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}

/** A browser may name a zone that is not in the list, such as UTC. Saving other fields must not change it. */
function withOwn(zones: readonly string[], own: string | null): readonly string[] {
  return own === null || zones.includes(own) ? zones : [own, ...zones];
}

const shown = (zone: string) => zone.replaceAll('_', ' ');

function Pause({ path, view: { isPaused, preferences, today } }: OwnPageDocument) {
  if (isPaused && preferences.pausedUntil) {
    return (
      <Part id="pause" title="Pause">
        <p>You get no emails until {longDay(preferences.pausedUntil)}.</p>
        <form className={own.form} method="post" action={`${path}/pause`}>
          <button className={styles.button} type="submit" name="for" value="none">
            Resume now
          </button>
        </form>
      </Part>
    );
  }
  return (
    <Part id="pause" title="Pause">
      <p>Take a break. The emails come back by themselves.</p>
      <form className={own.row} method="post" action={`${path}/pause`}>
        <button className={own.quiet} type="submit" name="for" value="week">
          For a week
        </button>
        <button className={own.quiet} type="submit" name="for" value="month">
          For a month
        </button>
      </form>
      <form className={own.row} method="post" action={`${path}/pause`}>
        <div className={own.field}>
          <label className={own.label} htmlFor="until">
            Until the first day with an email again
          </label>
          <input className={own.input} id="until" type="date" name="until" min={today} required />
        </div>
        <button className={own.quiet} type="submit" name="for" value="date">
          Pause until then
        </button>
      </form>
    </Part>
  );
}

function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
}

function Words({ path, view: { words } }: OwnPageDocument) {
  return (
    <Part id="words" title="Words to remember">
      <p>You asked to be reminded of these. Each comes back with one email.</p>
      <ul className={own.words}>
        {words.map(({ wordId, word, partOfSpeech, definition, dueDay }) => (
          <li key={wordId} className={own.word}>
            <details className={own.answer}>
              <summary className={own.look} dir="auto">
                {word}
              </summary>
              <div className={own.meaningOf}>
                <p dir="auto">
                  {partOfSpeech && <em>{partOfSpeech}: </em>}
                  {definition}
                </p>
                <p className={own.hint}>
                  {dueDay
                    ? `With your next email from ${longDay(dueDay)} on.`
                    : 'An email has brought it back.'}
                </p>
              </div>
            </details>
            <form method="post" action={`${path}/words`}>
              <button
                className={own.quiet}
                type="submit"
                name="word"
                value={wordId}
                aria-label={`Remove “${word}”`}
              >
                Remove
              </button>
            </form>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function About({ path, view }: OwnPageDocument) {
  return (
    <Part id="about" title="About you">
      <form className={own.form} method="post" action={`${path}/about`}>
        <div className={own.fields}>
          <div className={own.field}>
            <label className={own.label} htmlFor="first-name">
              First name
            </label>
            <input
              className={own.input}
              id="first-name"
              name="firstName"
              value={view.firstName}
              maxLength={limits.firstNameLength}
              autoComplete="given-name"
            />
          </div>
          <div className={own.field}>
            <label className={own.label} htmlFor="favorite-word">
              Favorite word
            </label>
            <input
              className={own.input}
              id="favorite-word"
              name="favoriteWord"
              value={view.favoriteWord}
              maxLength={limits.wordLength}
            />
          </div>
        </div>
        <label className={own.choice}>
          <input
            className={own.box}
            type="checkbox"
            name="creditName"
            value="yes"
            checked={view.creditName}
          />
          If you send out my favorite word, you may name me: “Suggested by” and my first name.
        </label>
        <button className={styles.button} type="submit">
          Save
        </button>
      </form>
    </Part>
  );
}

/** Asks someone who has just left for the reason. An answer is optional. */
export function LeavingForm({ path }: { path: string }) {
  const reasons = Object.entries(leavingReasonTexts) as [LeavingReason, string][];
  return (
    <form className={own.form} method="post" action={path}>
      <fieldset className={own.days}>
        <legend className={own.legend}>Why did you leave? (optional)</legend>
        {reasons.map(([reason, text]) => (
          <label key={reason} className={own.choice}>
            <input className={own.box} type="radio" name="reason" value={reason} required />
            {text}
          </label>
        ))}
      </fieldset>
      <div className={own.field}>
        <label className={own.label} htmlFor="leaving-text">
          Anything else
        </label>
        <input className={own.input} id="leaving-text" name="text" maxLength={limits.leavingTextLength} />
        <p className={own.hint}>It is stored without your address.</p>
      </div>
      <button className={own.quiet} type="submit">
        Send
      </button>
    </form>
  );
}

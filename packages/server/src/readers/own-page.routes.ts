import type { Notice, OwnPageDocument } from '@wordrise/admin-ui';
import { DomainError, type Wordrise } from '@wordrise/core';
import {
  basePath,
  cadences,
  leavingInput,
  listTimeZones,
  type OwnPageView,
  type OwnPause,
  type OwnTimesInput,
  weekdays,
  z,
} from '@wordrise/core/contract';
import type { Context } from 'koa';
import { formBody } from '../http/json-body.ts';

/** @returns what to show; `undefined` if the response is complete */
type Show = (token: string, ctx: Context) => Promise<Notice | string | undefined>;
export type AddPage = (path: string, method: 'GET' | 'POST', show: Show) => void;

interface OwnPages {
  renderOwnPage: (page: OwnPageDocument) => string;
  /** For a token that opens nothing, and for a reader who cannot come back by it. */
  left: Notice;
  /** For a reader who unsubscribed. */
  wayBack: (token: string) => Notice;
  /** For the links of a test email. */
  test: Notice;
}

/**
 * A reader's own page, and what its forms post to. The answer to a form that was saved is the page again, by its address,
 * so that reloading it sends nothing twice.
 */
export function ownPageRoutes(
  page: AddPage,
  { readers, autopilot, config }: Wordrise,
  pages: OwnPages,
): void {
  const { ownPage, links } = readers;
  const pathOf = (token: string) => `/preferences/${token}`;

  /** @param refused A form that was not saved, with what the reader entered. */
  async function show(token: string, ctx: Context, refused?: Refused): Promise<string | Notice> {
    if (links.isTest(token)) return pages.test;
    const stored = await ownPage.read(token);
    if (stored) {
      const done = `${ctx.query.saved}` as keyof typeof savedTexts;
      const saved = done === 'when' && stored.isPaused ? savedWhilePaused : savedTexts[done];
      const message = refused
        ? { text: refused.text, isError: true }
        : saved && { text: saved, isError: false };
      const view = refused ? filledIn(stored, refused) : stored;
      const usualTime = await autopilot.usualTime(view.today);
      return pages.renderOwnPage({ path: pathOf(token), view, message, usualTime, zones });
    }
    return (await ownPage.hasLeft(token)) ? pages.wayBack(token) : pages.left;
  }

  /** A form of the page: `save` throws what the reader should read. */
  function form(
    what: keyof typeof savedTexts,
    save: (form: URLSearchParams, token: string) => Promise<boolean>,
  ) {
    page(`/preferences/:token/${what}`, 'POST', async (token, ctx) => {
      let given: URLSearchParams | undefined;
      try {
        given = await formBody(ctx);
        if (!(await save(given, token))) return show(token, ctx);
      } catch (error) {
        const text = readable(error);
        if (text === undefined) throw error;
        ctx.status = 422;
        return show(token, ctx, { what, given, text });
      }
      ctx.status = 303;
      ctx.set('Location', `${basePath(config.publicUrl)}${pathOf(token)}?saved=${what}`);
      return '';
    });
  }

  page('/preferences/:token', 'GET', (token, ctx) => show(token, ctx));
  form('when', (given, token) => ownPage.changeTimes(token, timesOf(given)));
  form('pause', (given, token) => ownPage.pause(token, pauseOf(given)));
  form('about', (given, token) => ownPage.changeName(token, aboutOf(given)));
  form('words', (given, token) => ownPage.forgetWord(token, Number(given.get('word')) || 0));
  page('/preferences/:token/data', 'POST', async (token, ctx) => {
    const data = await ownPage.describe(token);
    if (!data) return show(token, ctx);
    ctx.attachment('about-me.json');
    ctx.type = 'application/json';
    ctx.body = `${JSON.stringify(data, undefined, 2)}\n`;
    return undefined;
  });
  page('/preferences/:token/reason', 'POST', async (token, ctx) => {
    const given = Object.fromEntries(await formBody(ctx).catch(() => new URLSearchParams()));
    const read = leavingInput.safeParse(given);
    if (read.success) await ownPage.giveReason(token, read.data);
    return {
      title: read.success ? 'Thank you' : 'You are unsubscribed',
      paragraphs: [`You will get no more emails from ${config.productName}.`],
      action: (await ownPage.hasLeft(token))
        ? { path: `/unsubscribe/${token}/undo`, label: 'Undo' }
        : undefined,
    };
  });
}

const savedTexts = {
  when: 'Saved. This is when your emails come from now on.',
  pause: 'Saved.',
  about: 'Saved.',
  words: 'The word is off your list.',
} as const;

const savedWhilePaused = 'Saved. This is when your emails come once your pause is over.';

interface Refused {
  what: keyof typeof savedTexts;
  /** `undefined` if the form could not be read. */
  given: URLSearchParams | undefined;
  /** Why, for the reader. */
  text: string;
}

/** The page with what the reader entered instead of what is stored, so that only the error needs fixing. */
function filledIn(view: OwnPageView, { what, given }: Refused): OwnPageView {
  if (!given) return view;
  if (what === 'about') return { ...view, ...aboutOf(given) };
  if (what !== 'when') return view;
  const { cadence, digestDay, weekdays: days, sendTime, timezone } = timesOf(given);
  const { preferences } = view;
  const entered: typeof preferences = {
    ...preferences,
    cadence: cadence ?? preferences.cadence,
    digestDay: digestDay === undefined ? preferences.digestDay : digestDay,
    weekdays: days,
    sendTime,
    // Only the page's own choices are shown again.
    timezone: timezone === null || zones.includes(timezone) ? timezone : preferences.timezone,
  };
  return { ...view, preferences: entered };
}

/** All that this server knows, in the order of the alphabet. */
const zones = listTimeZones();

type EnteredAbout = Pick<OwnPageView, 'firstName' | 'favoriteWord' | 'creditName'>;

function aboutOf(form: URLSearchParams): EnteredAbout {
  return {
    firstName: form.get('firstName') ?? '',
    favoriteWord: form.get('favoriteWord') ?? '',
    creditName: form.has('creditName'),
  };
}

function timesOf(form: URLSearchParams): OwnTimesInput {
  const chosen = form.getAll('weekdays');
  const digestDay = form.get('digestDay');
  return {
    cadence: cadences.find((cadence) => cadence === form.get('cadence')),
    digestDay: digestDay === '' ? null : weekdays.find((day) => day === digestDay),
    weekdays: weekdays.filter((day) => chosen.includes(day)),
    // Some browsers add the seconds.
    sendTime: form.get('sendTime')?.slice(0, 5) || null,
    timezone: form.get('timezone') || null,
  };
}

function pauseOf(form: URLSearchParams): OwnPause {
  const length = form.get('for');
  if (length === 'week' || length === 'month' || length === 'none') return length;
  return { until: form.get('until') ?? '' };
}

/** What was wrong with a form, for the person who sent it; `undefined` for a fault of our own. */
function readable(error: unknown): string | undefined {
  if (error instanceof z.ZodError) return error.issues[0]?.message;
  const isOfForm =
    error instanceof DomainError &&
    ['input.invalid', 'request.unreadable', 'request.too_large', 'request.timeout'].includes(error.code);
  if (isOfForm) return error.message;
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status < 500 ? 'The form could not be read. Please try again.' : undefined;
}

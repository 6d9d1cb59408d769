import type { Notice } from '@wordrise/admin-ui';
import type { Undone, Wordrise } from '@wordrise/core';
import type { Middleware } from 'koa';
import type { Api } from '../http/endpoint.ts';

export interface LinkPages {
  renderNotice: (notice: Notice) => string;
  /** Called after a reader confirmed. */
  onConfirmed?: (() => void) | undefined;
  onPageError: Middleware;
}

type Show = (token: string) => Promise<Notice>;

/**
 * The pages behind the links in emails. They need no login, no cookie and no script. Opening one changes nothing,
 * because mail scanners open every link; its button posts, and so do mail programs that offer one-click unsubscribing
 * (RFC 8058). The content of a POST does not matter: its address says everything.
 */
export function linkRoutes(api: Api, { readers, config }: Wordrise, pages: LinkPages): void {
  const { links } = readers;
  const name = config.productName;

  function page(path: string, method: 'GET' | 'POST', show: Show): void {
    api.router.register(
      path,
      [method],
      [
        withoutReferrer,
        pages.onPageError,
        async (ctx) => {
          const notice = await show(`${ctx.params.token}`.slice(0, 100));
          ctx.set('Cache-Control', 'no-store');
          ctx.type = 'text/html';
          ctx.body = pages.renderNotice(notice);
        },
      ],
    );
  }

  page('/unsubscribe/:token', 'GET', async (token) => {
    if (links.isTest(token)) return test;
    if (!(await links.isOnList(token))) return left;
    return {
      title: 'Unsubscribe',
      paragraphs: [`Do you want to stop the emails from ${name}?`],
      action: { path: `/unsubscribe/${token}`, label: 'Yes, unsubscribe' },
    };
  });
  page('/unsubscribe/:token', 'POST', async (token) => {
    if (links.isTest(token)) return test;
    await links.unsubscribe(token);
    return {
      title: 'You are unsubscribed',
      paragraphs: [`You will get no more emails from ${name}.`],
      action: { path: `/unsubscribe/${token}/undo`, label: 'Undo' },
    };
  });
  page('/unsubscribe/:token/undo', 'POST', async (token) => {
    const undone = await links.undoUnsubscribe(token);
    if (undone !== 'later') return afterUndo[undone];
    return { ...notYet, action: { path: `/unsubscribe/${token}/undo`, label: 'Try again' } };
  });
  page('/confirm/:token', 'GET', async (token) =>
    (await links.canConfirm(token))
      ? {
          title: 'Confirm your signup',
          paragraphs: [`Do you want to get one word a day from ${name}?`],
          action: { path: `/confirm/${token}`, label: 'Yes, confirm' },
        }
      : expired,
  );
  page('/confirm/:token', 'POST', async (token) => {
    if (!(await links.confirm(token))) return expired;
    pages.onConfirmed?.();
    return { title: 'You are on the list', paragraphs: ['Your first daily word will arrive soon.'] };
  });
}

/** The token is in the address. */
const withoutReferrer: Middleware = function withoutReferrer(ctx, next) {
  ctx.set('Referrer-Policy', 'no-referrer');
  return next();
};

/** Also shown for an unknown token, so that nobody can find out which tokens exist. */
const left: Notice = {
  title: 'You are not on the list',
  paragraphs: ['You get no emails from us. To get them, sign up on our home page.'],
  offersSignup: true,
};

const afterUndo: Record<Exclude<Undone, 'later'>, Notice> = {
  back: { title: 'You are back on the list', paragraphs: ['You will get the next word as before.'] },
  refused: {
    title: 'You are still off the list',
    paragraphs: [
      'The service that sends our emails can’t re-add someone who unsubscribed.',
      'To get the emails again, reply to one of them and say so.',
    ],
  },
  unknown: left,
};

const notYet: Notice = {
  title: 'You are not back on the list yet',
  paragraphs: ['The service that sends our emails is not responding. Please try again in a few minutes.'],
};

const test: Notice = {
  title: 'This was a test email',
  paragraphs: ['Its link does not take anybody off the list. In a reader’s email, it opens their own page.'],
};

const expired: Notice = {
  title: 'This link no longer works',
  paragraphs: [
    'It has been used, or it is older than a week.',
    'If you have already confirmed, there is nothing to do. If not, sign up again to get a new link.',
  ],
  offersSignup: true,
};

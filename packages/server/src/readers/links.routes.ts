import type { Notice, OwnPageDocument } from '@wordrise/admin-ui';
import {
  describeFirstWord,
  describeReturn,
  type LinkedSignup,
  type Undone,
  type Wordrise,
} from '@wordrise/core';
import { basePath } from '@wordrise/core/contract';
import type { Context, Middleware } from 'koa';
import type { Api } from '../http/endpoint.ts';
import { type AddPage, ownPageRoutes } from './own-page.routes.ts';

export interface LinkPages {
  renderNotice: (notice: Notice) => string;
  renderOwnPage: (page: OwnPageDocument) => string;
  /** Called after a reader confirmed. */
  onConfirmed?: (() => void) | undefined;
  asPage: Middleware;
}

/**
 * The pages behind the links in emails. They need no login, no cookie and no script. Opening one changes nothing,
 * because mail scanners open every link; its button posts, and so do mail programs that offer one-click unsubscribing
 * (RFC 8058). The content of a POST does not matter: its address says everything.
 */
export function linkRoutes(api: Api, wordrise: Wordrise, pages: LinkPages): void {
  const { readers, config } = wordrise;
  const { links } = readers;
  const name = config.productName;

  const page: AddPage = (path, method, show) => {
    api.router.register(
      path,
      [method],
      [
        withoutReferrer,
        pages.asPage,
        async (ctx) => {
          ctx.set('Cache-Control', 'no-store');
          ctx.set('X-Robots-Tag', 'noindex');
          const shown = await show(`${ctx.params.token}`.slice(0, 100), ctx);
          if (shown === undefined) return;
          ctx.type = 'text/html';
          ctx.body = typeof shown === 'string' ? shown : pages.renderNotice(shown);
        },
      ],
    );
  };

  function seeOther(ctx: Context, path: string): string {
    ctx.status = 303;
    ctx.set('Location', `${basePath(config.publicUrl)}${path}`);
    return '';
  }

  /** Both links of an earlier email lead a reader who has left back. */
  const wayBack = (token: string): Notice => ({
    title: 'You are not on the list',
    paragraphs: [`You get no emails from ${name} at the moment. Do you want them again?`],
    action: { path: `/unsubscribe/${token}/undo`, label: 'Yes, come back' },
  });

  page('/unsubscribe/:token', 'GET', async (token) => {
    if (links.isTest(token)) return test;
    if (!(await links.isOnList(token))) return (await readers.ownPage.hasLeft(token)) ? wayBack(token) : left;
    return {
      title: 'Unsubscribe',
      paragraphs: [`Do you want to stop the emails from ${name}?`],
      action: { path: `/unsubscribe/${token}`, label: 'Yes, unsubscribe' },
      link: (await readers.ownPage.read(token)) && {
        path: `/preferences/${token}`,
        label: 'Change how often instead',
      },
    };
  });
  page('/unsubscribe/:token', 'POST', async (token) => {
    if (links.isTest(token)) return test;
    await links.unsubscribe(token);
    // An unknown token gets the same answer (RFC 8058), but there is nothing to undo.
    const hasLeft = await readers.ownPage.hasLeft(token);
    return {
      title: 'You are unsubscribed',
      paragraphs: [`You will get no more emails from ${name}.`],
      action: hasLeft ? { path: `/unsubscribe/${token}/undo`, label: 'Undo' } : undefined,
      asksWhyAt: hasLeft ? `/preferences/${token}/reason` : undefined,
    };
  });
  page('/unsubscribe/:token/undo', 'POST', async (token) => {
    const undone = await links.undoUnsubscribe(token);
    if (undone === 'back') {
      const own = await readers.ownPage.read(token);
      return {
        title: 'You are back on the list',
        paragraphs: [describeReturn(own)],
        link: own && { path: `/preferences/${token}`, label: 'Change how often' },
      };
    }
    if (undone !== 'later') return afterUndo[undone];
    return { ...notYet, action: { path: `/unsubscribe/${token}/undo`, label: 'Try again' } };
  });
  // A browser that restores a tab asks for the address that a form was posted to.
  page('/unsubscribe/:token/undo', 'GET', async (token, ctx) =>
    seeOther(ctx, `${(await readers.ownPage.read(token)) ? '/preferences' : '/unsubscribe'}/${token}`),
  );
  page('/preferences/:token/:form', 'GET', async (token, ctx) => seeOther(ctx, `/preferences/${token}`));
  async function describeSignup(token: string, signup: LinkedSignup | undefined): Promise<Notice> {
    if (signup?.state === 'left') return wayBack(signup.mailToken);
    if (signup?.state === 'unconfirmed')
      return {
        title: 'Confirm your signup',
        paragraphs: [`Do you want to get one word a day from ${name}?`],
        action: { path: `/confirm/${token}`, label: 'Yes, confirm' },
      };
    if (!signup) return expired;
    const first = await wordrise.firstWord(signup.timezone);
    return { title: 'You are on the list', paragraphs: [describeFirstWord(first)] };
  }
  page('/confirm/:token', 'GET', async (token) => describeSignup(token, await links.signup(token)));
  page('/confirm/:token', 'POST', async (token) => {
    const signup = await links.confirm(token);
    if (signup?.state === 'confirmed') pages.onConfirmed?.();
    return describeSignup(token, signup);
  });
  ownPageRoutes(page, wordrise, { renderOwnPage: pages.renderOwnPage, left, wayBack, test });
}

/** The token is in the address. */
const withoutReferrer: Middleware = function withoutReferrer(ctx, next) {
  ctx.set('Referrer-Policy', 'no-referrer');
  return next();
};

/** Also shown for an unknown token, so that nobody can find out which tokens exist. */
const left: Notice = {
  title: 'You are not on the list',
  paragraphs: [
    'You get no emails from us. To get them, sign up on our home page.',
    'If emails still arrive, this link is not complete. Please open it from the latest email.',
  ],
  offersSignup: true,
};

const afterUndo: Record<Exclude<Undone, 'back' | 'later'>, Notice> = {
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
  paragraphs: ['Its links change nothing. In a reader’s email, they open pages of their own.'],
};

const expired: Notice = {
  title: 'This link no longer works',
  paragraphs: [
    'It has been used, or it is older than a week.',
    'If you get the emails, there is nothing to do. If not, sign up again to get a new link.',
  ],
  offersSignup: true,
};

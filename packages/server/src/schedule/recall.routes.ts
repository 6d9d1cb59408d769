import type { Notice } from '@wordrise/admin-ui';
import type { Wordrise } from '@wordrise/core';
import {
  previewRecallKey,
  type RecallPageView,
  recallAnswers,
  recallDays,
  recallPath,
} from '@wordrise/core/contract';
import type { Middleware } from 'koa';
import type { Api } from '../http/endpoint.ts';
import { formBody } from '../http/json-body.ts';

interface RecallPages {
  renderRecall: (page: RecallPageView) => string;
  renderNotice: (notice: Notice) => string;
  onPageError: Middleware;
}

/**
 * The page of an earlier word: without login, cookie and script, and without anything that says who opens it. Opening it
 * changes nothing; its two buttons post.
 */
export function recallRoutes(
  { router }: Api,
  { recall }: Wordrise,
  { renderRecall, renderNotice, onPageError }: RecallPages,
): void {
  router.register(
    recallPath(':key', ':days'),
    ['GET', 'POST'],
    [
      onPageError,
      async (ctx) => {
        ctx.set('Cache-Control', 'no-store');
        ctx.set('X-Robots-Tag', 'noindex');
        const key = `${ctx.params.key}`;
        const days = recallDays.find((each) => `${each}` === ctx.params.days);
        // A form that cannot be read has no answer.
        const form = ctx.method === 'POST' && (await formBody(ctx).catch(() => undefined));
        const answer = form ? recallAnswers.find((each) => each === form.get('answer')) : undefined;
        const page =
          days &&
          (answer
            ? await recall.answer(key, days, { answer, address: ctx.ip })
            : await recall.read(key, days));
        ctx.status = page ? 200 : 404;
        ctx.type = 'text/html';
        ctx.body = page ? renderRecall(page) : renderNotice(key === previewRecallKey ? preview : unknown);
      },
    ],
  );
}

const unknown: Notice = {
  title: 'There is no such word',
  paragraphs: ['Open it with the link in your email.'],
};

const preview: Notice = {
  title: 'This is a preview',
  paragraphs: ['In an email to readers, this link opens the earlier word with what it means.'],
};

import type { Notice } from '@wordrise/admin-ui';
import type { Wordrise } from '@wordrise/core';
import {
  previewRecallKey,
  type RecallPageView,
  recallAnswers,
  recallOccasions,
  recallPath,
} from '@wordrise/core/contract';
import type { Middleware } from 'koa';
import type { Api } from '../http/endpoint.ts';
import { formBody } from '../http/json-body.ts';

interface RecallPages {
  renderRecall: (page: RecallPageView) => string;
  renderNotice: (notice: Notice) => string;
  asPage: Middleware;
}

/**
 * The page of an earlier word: without login, cookie and script. Opening it changes nothing and is not recorded, even if
 * its address says who the reader is; its two buttons post.
 */
export function recallRoutes(
  { router }: Api,
  { recall }: Wordrise,
  { renderRecall, renderNotice, asPage }: RecallPages,
): void {
  const show: Middleware = async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Robots-Tag', 'noindex');
    const { key = '', token } = ctx.params as Record<string, string | undefined>;
    const occasion = recallOccasions.find((each) => `${each}` === ctx.params.occasion);
    // A form that cannot be read has no answer.
    const form = ctx.method === 'POST' && (await formBody(ctx).catch(() => undefined));
    const answer = form ? recallAnswers.find((each) => each === form.get('answer')) : undefined;
    const address = occasion && { key, occasion, token };
    const page =
      address &&
      (answer ? await recall.answer(address, { answer, address: ctx.ip }) : await recall.read(address));
    ctx.status = page ? 200 : 404;
    ctx.type = 'text/html';
    ctx.body = page ? renderRecall(page) : renderNotice(key === previewRecallKey ? preview : unknown);
  };
  for (const token of [undefined, ':token']) {
    const path = recallPath(':key', ':occasion', token);
    router.register(path, ['GET', 'POST'], [withoutReferrer, asPage, show]);
  }
}

/** Who the reader is may be in the address. */
const withoutReferrer: Middleware = function withoutReferrer(ctx, next) {
  ctx.set('Referrer-Policy', 'no-referrer');
  return next();
};

const unknown: Notice = {
  title: 'There is no such word',
  paragraphs: ['Open it with the link in your email.'],
};

const preview: Notice = {
  title: 'This is a preview',
  paragraphs: ['In an email to readers, this link opens the earlier word with what it means.'],
};

import type { Notice } from '@wordrise/admin-ui';
import type { Wordrise } from '@wordrise/core';
import { type QuizPageView, quizPath } from '@wordrise/core/contract';
import type { Context, Middleware } from 'koa';
import type { Api } from '../http/endpoint.ts';
import { formBody } from '../http/json-body.ts';

interface QuizPages {
  renderQuiz: (page: QuizPageView) => string;
  renderNotice: (notice: Notice) => string;
  asPage: Middleware;
}

/**
 * The quiz of a weekly email: without login, cookie and script, and without anything that says who answers. Opening it
 * changes nothing; its form posts, and the answer shows what is right.
 */
export function quizRoutes(
  { router }: Api,
  { quiz }: Wordrise,
  { renderQuiz, renderNotice, asPage }: QuizPages,
): void {
  function page(
    method: 'GET' | 'POST',
    find: (ctx: Context, key: string) => Promise<QuizPageView | undefined>,
  ) {
    router.register(
      quizPath(':key'),
      [method],
      [
        asPage,
        async (ctx) => {
          ctx.set('Cache-Control', 'no-store');
          ctx.set('X-Robots-Tag', 'noindex');
          const found = await find(ctx, `${ctx.params.key}`);
          ctx.status = found ? 200 : 404;
          ctx.type = 'text/html';
          ctx.body = found ? renderQuiz(found) : renderNotice(unknown);
        },
      ],
    );
  }
  page('GET', (_ctx, key) => quiz.read(key));
  page('POST', async (ctx, key) => {
    // A form that cannot be read has no answers.
    const form = await formBody(ctx).catch(() => new URLSearchParams());
    const chosen: (number | undefined)[] = [];
    for (const [name, value] of form) {
      const [, question] = /^q(\d)$/.exec(name) ?? [];
      if (question && /^\d$/.test(value)) chosen[Number(question)] = Number(value);
    }
    return quiz.answer(key, chosen, ctx.ip);
  });
}

const unknown: Notice = {
  title: 'There is no such quiz',
  paragraphs: ['Open it with the link in your email.'],
};

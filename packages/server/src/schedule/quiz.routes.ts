import type { Notice } from '@wordrise/admin-ui';
import type { Wordrise } from '@wordrise/core';
import { basePath, type QuizPageView, quizPath } from '@wordrise/core/contract';
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
 * changes nothing; its form posts, and leads to the page that shows what is right, so that reloading it counts nothing.
 */
export function quizRoutes(
  { router }: Api,
  { quiz, config }: Wordrise,
  { renderQuiz, renderNotice, asPage }: QuizPages,
): void {
  function page(method: 'GET' | 'POST', find: FindQuiz) {
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
          if (method === 'GET' || !found) return;
          if (found.isIncomplete) ctx.status = 422;
          else leadTo(ctx, found);
        },
      ],
    );
  }
  function leadTo(ctx: Context, { path, questions }: QuizPageView) {
    const choices = new URLSearchParams(questions.map(({ chosen }, nth) => [`q${nth}`, `${chosen}`]));
    ctx.status = 303;
    ctx.set('Location', `${basePath(config.publicUrl)}${path}?${choices}`);
    ctx.body = '';
  }
  page('GET', (ctx, key) => quiz.read(key, choicesIn(new URLSearchParams(ctx.querystring))));
  // A form that cannot be read has no answers.
  page('POST', async (ctx, key) =>
    quiz.answer(key, choicesIn(await formBody(ctx).catch(() => new URLSearchParams())), ctx.ip),
  );
}

type FindQuiz = (ctx: Context, key: string) => Promise<QuizPageView | undefined>;

/** For each question, the number of the choice. */
function choicesIn(form: URLSearchParams): (number | undefined)[] {
  const chosen: (number | undefined)[] = [];
  for (const [name, value] of form) {
    const [, question] = /^q(\d)$/.exec(name) ?? [];
    if (question && /^\d$/.test(value)) chosen[Number(question)] = Number(value);
  }
  return chosen;
}

const unknown: Notice = {
  title: 'There is no such quiz',
  paragraphs: ['Open it with the link in your email.'],
};

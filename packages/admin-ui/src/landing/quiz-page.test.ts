import type { QuizPageView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { renderQuizDocument } from './quiz-page.tsx';

const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };
const assets = { script: '/assets/landing.js', styles: ['/assets/landing.css'], fonts: [] };
const question = { choices: ['lull', 'gait'], answer: undefined };
const quiz: QuizPageView = {
  path: '/quiz/0123456789abcdef',
  day: '2026-12-06',
  questions: [
    { ...question, pieces: ['The ', ' was welcome.'], chosen: undefined },
    { ...question, pieces: ['An odd ', '.'], chosen: 1 },
  ],
  isIncomplete: false,
};
const render = (page: QuizPageView) =>
  new DOMParser().parseFromString(renderQuizDocument(config, assets, page), 'text/html');

test('a browser asks for a word for each sentence', () => {
  const page = render(quiz);
  expect([...page.querySelectorAll('input')].every(({ required }) => required)).toBe(true);
  expect(page.querySelector('[role=alert]')).toBeNull();
  expect(page.title).toBe('Which word fits? · Wordrise');
});

test('an incomplete form comes back with what was chosen, and shows no solution', () => {
  const page = render({ ...quiz, isIncomplete: true });
  expect(page.title).toBe('Error: Which word fits? · Wordrise');
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Choose a word for each sentence.');
  expect([...page.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(page.querySelector('button')?.textContent).toBe('Check my answers');
});

test('the answer shows the word as its example has it', () => {
  const answer = { chosen: 'gait', word: 'light', definition: 'To set on fire.', path: undefined };
  const page = render({
    ...quiz,
    questions: [
      {
        pieces: ['“', ' them!” they said, and ', ' one.'],
        choices: ['gait', 'light'],
        chosen: 0,
        answer: { ...answer, forms: ['Light', 'lit'] },
      },
    ],
  });
  expect(page.querySelector('legend')?.textContent).toBe('1. “Light them!” they said, and lit one.');
  expect(page.querySelector('form')?.textContent).toContain('The word is light.');
});

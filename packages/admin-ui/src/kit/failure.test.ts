import { expect, test } from 'vitest';
import { ApiError, NetworkError } from './api.ts';
import { failure, formFailure } from './failure.tsx';

const refused = (answer: object) => new ApiError(409, 'Conflict', JSON.stringify(answer));

test.each([
  {
    why: 'the server’s message',
    error: refused({ message: 'There is one already.', code: 'word.exists' }),
    description: 'There is one already.',
  },
  {
    why: 'what to do if the server gave none',
    error: new ApiError(502, 'Bad Gateway', '<html>'),
    description: 'The server gave no reason. Please try again.',
  },
  {
    why: 'that the server could not be reached',
    error: new NetworkError('Failed to fetch'),
    description: 'The server could not be reached. Check the connection and try again.',
  },
  {
    why: 'that the answer could not be read',
    error: new SyntaxError('Unexpected token'),
    description: 'The server’s answer could not be read. Please try again.',
  },
])('says $why', ({ error, description }) => {
  expect(failure('Failed to add word', error)).toEqual({ title: 'Failed to add word', description });
  expect(formFailure('Failed to add word', error)).toEqual({ title: 'Failed to add word', description });
});

test('leaves the reason to the fields of a form', () => {
  const error = refused({ message: 'No.', code: 'word.exists', fields: { word: ['Exists'] } });
  expect(formFailure('Failed to add word', error)).toEqual({ title: 'Failed to add word' });
});

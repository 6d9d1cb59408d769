import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderAlone } from '../testing/render-app.tsx';
import { LetterFilter, SearchBox } from './list-tools.tsx';

/** As on the pages: search and letter exclude each other. */
function Filters({ asked, pauseMs }: { asked: string[]; pauseMs: number }) {
  const [search, setSearch] = useState('');
  const [letter, setLetter] = useState('');
  return (
    <>
      <SearchBox
        label="Search words"
        pauseMs={pauseMs}
        value={search}
        onSearch={(text) => {
          asked.push(`search ${text}`);
          setSearch(text);
          setLetter('');
        }}
      />
      <LetterFilter
        value={letter}
        onChange={(next) => {
          asked.push(`letter ${next}`);
          setLetter(next);
          setSearch('');
        }}
      />
    </>
  );
}

const never = 3_600_000;
const field = () => screen.getByRole('searchbox', { name: 'Search words' }) as HTMLInputElement;

test('searches once typing pauses, not at every key', () => {
  const asked: string[] = [];
  renderAlone(<Filters asked={asked} pauseMs={250} />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const value of ['p', 'pe', 'pet']) {
    fireEvent.change(field(), { target: { value } });
    act(() => vi.advanceTimersByTime(249));
  }
  expect(asked).toEqual([]);
  act(() => vi.advanceTimersByTime(1));
  expect(asked).toEqual(['search pet']);
});

test('searches at once on Enter and when cleared', async () => {
  const asked: string[] = [];
  const { user } = renderAlone(<Filters asked={asked} pauseMs={never} />);
  await user.type(field(), ' petri {Enter}');
  expect(asked).toEqual(['search petri']);

  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(asked).toEqual(['search petri', 'search ']);
  expect(field().value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(field()));
});

test('a trailing space stays while results arrive', async () => {
  const { user } = renderAlone(<Filters asked={[]} pauseMs={never} />);
  await user.type(field(), 'new {Enter}');
  expect(field().value).toBe('new ');
});

test('a letter chosen in the middle of typing wins and clears the search', async () => {
  const asked: string[] = [];
  const { user } = renderAlone(<Filters asked={asked} pauseMs={never} />);
  await user.type(field(), 'petri');
  await user.click(screen.getByRole('button', { name: 'P' }));

  expect(asked).toEqual(['search petri', 'letter p']);
  expect(field().value).toBe('');
  expect(screen.getByRole('button', { name: 'P', pressed: true })).toBeDefined();
});

test('a search clears the letter', async () => {
  const { user } = renderAlone(<Filters asked={[]} pauseMs={never} />);
  await user.click(screen.getByRole('button', { name: 'P' }));
  await user.type(field(), 'x{Enter}');
  expect(screen.getByRole('button', { name: 'All', pressed: true })).toBeDefined();
});

test('offers All and the whole alphabet', () => {
  renderAlone(<LetterFilter value="" onChange={() => {}} />);
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names.join('')).toBe('AllABCDEFGHIJKLMNOPQRSTUVWXYZ');
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAlone } from '../testing/render-app.tsx';
import { Pager } from './list-tools.tsx';

const disabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

test.each([
  { page: 1, hasMore: true, previous: true, next: false },
  { page: 2, hasMore: true, previous: false, next: false },
  { page: 2, hasMore: false, previous: false, next: true },
  { page: 1, hasMore: false, previous: true, next: true },
])('page $page, more: $hasMore', ({ page, hasMore, previous, next }) => {
  renderAlone(<Pager label="Word pages" page={page} hasMore={hasMore} summary="" onPage={() => {}} />);
  expect({ previous: disabled('Previous'), next: disabled('Next') }).toEqual({ previous, next });
});

test('turns to the previous and next page', async () => {
  const pages: number[] = [];
  const { user } = renderAlone(
    <Pager
      label="Word pages"
      page={2}
      hasMore
      summary="Showing 51 to 100 of 120 words"
      position="Page 2 of 3"
      onPage={(page) => pages.push(page)}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(pages).toEqual([1, 3]);
  expect(screen.getByText('Showing 51 to 100 of 120 words').getAttribute('role')).toBe('status');
});

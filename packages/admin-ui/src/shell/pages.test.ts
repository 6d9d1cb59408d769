import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { createRoutes } from './app.tsx';
import { pagePaths } from './pages.ts';

test('the list for the server names exactly the pages of the router', () => {
  expect(pagePaths.toSorted()).toEqual(pathsOf(createRoutes()).toSorted());
});

/** Pages are leaves; the catch-all for unknown paths is not a page. */
function pathsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => {
    if (children) return pathsOf(children);
    return path === undefined || path === '*' ? [] : [path];
  });
}

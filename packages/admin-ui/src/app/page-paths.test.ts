import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { pagePaths } from './page-paths.ts';
import { createRoutes } from './routes.tsx';

test('the list for the server names exactly the pages of the router', () => {
  expect(pagePaths.toSorted()).toEqual(pathsOf(createRoutes(), '').toSorted());
});

/** A page is what stands at the end of a branch; the last resort for unknown paths is none. */
function pathsOf(routes: RouteObject[], parent: string): string[] {
  return routes.flatMap(({ path, children }) => {
    const here = path === undefined ? parent : `${parent}/${path}`;
    if (children) return pathsOf(children, here);
    return path === '*' ? [] : [here];
  });
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

// The package's own source is two and a half times as long, and each document reads it again.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Accessibility violations on the page and in its frames, as `rule in element: reason`.
 *
 * @param only The rules to check. By default those that axe enables, and the size of targets.
 * @param within A selector of the elements to check; by default all of them.
 */
export async function axeFindings(page: Page, only?: string[], within = ':root'): Promise<string[]> {
  // axe would report the colors of an unfinished transition.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const running = [document, ...roots].flatMap((root) => root.getAnimations());
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  for (const frame of page.frames()) {
    // It stays until the frame shows another document. To read it again would cost as much as to check a page.
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  }
  const options: RunOptions = {
    resultTypes: ['violations'],
    // No enabled rule needs the style sheets, which it would read again and add to the page.
    preload: { assets: ['media'] },
    // A frame that does not answer within half a second would be left out; axe is in all of them.
    pingWaitTime: 0,
    ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  };
  // Only the violations leave the page: AxeBuilder sends the details of every check, and takes four times as long.
  return page.evaluate(
    async ([within, options]) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(within, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id} in ${html.slice(0, 300)}: ${failureSummary}`),
      );
    },
    [within, options] as const,
  );
}

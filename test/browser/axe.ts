import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The serious and critical findings of an accessibility check on a page: the rule, and where.
 * @param within a part of the page, by CSS; while a popup is open the rest is hidden from screen readers on purpose
 */
export async function seriousProblems(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${script}; undefined`);
  // Colors in transition are too faint for a moment.
  await page.evaluate(`Promise.allSettled(${finite}.map(({ finished }) => finished)).then(() => undefined)`);
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}

/** The animations of a page that end. */
const finite = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)`;

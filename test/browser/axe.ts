import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What a check for accessibility finds on a page that is serious or critical: the rule, and where.
 * @param within a part of the page, by CSS; while a popup is open the rest is hidden from screen readers on purpose
 */
export async function seriousProblems(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(`${script}; undefined`);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(within)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}

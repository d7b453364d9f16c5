import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { between } from './page-marks.ts';

const root = path.join(import.meta.dirname, '..');
const read = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** A number in the README, and the table row that contains its source. */
interface Quoted {
  readonly what: string;
  readonly page: string;
  readonly link: string;
  /** The row, with the number as its only group. */
  readonly row: RegExp;
}

const numbers: readonly Quoted[] = [
  {
    what: 'Time from a cold start to the acknowledgement, relative to Bolt’s own Lambda example',
    page: 'docs/performance.md',
    link: 'performance',
    row: /^\| Bolt’s Lambda example, unbundled: .* \| (\d\.\d\d ×) \| [^|]+ \|$/m,
  },
  {
    what: 'Cost on AWS of a month with 1,000 commands, without the free tiers',
    page: 'docs/cost.md',
    link: 'cost',
    row: /^\| \*\*total\*\* \| \*\*(\$[\d.,]+)\*\* /m,
  },
  {
    what: 'Faults that the chaos tests inject into calls of the built functions, without a broken promise',
    page: 'docs/reliability.md',
    link: 'reliability',
    row: /^\| faults \| faults injected \| ([\d,]+) \|$/m,
  },
];

/**
 * Updates the numbers in the README from their pages.
 * @throws Error if a page lacks the row of a number
 */
export function withNumbers(readme: string): string {
  const rows = numbers.map(({ what, page, link, row }) => {
    const number = row.exec(read(page))?.[1];
    if (number === undefined) throw new Error(`${page} has no row with this number of the README: ${what}`);
    return `| ${what} | **${number}** | [${link}](${page}) |`;
  });
  return between(
    readme,
    'numbers',
    ['| what | measured | read more |', '| --- | ---: | --- |', ...rows].join('\n'),
  );
}

/** Writes the numbers into README.md. A script that measures one of them calls this after it has updated its page. */
export function updateReadme(): void {
  writeFileSync(path.join(root, 'README.md'), withNumbers(read('README.md')));
}

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { between } from './page-marks.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** A question that the README answers, its answer in Markdown, and the page with the number: the only group of a row. */
type Quoted = readonly [question: string, answer: (number: string) => string, page: string, row: RegExp];

const numbers: readonly Quoted[] = [
  [
    'What does it cost?',
    (cost) => `[${cost} a month](docs/cost.md) with 1,000 commands, without the free tiers of AWS.`,
    'docs/cost.md',
    /^\| \*\*total\*\* \| \*\*(\$[\d.,]+)\*\* /m,
  ],
  [
    'Is it fast enough for Slack?',
    (ratio) =>
      `Yes: from a cold start it [acknowledges](docs/performance.md) in ${ratio} the time of Bolt’s own Lambda example.`,
    'docs/performance.md',
    /^\| Bolt’s Lambda example, unbundled: .* \| (\d\.\d\d ×) \| [^|]+ \|$/m,
  ],
  [
    'Can it send a change twice?',
    (faults) =>
      `Not in [${faults} injected faults](docs/reliability.md): lost answers, dead workers, an AWS that fails.`,
    'docs/reliability.md',
    /^\| faults \| faults injected \| ([\d,]+) \|$/m,
  ],
];

/**
 * Updates the numbers in the README from their pages.
 * @throws Error if a page lacks the row of a number
 */
export function withNumbers(readme: string): string {
  const rows = numbers.map(([question, answer, page, row]) => {
    const number = row.exec(read(page))?.[1];
    if (number === undefined)
      throw new Error(`${page} has no row with this number of the README: ${question}`);
    return `| ${question} | ${answer(number)} |`;
  });
  return between(readme, 'numbers', ['| question | answer |', '| --- | --- |', ...rows].join('\n'));
}

/** Writes the numbers into README.md. A script that measures one of them calls this after it has updated its page. */
export function updateReadme(): void {
  writeFileSync(path.join(root, 'README.md'), withNumbers(read('README.md')));
}

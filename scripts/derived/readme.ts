import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { between } from './page-marks.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** A question that the README answers with a number, and the table row that contains its source. */
interface Quoted {
  readonly question: string;
  readonly answer: (number: string) => string;
  readonly page: string;
  /** The row, with the number as its only group. */
  readonly row: RegExp;
}

const numbers: readonly Quoted[] = [
  {
    question: 'What does it cost?',
    answer: (cost) => `[${cost} a month](docs/cost.md) with 1,000 commands, without the free tiers of AWS.`,
    page: 'docs/cost.md',
    row: /^\| \*\*total\*\* \| \*\*(\$[\d.,]+)\*\* /m,
  },
  {
    question: 'Is it fast enough for Slack?',
    answer: (ratio) =>
      `Yes: from a cold start it [acknowledges](docs/performance.md) in ${ratio} the time of Bolt’s own Lambda example.`,
    page: 'docs/performance.md',
    row: /^\| Bolt’s Lambda example, unbundled: .* \| (\d\.\d\d ×) \| [^|]+ \|$/m,
  },
  {
    question: 'Can it send a change twice?',
    answer: (faults) =>
      `Not in [${faults} injected faults](docs/reliability.md): lost answers, dead workers, an AWS that fails.`,
    page: 'docs/reliability.md',
    row: /^\| faults \| faults injected \| ([\d,]+) \|$/m,
  },
];

/**
 * Updates the numbers in the README from their pages.
 * @throws Error if a page lacks the row of a number
 */
export function withNumbers(readme: string): string {
  const rows = numbers.map(({ question, answer, page, row }) => {
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

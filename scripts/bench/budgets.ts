import { figure, table } from './figures.ts';

/** A goal of the design, with what was measured in this run. */
export interface Budget {
  readonly what: string;
  /** Neither the measure nor the bar has a unit where it is a ratio. */
  readonly measured: number;
  readonly bar: number;
  readonly unit?: string;
}

const amount = (value: number, unit = '×'): string =>
  `${unit === '×' ? value.toFixed(2) : figure(value)} ${unit}`.trim();

/** Each budget with its bar, and whether it is met. */
export const budgetTable = (budgets: readonly Budget[]): string =>
  table(
    ['budget', 'measured', 'at most', 'met'],
    budgets.map(({ what, measured, bar, unit }) => [
      what,
      amount(measured, unit),
      amount(bar, unit),
      measured <= bar ? 'yes' : '**no**',
    ]),
  );

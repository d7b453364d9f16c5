import { figure, table } from '../derived/figures.ts';

/** A design goal, with the value that this run measured. */
export interface Budget {
  readonly what: string;
  /** A ratio has no unit. */
  readonly measured: number;
  readonly bar: number;
  readonly unit?: string;
}

const amount = (value: number, unit = '×'): string =>
  `${unit === '×' ? value.toFixed(2) : figure(value)} ${unit}`.trim();

/** Lists each budget with its limit, and whether it is met. */
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

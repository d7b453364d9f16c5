import { figure, table } from '../derived/figures.ts';

/** A design goal: what this run measured, and what it may be at most. Without a unit, both are ratios. */
export type Budget = readonly [what: string, measured: number, most: number, unit?: string];

/** What a measurement adds to the page: the text of its section, and the budgets that it checks. */
export interface Section {
  readonly text: string;
  readonly budgets?: readonly Budget[];
}

const amount = (value: number, unit = '×'): string =>
  `${unit === '×' ? value.toFixed(2) : figure(value)} ${unit}`;

export const budgetTable = (budgets: readonly Budget[]): string =>
  table(
    ['budget', 'measured', 'at most', 'met'],
    budgets.map(([what, measured, most, unit]) => [
      what,
      amount(measured, unit),
      amount(most, unit),
      measured <= most ? 'yes' : '**no**',
    ]),
  );

import {
  type Answer,
  bold,
  chart,
  commandButton,
  type Inline,
  item,
  context as smallPrint,
} from '../answer/answer.ts';
import { dollars } from '../answer/dollars.ts';
import { capitalize } from '../core/capitalize.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Context } from '../operations/context/context.ts';
import { totalOf } from '../operations/invoices/invoice-sums.ts';
import { change, estimate, findInvoice } from '../operations/invoices/month-cost.ts';
import { monthsBack, nameMonth } from '../operations/invoices/months.ts';

/** Number of months in the chart, including the current one. */
const shownMonths = 6;

/** The cost of a month. `total` in cents; undefined if there is no estimate for the month. */
interface MonthCost {
  readonly name: string;
  readonly total: number | undefined;
  /** Whether there is an estimate that can't be read. */
  readonly isUnread: boolean;
}

/** Renders the estimated cost of the current month so far, compared with the previous month, and a chart of the last months. */
export async function cost(context: Pick<Context, 'service' | 'clock'>): Promise<Answer> {
  const months = Array.from({ length: shownMonths }, (_, back) => monthsBack(context.clock, back));
  const costs = await Promise.all(
    months.map(async (month, back): Promise<MonthCost> => {
      const invoice = findInvoice(month, context);
      // The chart can lack earlier months; the summary needs this month and the one before.
      const found = await (back < 2 ? invoice : invoice.catch(() => undefined));
      const total = found && totalOf(found);
      return { name: nameMonth(month), total, isUnread: found !== undefined && total === undefined };
    }),
  );
  return [
    item(summary(costs), commandButton('Show Trend', commandWords('invoice.trend'))),
    ...history(costs),
    smallPrint(`${capitalize(estimate)} · the current month is not over`),
  ];
}

/** Summarizes the cost: "$10,663.00 in November 2026 so far · $50.00 (<1%) more than October 2026". */
function summary([now, then]: readonly MonthCost[]): readonly Inline[] {
  if (now?.total === undefined) {
    const before = then?.total === undefined ? '' : ` ${then.name}: ${dollars(then.total)}.`;
    const name = now?.name ?? 'this month';
    return [
      now?.isUnread
        ? `Skydesk couldn’t read the estimate for ${name}.${before}`
        : `No estimate for ${name} yet.${before}`,
    ];
  }
  return [
    bold(dollars(now.total)),
    ` in ${now.name} so far`,
    ...(then?.total === undefined ? [] : [' · ', ...change(now.total, then.total, then.name)]),
  ];
}

/** Renders a chart of the months with an estimate, oldest first; empty if there is nothing to compare. */
function history(months: readonly MonthCost[]): Answer {
  const known = months
    .flatMap(({ name, total }) =>
      total === undefined ? [] : [{ label: name.slice(0, 3), dollars: total / 100 }],
    )
    .reverse();
  if (known.length < 2) return [];
  return [
    chart({
      title: 'Estimated cost by month',
      labels: known.map(({ label }) => label),
      series: [{ name: 'Total', values: known.map(({ dollars }) => dollars) }],
      unit: '$',
    }),
  ];
}

import { type Answer, buttons, commandButton, facts, note } from '../core/answer.ts';
import { commandWords } from '../operations/shared/command-link.ts';
import type { Context } from '../operations/shared/context.ts';
import { type Sums, sums } from '../operations/shared/invoice-sums.ts';
import { change, estimate, findInvoice, total } from '../operations/shared/month-cost.ts';
import { before, monthsBack, nameMonth } from '../operations/shared/months.ts';

/** Estimated cost of the current month so far, compared with the previous month. */
export async function cost(context: Pick<Context, 'service' | 'clock'>): Promise<Answer> {
  const month = monthsBack(context.clock, 0);
  const months = [month, before(month)];
  const [now, then] = (await Promise.all(months.map((each) => findInvoice(each, context)))).map(
    (invoice) => invoice && sums(invoice),
  );
  const [name, nameBefore] = months.map(nameMonth);
  const amount = (of: Sums | undefined) => (of ? total(of) : 'There is no estimate.');
  return [
    facts({
      [`Estimated for ${name} so far`]: amount(now),
      [`Estimated for ${nameBefore}`]: amount(then),
      Difference: now && then && change(now.total, then.total, String(nameBefore)),
    }),
    note(`This is ${estimate}. This month is not over.`),
    buttons(
      commandButton('This month', commandWords('invoice')),
      commandButton('Trend', commandWords('invoice.trend')),
    ),
  ];
}

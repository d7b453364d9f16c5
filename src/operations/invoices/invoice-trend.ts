import { buttons, chart, commandButton, context, heading, money, note, table } from '../../answer/answer.ts';
import { capitalize } from '../../core/capitalize.ts';
import { unknown } from '../../core/unknown-text.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { billingViewers } from '../context/roles.ts';
import { alias, number } from '../fields/index.ts';
import { sums, totalOf } from './invoice-sums.ts';
import { estimate, findInvoice } from './month-cost.ts';
import { monthsBack, nameMonth } from './months.ts';

/** Formats a total in cents. */
const inDollars = (total: number | undefined) => (total === undefined ? unknown : money(total));

export const invoiceTrend = defineOperation({
  id: 'invoice.trend',
  summary: 'Show what the last months cost',
  example: 'invoice trend 3',
  fields: {
    months: optional(number({ label: 'Months', at: 0, min: 2, max: 20, example: '12' })),
    pricing: optional(alias({ label: 'Billing account', example: 'PARENT' })),
  },
  risk: 'reads',
  roles: billingViewers,
  async run({ months = 12, pricing }, context) {
    const wanted = Array.from({ length: months }, (_, at) => monthsBack(context.clock, months - 1 - at));
    const read = await Promise.all(
      wanted.map(async (month) => ({ month, invoice: await findInvoice(month, context, pricing) })),
    );
    return read.flatMap(({ month, invoice }) => (invoice ? [{ month, invoice }] : []));
  },
  result: ({ pricing }, months, { service, link }) => {
    if (months.length === 0)
      return [
        note(`No invoices for ${service.alias} in the last months. Each month with usage appears here.`),
      ];
    const totals = months.map(({ invoice }) => totalOf(invoice));
    const known = months.flatMap(({ month }, index) => {
      const total = totals[index];
      return total === undefined ? [] : [{ month, total }];
    });
    const credits = months.map(({ invoice }) => sums(invoice).credits);
    const hasCredits = credits.some((amount) => amount !== 0);
    return [
      heading(`Cost of ${service.alias} by month`),
      ...(known.length > 0
        ? [
            chart({
              title: 'Estimated cost',
              labels: known.map(({ month }) => `${nameMonth(month).slice(0, 3)} ${month.year}`),
              series: [{ name: 'Total', values: known.map(({ total }) => total / 100) }],
              unit: '$',
            }),
          ]
        : []),
      table({
        caption: 'In numbers',
        columns: [
          { name: 'Month' },
          { name: 'Total', align: 'right' },
          ...(hasCredits ? [{ name: 'Credits', align: 'right' as const }] : []),
        ],
        rows: months
          .map(({ month }, index) => [
            nameMonth(month),
            inDollars(totals[index]),
            ...(hasCredits ? [money(credits[index] ?? 0)] : []),
          ])
          .reverse(),
      }),
      ...notAllReadOf(
        months,
        ({ month }) => nameMonth(month),
        ({ invoice }) => unreadParts(invoice),
      ),
      context(`${capitalize(estimate)} · the current month is not over`),
      buttons(commandButton('Show This Month', link('invoice', { pricing }))),
    ];
  },
});

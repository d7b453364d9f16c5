import type { Invoice } from '../cloud/index.ts';
import {
  type Answer,
  facts,
  heading,
  money,
  note,
  step,
  steps,
  table,
  time,
  warning,
} from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { alias, type Month, month, writeMonth } from './fields/index.ts';
import { defineOperation } from './shared/context.ts';
import { cents, type Sums, sums } from './shared/invoice-sums.ts';
import { change, estimate, invoiceOf, total } from './shared/month-cost.ts';
import { before, monthsBack, nameMonth } from './shared/months.ts';
import { billingViewers } from './shared/roles.ts';

const shownLines = 15;

interface Result {
  readonly asked: Month;
  readonly invoice: Invoice;
  readonly earlier: Invoice | undefined;
}

export const invoice = defineOperation({
  id: 'invoice',
  summary: 'Show what a month costs',
  example: 'invoice 2025-01',
  fields: {
    month: optional(month({ label: 'Month', at: 0 })),
    pricing: optional(alias({ label: 'Account that pays', example: 'PARENT' })),
  },
  risk: 'reads',
  roles: billingViewers,
  async run({ month: given, pricing }, context): Promise<Result> {
    const asked = given ?? monthsBack(context.clock, 0);
    const [invoice, earlier] = await Promise.all([
      invoiceOf(asked, context, pricing),
      invoiceOf(before(asked), context, pricing).catch(() => undefined),
    ]);
    return { asked, invoice, earlier };
  },
  result: ({ pricing }, { asked, invoice, earlier }, context) => {
    const now = sums(invoice);
    const then = earlier && sums(earlier);
    return [
      heading(`${invoice.accountAlias} in ${nameMonth(asked)}`),
      facts({
        'Estimated total': total(now),
        'Month before': then && change(now.total, then.total, nameMonth(before(asked))),
        Credits: now.credits === 0 ? undefined : money(now.credits),
        'Billed to': invoice.pricingAccountAlias,
        'Final on': time(invoice.invoiceDate, 'day'),
      }),
      ...mismatch(pricing, invoice),
      ...breakdown('By data center', now.byDataCenter),
      ...breakdown('By kind', now.byKind),
      ...biggest(now),
      note(estimate),
      steps(
        step('Month before', context.link('invoice', { month: writeMonth(before(asked)), pricing })),
        step('Trend', context.link('invoice.trend', { pricing })),
      ),
    ];
  },
});

function mismatch(pricing: string | undefined, { pricingAccountAlias }: Invoice): Answer {
  if (!pricing || pricing.toUpperCase() === pricingAccountAlias.toUpperCase()) return [];
  return [
    warning(
      `You asked for the account that pays ${pricing}; the service answered for ${pricingAccountAlias}.`,
    ),
  ];
}

const breakdown = (title: string, parts: Sums['byKind']): Answer =>
  parts.length === 0
    ? []
    : [
        note({ bold: title }),
        facts(Object.fromEntries(parts.slice(0, 12).map(([name, amount]) => [name, money(amount)]))),
      ];

function biggest({ biggest: items }: Sums): Answer {
  if (items.length === 0) return [note('There are no charges in this month.')];
  return [
    table({
      caption: `The biggest of ${items.length} charges`,
      columns: [{ name: 'What' }, { name: 'Data center' }, { name: 'Cost', align: 'right' }],
      rows: items
        .slice(0, shownLines)
        .map(({ description, serviceLocation, itemTotal }) => [
          description,
          serviceLocation,
          money(cents(itemTotal)),
        ]),
    }),
  ];
}

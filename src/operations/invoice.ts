import {
  type Answer,
  facts,
  heading,
  type Inline,
  money,
  note,
  step,
  steps,
  table,
  time,
  warning,
} from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { type Month, month, text, writeMonth } from '../core/fields/index.ts';
import type { Invoice } from '../service/index.ts';
import { type Context, lineIn, operation } from './context.ts';
import { type Sums, sums } from './terms/invoice-sums.ts';
import { before, monthsBack, nameMonth } from './terms/months.ts';

const shownLines = 15;

interface Result {
  readonly asked: Month;
  readonly invoice: Invoice;
  readonly earlier: Invoice | undefined;
}

export const invoice = operation({
  id: 'invoice',
  does: 'Show what a month costs',
  fields: {
    month: optional(month({ label: 'Month', at: 0 })),
    pricing: optional(
      text({ label: 'Account that pays', example: 'PARENT', hint: 'an account alias', longest: 12 }),
    ),
  },
  risk: 'reads',
  async run({ month: given, pricing }, context): Promise<Result> {
    const asked = given ?? monthsBack(context.clock, 0);
    const [invoice, earlier] = await Promise.all([
      read(asked, pricing, context),
      read(before(asked), pricing, context).catch(() => undefined),
    ]);
    return { asked, invoice, earlier };
  },
  answer: ({ pricing }, { asked, invoice, earlier }, context) => {
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
      note('This is an estimate from usage, not the bill.'),
      steps(
        step('Month before', lineIn(context, 'invoice', writeMonth(before(asked)))),
        step('Trend', lineIn(context, 'invoice trend')),
      ),
    ];
  },
});

async function read(
  { year, month }: Month,
  pricing: string | undefined,
  { service }: Context,
): Promise<Invoice> {
  return service.invoices.get(year, month, pricing ? { pricingAccount: pricing } : {});
}

const total = ({ total, lines }: Sums): Inline[] =>
  total === lines ? [money(total)] : [money(total), ' (its lines add up to ', money(lines), ')'];

function change(now: number, then: number, month: string): Inline[] {
  const difference = now - then;
  if (difference === 0) return [`the same as ${month}`];
  const percent = Math.round((Math.abs(difference) / Math.abs(then)) * 100);
  const share = then === 0 ? '' : percent === 0 ? ' (under 1 %)' : ` (${percent} %)`;
  return [money(Math.abs(difference)), `${share} ${difference > 0 ? 'more' : 'less'} than ${month}`];
}

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
          money(Math.round(itemTotal * 100)),
        ]),
    }),
  ];
}

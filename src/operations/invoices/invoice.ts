import {
  type Answer,
  bold,
  buttons,
  chart,
  commandButton,
  context,
  heading,
  type Inline,
  money,
  note,
  time,
  warning,
} from '../../answer/answer.ts';
import { dollars } from '../../answer/dollars.ts';
import { UserError } from '../../answer/user-error.ts';
import type { Invoice } from '../../cloud/index.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead, notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { billingViewers } from '../context/roles.ts';
import { alias, type Month, month, writeMonth } from '../fields/index.ts';
import { areLinesRead, cents, type Sums, sums } from './invoice-sums.ts';
import { change, estimate, findInvoice, invoiceOf } from './month-cost.ts';
import { before, namedMonth, nameMonth } from './months.ts';

/** Number of charges to list. */
const shownLines = 10;
const maxBars = 20;

interface Result {
  readonly month: Month;
  readonly invoice: Invoice;
  readonly earlier: Invoice | undefined;
}

export const invoice = defineOperation({
  id: 'invoice',
  summary: 'Show what a month costs',
  example: 'invoice 2025-01',
  fields: {
    month: optional(month({ label: 'Month', at: 0 })),
    pricing: optional(alias({ label: 'Billing account', example: 'PARENT' })),
  },
  risk: 'reads',
  roles: billingViewers,
  async run({ month: given, pricing }, context): Promise<Result> {
    const month = namedMonth(given ?? { back: 0 }, context.clock);
    const [invoice, earlier] = await Promise.all([
      findInvoice(month, context, pricing),
      invoiceOf(before(month), context, pricing).catch(() => undefined),
    ]);
    if (!invoice)
      throw new UserError(`There is no invoice for ${nameMonth(month)}.`, { next: 'Choose another month.' });
    return { month, invoice, earlier };
  },
  result: ({ pricing }, { month, invoice, earlier }, { link }) => {
    const now = sums(invoice);
    const then = earlier && sums(earlier);
    return [
      heading(
        `${invoice.accountAlias} in ${nameMonth(month)}: ${now.total === undefined ? 'total not known' : dollars(now.total)}`,
      ),
      ...notAllRead(invoice),
      ...notAllReadOf(invoice.lineItems, ({ description }) => description, unreadParts),
      ...(now.credits === 0
        ? []
        : [note('Charges ', money(now.lines - now.credits), ' · credits ', money(now.credits))]),
      ...(now.total !== undefined && then?.total !== undefined
        ? [note(...change(now.total, then.total, nameMonth(before(month))))]
        : []),
      ...mismatch(pricing, invoice),
      ...byDataCenter(now),
      ...topCharges(now, areLinesRead(invoice)),
      ...byCategory(now),
      context(
        `Billed to ${invoice.pricingAccountAlias}`,
        ...dateOf(invoice),
        ...(now.total === now.lines
          ? []
          : [` · lines${areLinesRead(invoice) ? '' : ' that could be read'} add up to `, money(now.lines)]),
        ` · ${estimate}`,
      ),
      buttons(
        commandButton('Show Previous Month', link('invoice', { month: writeMonth(before(month)), pricing })),
        commandButton('Show Trend', link('invoice.trend', { pricing })),
      ),
    ];
  },
});

/** Formats the date of an invoice; as it is if it is no date, and empty if there is none. */
function dateOf({ invoiceDate }: Invoice): readonly Inline[] {
  if (invoiceDate === '') return [];
  return [' · invoice date ', Number.isNaN(Date.parse(invoiceDate)) ? invoiceDate : time(invoiceDate, 'day')];
}

function mismatch(pricing: string | undefined, { pricingAccountAlias }: Invoice): Answer {
  if (!pricing || pricing.toUpperCase() === pricingAccountAlias.toUpperCase()) return [];
  return [warning(`The cloud API returned billing account ${pricingAccountAlias}, not ${pricing}.`)];
}

const byDataCenter = ({ byDataCenter: parts }: Sums): Answer =>
  parts.length < 2
    ? []
    : [
        chart({
          title: 'Cost by data center',
          labels: parts.slice(0, maxBars).map(([name]) => name),
          series: [{ name: 'Cost', values: parts.slice(0, maxBars).map(([, amount]) => amount / 100) }],
          unit: '$',
        }),
      ];

const byCategory = ({ byKind: parts }: Sums): Answer =>
  parts.length < 2
    ? []
    : [
        context(
          ...parts.flatMap(([name, amount], at) => [`${at === 0 ? '' : ' · '}${name} `, money(amount)]),
        ),
      ];

/** Lists the highest charges, one per line. The amount comes first, since descriptions are long. */
function topCharges({ biggest: items }: Sums, areAllRead: boolean): Answer {
  if (items.length === 0) return areAllRead ? [note('No charges in this month.')] : [];
  const shown = items.slice(0, shownLines);
  return [
    note(bold(shown.length < items.length ? `Top charges (${shown.length} of ${items.length})` : 'Charges')),
    ...shown.map((item) => note(money(cents(item.itemTotal)), `  ${chargeOf(item)}`)),
  ];
}

/** Describes a charge without the common prefix, and adds its location unless the description contains it. */
function chargeOf({ description, serviceLocation }: Invoice['lineItems'][number]): string {
  const what = description.replace(/^server group: */i, '');
  const isNamed = serviceLocation === '' || what.toUpperCase().includes(serviceLocation.toUpperCase());
  return isNamed ? what : `${what} · ${serviceLocation.toUpperCase()}`;
}

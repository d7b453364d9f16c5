import type { Invoice } from '../../cloud/index.ts';
import { isUnread } from '../../cloud/model/partly.ts';

type LineItem = Invoice['lineItems'][number];

/** Decimal places of a dollar that are added: a response has fewer. */
const places = 30;

/** Returns an amount as it is written, without the error of its binary form, in units of the last decimal place. */
function exact(dollars: number): bigint {
  const [digits = '', exponent = '0'] = String(dollars).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = places + Number(exponent) - fraction.length;
  return shift < 0 ? 0n : BigInt(whole + fraction) * 10n ** BigInt(shift);
}

/** Adds amounts in dollars, and rounds the exact sum to whole cents, half a cent away from zero. */
function centsOfAll(dollars: readonly number[]): number {
  const sum = dollars.reduce((all, one) => all + exact(one), 0n);
  const cent = 10n ** BigInt(places - 2);
  const rounded = ((sum < 0n ? -sum : sum) + cent / 2n) / cent;
  return Number(sum < 0n ? -rounded : rounded);
}

/** Rounds the dollars of a response to whole cents. */
export const cents = (dollars: number): number => centsOfAll([dollars]);

/** Returns the total of an invoice in cents; undefined if it can't be read. */
export const totalOf = (invoice: Invoice): number | undefined =>
  isUnread(invoice, 'totalAmount') ? undefined : cents(invoice.totalAmount);

/** Returns whether the amounts of all lines could be read. */
export const areLinesRead = (invoice: Invoice): boolean =>
  !isUnread(invoice, 'lineItems') && invoice.lineItems.every((item) => !isUnread(item, 'itemTotal'));

export interface Sums {
  readonly total: number | undefined;
  /** The sum of the lines, which differs from `total` only if the cloud API's sum is wrong, or if a line can't be read. */
  readonly lines: number;
  /** The sum of the negative lines, as a negative number. */
  readonly credits: number;
  readonly byDataCenter: readonly (readonly [name: string, cents: number])[];
  readonly byKind: readonly (readonly [name: string, cents: number])[];
  /** The charges, highest first. */
  readonly biggest: readonly LineItem[];
}

const kinds: readonly (readonly [start: RegExp, name: string])[] = [
  [/^server group\b/i, 'Server groups'],
  [/^deleted servers?\b/i, 'Deleted servers'],
  [/^archived servers?\b/i, 'Archived servers'],
  [/^bandwidth\b/i, 'Bandwidth'],
  [/^external ip\b/i, 'Public IPs'],
  [/load balanc/i, 'Load balancers'],
];

const kindOf = ({ description }: LineItem): string =>
  kinds.find(([start]) => start.test(description))?.[1] ?? 'Other';

const centsOfItems = (items: readonly LineItem[]): number =>
  centsOfAll(items.map(({ itemTotal }) => itemTotal));

function sumBy(items: readonly LineItem[], key: (item: LineItem) => string): (readonly [string, number])[] {
  return [...Map.groupBy(items, key)]
    .map(([name, ofKey]) => [name, centsOfItems(ofKey)] as const)
    .sort(([, a], [, b]) => b - a);
}

/** Sums the charges of one month; credits are summed separately. All in cents. */
export function sums(invoice: Invoice): Sums {
  const { lineItems } = invoice;
  const charges = lineItems.filter(({ itemTotal }) => itemTotal >= 0);
  return {
    total: totalOf(invoice),
    lines: centsOfItems(lineItems),
    credits: centsOfItems(lineItems.filter(({ itemTotal }) => itemTotal < 0)),
    byDataCenter: sumBy(charges, ({ serviceLocation }) => serviceLocation.toUpperCase() || 'None'),
    byKind: sumBy(charges, kindOf),
    biggest: [...charges].sort((a, b) => b.itemTotal - a.itemTotal),
  };
}

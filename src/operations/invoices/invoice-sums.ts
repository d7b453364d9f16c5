import type { Invoice } from '../../cloud/index.ts';

type LineItem = Invoice['lineItems'][number];

/** Rounds the dollars of a response to whole cents, which makes sums exact (service-facts 1.5). */
export const cents = (dollars: number): number => Math.round(dollars * 100);

export interface Sums {
  readonly total: number;
  /** The sum of the lines, which differs from `total` only if the cloud API's sum is wrong. */
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

function sumBy(items: readonly LineItem[], key: (item: LineItem) => string): (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const item of items) sums.set(key(item), (sums.get(key(item)) ?? 0) + cents(item.itemTotal));
  return [...sums].sort(([, a], [, b]) => b - a);
}

/** Sums the charges of one month; credits are summed separately. All in cents. */
export function sums({ totalAmount, lineItems }: Invoice): Sums {
  const charges = lineItems.filter(({ itemTotal }) => itemTotal >= 0);
  const add = (items: readonly LineItem[]) => items.reduce((sum, { itemTotal }) => sum + cents(itemTotal), 0);
  return {
    total: cents(totalAmount),
    lines: add(lineItems),
    credits: add(lineItems.filter(({ itemTotal }) => itemTotal < 0)),
    byDataCenter: sumBy(charges, ({ serviceLocation }) => serviceLocation.toUpperCase() || 'None'),
    byKind: sumBy(charges, kindOf),
    biggest: [...charges].sort((a, b) => b.itemTotal - a.itemTotal),
  };
}

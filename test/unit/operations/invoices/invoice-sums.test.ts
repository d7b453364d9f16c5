import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Invoice } from '../../../../src/cloud/index.ts';
import { cents, sums } from '../../../../src/operations/invoices/invoice-sums.ts';

type Line = Invoice['lineItems'][number];

const item = (itemTotal: number, more: Partial<Line> = {}): Line => ({
  quantity: 1,
  description: 'Server',
  unitCost: itemTotal,
  itemTotal,
  serviceLocation: 'DE1',
  itemDetails: [],
  ...more,
});

test.each([
  [1.005, 101],
  [-1.005, -101],
  [0.004, 0],
  [1e-7, 0],
  [1e21, 1e23],
  [-0.005, -1],
])('%d dollars are %d cents', (dollars, expected) => {
  expect(cents(dollars)).toBe(expected);
});

test.each<[string, number[], number]>([
  ['300 lines of less than half a cent', Array(300).fill(0.004), 120],
  ['three lines with half a cent', [33.335, 33.335, 33.335], 10_001],
])('%s are added before they are rounded', (_, amounts, expected) => {
  const { lines, byKind, byDataCenter } = sums(
    invoice(
      0,
      amounts.map((amount) => item(amount)),
    ),
  );
  expect([lines, byKind, byDataCenter]).toEqual([expected, [['Other', expected]], [['DE1', expected]]]);
});

test('any amounts with up to five decimal places add up exactly', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (units) => {
      const sum = units.reduce((all, one) => all + one, 0);
      const rounded = Math.sign(sum) * Math.floor((Math.abs(sum) + 500) / 1000);
      expect(
        sums(
          invoice(
            0,
            units.map((one) => item(one / 1e5)),
          ),
        ).lines + 0,
      ).toBe(rounded + 0);
    }),
  );
});

const invoice = (totalAmount: number, lineItems: Line[]): Invoice => ({
  id: 'i',
  accountAlias: 'ACME',
  pricingAccountAlias: 'ACME',
  invoiceDate: '2026-11-01T00:00:00Z',
  totalAmount,
  lineItems,
});

test.each([
  [0, 0],
  [0.1 + 0.2, 30],
  [1.1 * 3, 330],
  [19.99, 1999],
  [-4.35, -435],
  [1_234_567.89, 123_456_789],
])('%f dollars are %i cents', (dollars, whole) => {
  expect(cents(dollars)).toBe(whole);
});

test('a month without lines is all zero', () => {
  expect(sums(invoice(0, []))).toEqual({
    total: 0,
    lines: 0,
    credits: 0,
    byDataCenter: [],
    byKind: [],
    biggest: [],
  });
});

test('credits are separate, and do not hide charges', () => {
  const found = sums(invoice(0, [item(12.5), item(-12.5, { description: 'Credit' })]));
  expect(found).toMatchObject({ total: 0, lines: 0, credits: -1250, byDataCenter: [['DE1', 1250]] });
  expect(found.biggest.map(({ itemTotal }) => itemTotal)).toEqual([12.5]);
});

test('places are equal in any letter case, and lines without one have a name', () => {
  const lines = [item(1, { serviceLocation: 'de1' }), item(2, { serviceLocation: '' }), item(4)];
  expect(sums(invoice(7, lines)).byDataCenter).toEqual([
    ['DE1', 500],
    ['None', 200],
  ]);
});

test.each([
  ['Server Group: Web', 'Server groups'],
  ['Deleted Server WEB01', 'Deleted servers'],
  ['Deleted Servers', 'Deleted servers'],
  ['Archived Servers', 'Archived servers'],
  ['Bandwidth', 'Bandwidth'],
  ['External IP', 'Public IPs'],
  ['Shared Load Balancer', 'Load balancers'],
  ['Something new', 'Other'],
  ['', 'Other'],
])('“%s” is one of %s', (description, kind) => {
  expect(sums(invoice(1, [item(1, { description })])).byKind).toEqual([[kind, 100]]);
});

test('the parts add up to the charges, and charges and credits to the lines, to the cent', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((whole) => whole / 100);
  const line = fc
    .tuple(
      amount,
      fc.constantFrom('DE1', 'de1', '', '__proto__'),
      fc.constantFrom('Bandwidth', 'constructor', 'Server Group: x', 'y'),
    )
    .map(([total, serviceLocation, description]) => item(total, { serviceLocation, description }));
  const add = (parts: readonly (readonly [string, number])[]) => parts.reduce((sum, [, one]) => sum + one, 0);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 300 }), (lines) => {
      const found = sums(invoice(1, lines));
      const charges = lines.reduce((sum, { itemTotal }) => sum + Math.max(0, Math.round(itemTotal * 100)), 0);
      expect(add(found.byDataCenter)).toBe(charges);
      expect(add(found.byKind)).toBe(charges);
      expect(found.lines).toBe(charges + found.credits);
      expect(found.credits).toBeLessThanOrEqual(0);
      expect(found.biggest.length).toBe(lines.filter(({ itemTotal }) => itemTotal >= 0).length);
    }),
  );
});

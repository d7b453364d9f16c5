import { describe, expect, test } from 'vitest';
import { credentialsOf } from '../../../../local/cloud/index.ts';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();

interface Line {
  readonly quantity: number;
  readonly description: string;
  readonly unitCost: number;
  readonly itemTotal: number;
  readonly itemDetails: { readonly cost: number }[];
}

const cents = (money: number) => Math.round(money * 100);
const sum = (amounts: number[]) => amounts.reduce((total, each) => total + cents(each), 0);
const months = Array.from({ length: 24 }, (_, i) => {
  const first = new Date(Date.UTC(2021, 6 + i, 1));
  return [first.getUTCFullYear(), first.getUTCMonth() + 1] as const;
});

describe('the invoice', () => {
  test('has the recorded keys in order, without address2 and poNumber (T8)', async () => {
    const { json } = await service.get('/v2/invoice/ACME/2023/5');
    expect(Object.keys(json)).toEqual([
      'id',
      'terms',
      'companyName',
      'accountAlias',
      'pricingAccountAlias',
      'parentAccountAlias',
      'address1',
      'city',
      'stateProvince',
      'postalCode',
      'billingContactEmail',
      'invoiceCCEmail',
      'totalAmount',
      'invoiceDate',
      'lineItems',
    ]);
    expect(json.id).toMatch(/^ACME[0-9A-F]{8}$/);
    expect(json).toMatchObject({ invoiceCCEmail: '', invoiceDate: '2023-06-01T00:00:00Z' });
  });

  test('has address2 and poNumber when told to', async () => {
    service.control.set({ invoiceExtras: true });
    expect((await service.get('/v2/invoice/ACME/2023/5')).json).toMatchObject({
      address2: 'Hinterhaus',
      poNumber: 'PO-2023',
    });
  });

  test('of December is dated in January', async () => {
    const { json } = await service.get('/v2/invoice/ACME/2022/12');
    expect(json.invoiceDate).toBe('2023-01-01T00:00:00Z');
  });

  test.each(months)('of %i/%i adds up to the cent, in lines and in details', async (year, month) => {
    const { status, text, json } = await service.get(`/v2/invoice/ACME/${year}/${month}`);
    const lines: Line[] = json.lineItems;
    expect(status).toBe(200);
    expect(cents(json.totalAmount)).toBe(sum(lines.map(({ itemTotal }) => itemTotal)));
    for (const { quantity, unitCost, itemTotal, itemDetails } of lines) {
      expect(quantity * cents(unitCost)).toBe(cents(itemTotal));
      if (itemDetails.length > 0) expect(sum(itemDetails.map(({ cost }) => cost))).toBe(cents(itemTotal));
    }
    expect(text).not.toMatch(/"(totalAmount|unitCost|itemTotal|cost)":-?\d+[,}]/);
  });

  test.each([
    ['the first month has no lines', 2021, 7, 0],
    ['one month has 267', 2022, 5, 267],
  ])('%s (T9)', async (_, year, month, count) => {
    const { json } = await service.get(`/v2/invoice/ACME/${year}/${month}`);
    expect(json.lineItems).toHaveLength(count);
  });

  test('of the month with credits is 0.0 on the wire, and not empty (T9)', async () => {
    const { text, json } = await service.get('/v2/invoice/ACME/2021/8');
    expect(text).toContain('"totalAmount":0.0,');
    const credits = json.lineItems.filter(({ itemTotal }: Line) => itemTotal < 0);
    expect(credits.length).toBeGreaterThan(1);
    expect(json.lineItems.length).toBeGreaterThan(20);
  });

  test('grows over the year', async () => {
    const totals = await Promise.all(
      months
        .slice(12)
        .map(async ([y, m]) => (await service.get(`/v2/invoice/ACME/${y}/${m}`)).json.totalAmount),
    );
    expect(totals.at(-1)).toBeGreaterThan(totals[0] * 1.3);
  });

  test('describes its lines as recorded, with data centers in upper case (T10)', async () => {
    const lines: (Line & { serviceLocation: string })[] = (await service.get('/v2/invoice/ACME/2023/6')).json
      .lineItems;
    const found = (pattern: RegExp) => lines.some(({ description }) => pattern.test(description));
    for (const pattern of [
      /^Server Group: Web - DE1$/,
      /^Deleted Servers - /,
      /^Archived Servers - /,
      /^Bandwidth - /,
      /^External IP Address \(DE1\)$/,
      /^DE1ACMEVPN01$/,
    ]) {
      expect(found(pattern), String(pattern)).toBe(true);
    }
    expect(lines.every(({ serviceLocation }) => /^[A-Z]+\d$/.test(serviceLocation))).toBe(true);
    expect(lines.some(({ quantity }) => quantity > 1)).toBe(true);
  });

  test.each([
    ['no parameter', '', 'ACME'],
    ['pricingAccountAlias', '?pricingAccountAlias=PARENT', 'PARENT'],
    ['pricingAccount, the other name of it', '?pricingAccount=parent', 'PARENT'],
    ['a slash before the question mark', '/?pricingAccountAlias=ACME', 'ACME'],
    ['a parameter nobody knows', '?colour=red', 'ACME'],
  ])('with %s says who pays', async (_, query, expected) => {
    const { status, json } = await service.get(`/v2/invoice/ACME/2023/5${query}`);
    expect([status, json.pricingAccountAlias]).toEqual([200, expected]);
  });

  test.each([
    ['with the month padded', '2023/05', 200],
    ['of the running month', '2023/6', 200],
    ['of a month to come', '2023/7', 400],
    ['of a month before the account was', '2021/6', 404],
    ['of month 13', '2023/13', 400],
    ['of month 0', '2023/0', 400],
    ['of a year in two digits', '23/5', 400],
    ['of words', '2023/may', 400],
    ['paid by a stranger', '2023/5?pricingAccount=ACDV', 400],
  ])('%s', async (_, period, status) => {
    expect((await service.get(`/v2/invoice/ACME/${period}`)).status).toBe(status);
  });

  test('of the sub-account has lines of its own', async () => {
    const { json } = await service.get('/v2/invoice/ACDV/2023/5');
    expect(json).toMatchObject({ accountAlias: 'ACDV', parentAccountAlias: 'ACME' });
    expect(json.lineItems.length).toBeGreaterThan(0);
  });

  test('of a month past stays what it was, whatever has changed since', async () => {
    const before = await service.get('/v2/invoice/ACME/2023/5');
    await service.post('/v2/servers/ACME/DE1ACMEWEB03/publicIPAddresses', {
      ports: [{ protocol: 'TCP', port: 443 }],
    });
    service.control.advance(60 * 24 * 60 * 60 * 1000);
    service.control.expireTokens();
    const { json } = await service.post('/v2/authentication/login', credentialsOf());
    const headers = { authorization: `Bearer ${json.bearerToken}` };
    expect((await service.get('/v2/invoice/ACME/2023/5', { as: null, headers })).text).toBe(before.text);
    expect((await service.get('/v2/invoice/ACME/2023/8', { as: null, headers })).status).toBe(200);
  });
});

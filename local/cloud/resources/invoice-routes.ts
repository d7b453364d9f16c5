import { HttpError, invalid, notFound, ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { dollars } from '../http/wire-json.ts';
import { type InvoiceLine, invoiceLines, totalOf } from '../seed/invoice-lines.ts';
import { type Account, timestamp } from '../store/cloud-store.ts';
import { randomFrom, seedFor } from '../store/random.ts';

/** Returns invoice data (docs/cloud-api.md, Invoices). */
export function getInvoice(call: Call): Reply {
  const account = call.store.accounts.get(call.account);
  const { year, month } = readPeriod(call);
  const age = monthsBetween(new Date(call.store.openedAt), year, month);
  if (!account || age < 0) return notFound;
  return ok(invoiceBody(call, account, year, month, invoiceLines(call.store, account, age)));
}

/** Reads the month in the path. @throws HttpError with 400 if it is invalid or in the future */
function readPeriod({ param, now }: Call): { year: number; month: number } {
  const [year, month] = [Number(param('year')), Number(param('month'))];
  if (!/^\d{4}$/.test(param('year'))) {
    throw new HttpError(invalid({ year: ['The year must have four digits.'] }));
  }
  if (!/^\d{1,2}$/.test(param('month')) || month < 1 || month > 12) {
    throw new HttpError(invalid({ month: ['The month must be between 1 and 12.'] }));
  }
  if (monthsBetween(new Date(now), year, month) > 0) {
    throw new HttpError(invalid({ month: ['The month has not begun.'] }));
  }
  return { year, month };
}

function monthsBetween(from: Date, year: number, month: number): number {
  return (year - from.getUTCFullYear()) * 12 + month - 1 - from.getUTCMonth();
}

/** Returns the paying account, under either parameter name: an account pays for itself, or its parent does. */
function readPricingAccount({ query }: Call, { alias, parentAlias }: Account): string {
  const asked = query.text('pricingAccountAlias', 'pricingAccount')?.toUpperCase();
  if (asked === undefined || asked === alias || asked === parentAlias) return asked ?? alias;
  throw new HttpError(invalid({ pricingAccountAlias: [`${asked} does not pay for ${alias}.`] }));
}

function invoiceBody(
  call: Call,
  account: Account,
  year: number,
  month: number,
  lines: readonly InvoiceLine[],
): object {
  const { alias, address } = account;
  const pricing = readPricingAccount(call, account);
  return {
    id: `${alias}${invoiceNumber(call.store.seed, `${alias}/${pricing}/${year}/${month}`)}`,
    terms: 'Upon Receipt',
    companyName: account.companyName,
    accountAlias: alias,
    pricingAccountAlias: pricing,
    parentAccountAlias: account.parentAlias,
    address1: address.line1,
    city: address.city,
    stateProvince: address.stateProvince,
    postalCode: address.postalCode,
    billingContactEmail: account.billingContactEmail,
    invoiceCCEmail: '',
    totalAmount: dollars(totalOf(lines)),
    invoiceDate: timestamp(Date.UTC(year, month, 1)),
    lineItems: lines.map(lineBody),
  };
}

/** Returns 8 upper-case hex digits for the number after the alias, new for each invoice (docs/cloud-api.md, Invoices). */
function invoiceNumber(seed: number, name: string): string {
  return randomFrom(seedFor(seed, name)).hexId().slice(0, 8).toUpperCase();
}

function lineBody(line: InvoiceLine): object {
  return {
    quantity: line.quantity,
    description: line.description,
    unitCost: dollars(line.unitCents),
    itemTotal: dollars(line.quantity * line.unitCents),
    serviceLocation: line.location,
    itemDetails: line.details.map(({ description, cents }) => ({ description, cost: dollars(cents) })),
  };
}

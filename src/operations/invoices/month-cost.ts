import { type Inline, money } from '../../answer/answer.ts';
import type { Invoice } from '../../cloud/index.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import type { Context } from '../context/context.ts';
import type { Month } from '../fields/index.ts';

/** Shown wherever the cost of a month is: the cloud API computes it from usage, and may not know what is billed in the end. */
export const estimate = 'may differ from the bill';

export const invoiceOf = (
  { year, month }: Month,
  { service }: Pick<Context, 'service'>,
  pricing?: string,
): Promise<Invoice> => service.invoices.get(year, month, pricing ? { pricingAccount: pricing } : {});

/** Returns the invoice of a month; undefined if that month has none. */
export const findInvoice = (...about: Parameters<typeof invoiceOf>): Promise<Invoice | undefined> =>
  ifFound(invoiceOf(...about));

/** Formats the difference: "$120.00 (4%) more than October 2026". Amounts in cents. */
export function change(now: number, then: number, month: string): Inline[] {
  const difference = now - then;
  if (difference === 0) return [`the same as ${month}`];
  const percent = Math.round((Math.abs(difference) / Math.abs(then)) * 100);
  const share = then === 0 ? '' : percent === 0 ? ' (<1%)' : ` (${percent}%)`;
  return [money(Math.abs(difference)), `${share} ${difference > 0 ? 'more' : 'less'} than ${month}`];
}

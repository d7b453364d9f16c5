import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { listOf, partly } from './read-partly.ts';

const lineItem = z.object({
  quantity: z.number(),
  description: z.string(),
  unitCost: z.number(),
  itemTotal: z.number(),
  serviceLocation: z.string(),
  itemDetails: z._default(z.array(z.object({ description: z.string(), cost: z.number() })), []),
});

const lineItems = listOf(lineItem, {
  quantity: 0,
  description: unknown,
  unitCost: 0,
  itemTotal: 0,
  serviceLocation: '',
});

const invoice = partly(
  z.object({
    id: z.string(),
    accountAlias: z.string(),
    pricingAccountAlias: z.string(),
    totalAmount: z.number(),
    invoiceDate: z.string(),
    lineItems,
  }),
  {
    accountAlias: unknown,
    pricingAccountAlias: unknown,
    totalAmount: 0,
    invoiceDate: '',
    lineItems: [],
  },
);

/**
 * A usage estimate, not a bill (docs/cloud-api.md, Invoices). Amounts in dollars. Credits are negative lines, so the total can be 0
 * despite lines. `id` is not the alias. `invoiceDate` is the first day of the following month.
 */
export type Invoice = z.infer<typeof invoice>;

/** Returns the call for invoice data. */
export function invoices(send: Send, alias: string) {
  return {
    /**
     * Reads the invoice of a month (1 to 12). `pricingAccount` is the alias of the billing account. It is unproven that the
     * service honors it (docs/cloud-api.md, Invoices), so compare `pricingAccountAlias` of the response.
     */
    get: (year: number, month: number, options: { pricingAccount?: string } = {}): Promise<Invoice> =>
      send({
        method: 'GET',
        path: ['v2', 'invoice', alias, String(year), String(month)],
        query: { pricingAccountAlias: options.pricingAccount },
        answer: invoice,
      }),
  };
}

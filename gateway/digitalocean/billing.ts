import * as z from 'zod/mini';
import type { Invoice } from '../provider.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Api } from './api.ts';
import { readDroplets } from './droplets.ts';
import { text } from './schemas.ts';

const preview = z.object({ invoice_uuid: z.string(), amount: z.string(), invoice_period: z.string() });
const running = z.object({ invoice_preview: z.optional(preview) });
const item = z.object({
  product: text,
  description: text,
  group_description: text,
  resource_id: text,
  amount: z.string(),
});
const charge = z._default(z.object({ amount: text }), { amount: '' });
const summary = z.object({
  user_company: text,
  overages: charge,
  taxes: charge,
  credits_and_adjustments: charge,
});

/** What an invoice has besides its items. */
const extras = [
  ['overages', 'Bandwidth overages'],
  ['taxes', 'Taxes'],
  ['credits_and_adjustments', 'Credits and adjustments'],
] as const;

const invoices = '/v2/customers/my/invoices';

/** Reads the invoice of a month. Items name no data center; droplets that still exist know theirs. */
export async function readInvoice(api: Api, year: number, month: number): Promise<Invoice> {
  const period = `${year}-${String(month).padStart(2, '0')}`;
  const [{ invoice_preview }, closed] = await Promise.all([
    api.read(`${invoices}?per_page=1`, running),
    api.list(invoices, 'invoices', preview),
  ]);
  const ofPeriod = (one: z.infer<typeof preview>) => one.invoice_period === period;
  const [found = invoice_preview, another] = closed.filter(ofPeriod);
  if (!found || !ofPeriod(found)) throw notFound();
  if (another) throw new Refusal(400, 'DigitalOcean has several invoices for this month. See them there.');
  const path = `${invoices}/${found.invoice_uuid}`;
  const [items, whole, droplets] = await Promise.all([
    api.list(path, 'invoice_items', item),
    // The invoice of the present month may have none.
    api.read(`${path}/summary`, summary).catch(unlessMissing),
    readDroplets(api),
  ]);
  const places = new Map(droplets.map(({ id, region }) => [String(id), region.slug.toUpperCase()]));
  return {
    id: shortNumber(found.invoice_uuid),
    companyName: whole.user_company,
    totalAmount: dollars(found.amount),
    invoiceDate: new Date(Date.UTC(year, month, 1)).toISOString().replace('.000', ''),
    lineItems: [
      ...items.map((one) =>
        lineItem(
          [one.product, one.group_description, one.description].filter(Boolean).join(': '),
          one.amount,
          places.get(one.resource_id),
        ),
      ),
      ...extras
        .filter(([name]) => dollars(whole[name].amount) !== 0)
        .map(([name, description]) => lineItem(description, whole[name].amount)),
    ],
  };
}

function unlessMissing(error: unknown): z.infer<typeof summary> {
  if (error instanceof Refusal && error.status === 404) return summary.parse({});
  throw error;
}

const shortNumber = (uuid: string): string => uuid.slice(0, 8);

const lineItem = (description: string, amount: string, place = ''): Invoice['lineItems'][number] => ({
  quantity: 1,
  description,
  unitCost: dollars(amount),
  itemTotal: dollars(amount),
  serviceLocation: place,
});

/**
 * Returns a decimal text in dollars, rounded to the nearest cent without the errors of floating point: "12.345" is 12.35.
 * @throws Refusal for another text
 */
function dollars(amount: string): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(amount.trim() || '0') ?? [];
  if (whole === undefined) throw new Refusal(502, 'DigitalOcean sent an amount that can’t be read.');
  const thousandths = Number(whole) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  const cents = Math.round(thousandths / 10);
  return (sign ? -cents : cents) / 100 || 0;
}

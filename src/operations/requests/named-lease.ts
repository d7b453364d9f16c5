import { UserError } from '../../answer/user-error.ts';
import { isOver, type Lease } from '../../change/model/lease.ts';
import { titleOf } from '../../change/model/titles.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import { utc } from '../../time/utc.ts';
import type { Context } from '../context/context.ts';
import { choose, none, several } from '../fields/reference.ts';

/** A lease that a person names, and the time zone in which they write its end. */
export interface NamedLease {
  readonly lease: Lease;
  readonly timeZone: string;
}

const asChoice = {
  id: ({ id }: Lease): string => id,
  name: (lease: Lease): string =>
    [titleOf({ steps: [lease.step] }), lease.request].filter(Boolean).join(' · '),
  describe: (lease: Lease): string => endText(lease),
};

const endText = ({ endsAt }: Lease): string => (endsAt === undefined ? 'No end' : `Ends ${utc(endsAt)}`);

/** A change that ends by itself, by its id or the number of its request: "#1". A form offers those of the account. */
export function lease(options: FieldOptions): Field<string, NamedLease, Context> {
  return {
    hint: 'the number of its request, such as #1, or its id',
    example: '#1',
    required: true,
    ...options,
    read: (words) => ({ value: words }),
    write: (parsed) => parsed,
    reference: {
      async find(parsed, context) {
        const [found, timeZone] = await Promise.all([find(parsed, context), context.timeZone()]);
        return { lease: found, timeZone };
      },
      pin: ({ lease: { id } }) => id,
      choices: async (context, filter) => choose(await leasesIn(context), filter, asChoice),
    },
  };
}

const isIn =
  ({ service }: Context) =>
  ({ step }: Lease): boolean =>
    step.account.toUpperCase() === service.alias.toUpperCase();

/** The leases of the account that are not over. */
const leasesIn = async (context: Context): Promise<readonly Lease[]> =>
  (await context.leases.active()).filter(isIn(context));

async function find(parsed: string, context: Context): Promise<Lease> {
  const exact = await context.leases.get(parsed);
  if (exact && isIn(context)(exact)) return exact;
  const matches = (await leasesIn(context)).filter(
    ({ id, request }) => request === parsed || request === `#${parsed}` || startsAs(id, parsed),
  );
  const [only] = matches;
  if (!only) throw none('change with an end', parsed, undefined);
  if (matches.length > 1) throw several('change with an end', parsed, matches, asChoice);
  return only;
}

/** Lists show the first 8 characters of an id. */
const startsAs = (id: string, parsed: string): boolean => parsed.length >= 8 && id.startsWith(parsed);

/** Why nothing can be done with a lease any more; undefined while it is active. */
export function refuseOver({ lease: { phase } }: NamedLease): UserError | undefined {
  if (phase === 'active') return undefined;
  return isOver({ phase })
    ? new UserError('This has ended already, or no longer ends by itself.')
    : new UserError('This is ending right now.', { passing: true });
}

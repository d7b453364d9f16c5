import type { Choices } from '../../answer/choices.ts';
import { UserError } from '../../answer/user-error.ts';
import type { PublicIp } from '../../cloud/index.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import { orError } from '../../core/or-error.ts';
import type { Field, FieldOptions, WordsByField } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { address, ports, ranges } from '../fields/index.ts';
import { choicesIn, choose } from '../fields/reference.ts';
import { server } from '../servers/server.ts';

/** What a command takes as the lists of what a public IP allows. */
export const addressFields = {
  ports: ports({ label: 'Ports', bare: ['icmp'] }),
  from: ranges({ label: 'Allowed sources' }),
};

/** A public IP address of the server in the field `server`. A form offers those of the server that is chosen there. */
export function publicAddress(options: FieldOptions): Field<string, string, Context> {
  return {
    ...address(options),
    reference: { find: async (parsed) => parsed, pin: (parsed) => parsed, choices },
  };
}

/** A public IP that a change names. */
interface NamedPublicIp {
  readonly address: string;
  /** What it allows; undefined if the server doesn’t have it (any more). */
  readonly details: PublicIp | undefined;
}

/** Such an address with what it allows now. */
export function publicIp(options: FieldOptions): Field<string, NamedPublicIp, Context> {
  return {
    ...address(options),
    reference: {
      find: async (parsed, context, { server: named = '' }) => ({
        address: parsed,
        details: await detailsOf(parsed, named, context),
      }),
      pin: (found) => found.address,
      choices,
    },
  };
}

/** Undefined for a server that isn’t found, too: its own field says so. */
async function detailsOf(address: string, named: string, context: Context): Promise<PublicIp | undefined> {
  const found = await orError(findServer(named, context), UserError);
  return found && !(found instanceof UserError)
    ? ifFound(context.service.publicIps.get(found.id, address))
    : undefined;
}

const findServer = async (named: string, context: Context) =>
  server({ label: '' }).reference?.find(named, context, {});

/** The public IPs of the server that another field names. */
const choices = (
  context: Context,
  filter: string,
  { server: named = '' }: WordsByField = {},
): Promise<Choices> =>
  choicesIn('server', named, async () => {
    const found = await findServer(named, context);
    const all = (found?.details?.ipAddresses ?? []).flatMap((address) =>
      address.public === undefined ? [] : [{ public: address.public, internal: address.internal }],
    );
    return choose(all, filter, {
      id: (address) => address.public,
      name: (address) => address.public,
      describe: ({ internal }) => (internal === undefined ? '' : `private IP ${internal}`),
    });
  });

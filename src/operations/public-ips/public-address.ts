import type { Choices } from '../../answer/choices.ts';
import { UserError } from '../../answer/user-error.ts';
import type { PublicIp, Server } from '../../cloud/index.ts';
import { areAllRead } from '../../cloud/model/all-addresses.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import { orError } from '../../core/or-error.ts';
import type { Field, FieldOptions, WordsByField } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { address, ports, ranges } from '../fields/index.ts';
import { choicesIn, choose } from '../fields/reference.ts';
import { findServer } from '../servers/server.ts';
import { anywhere } from './public-ip.ts';

/** The fields for the access to a public IP. */
export const addressFields = {
  ports: ports({ label: 'Ports', bare: ['icmp'] }),
  from: sources({ label: 'Who may reach it' }),
};

const everyone = /^(?:anyone|everyone|(?:the )?internet|anyone on the internet)$/i;

/** Creates a field for who may reach a public IP: ranges, or everyone in a word. */
function sources(options: FieldOptions): Field<readonly string[]> {
  const field = ranges({ ...options, hint: 'ranges or addresses, separated by commas, or “anyone”' });
  return { ...field, read: (words) => field.read(everyone.test(words) ? anywhere : words) };
}

/** Creates a field for a public IP address of the server in the field `server`. A form offers the addresses of that server. */
export function publicAddress(options: FieldOptions): Field<string, string, Context> {
  return {
    ...address(options),
    reference: { find: async (parsed) => parsed, pin: (parsed) => parsed, choices },
  };
}

/** Returns whether a server, as last read, has a public IP; undefined if that isn't known. */
export function hasPublicIp(server: Server, address: string): boolean | undefined {
  const has = server.details?.ipAddresses?.some((ip) => ip.public === address);
  return has || areAllRead(server) ? has : undefined;
}

/** A public IP that a change names. */
interface NamedPublicIp {
  readonly address: string;
  /** The present access; undefined if the server doesn’t have the address. */
  readonly details: PublicIp | undefined;
}

/** Creates a field for such an address, resolved with its present access. */
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

/** Returns the details of an address; undefined also if the server isn’t found, which its own field reports. */
async function detailsOf(address: string, named: string, context: Context): Promise<PublicIp | undefined> {
  const found = await orError(findServer(named, context), UserError);
  return !(found instanceof UserError)
    ? ifFound(context.service.publicIps.get(found.id, address))
    : undefined;
}

/** Returns the public IPs of the server in another field. */
const choices = (
  context: Context,
  filter: string,
  { server: named = '' }: WordsByField = {},
): Promise<Choices> =>
  choicesIn('server', named, async () => {
    const found = await findServer(named, context);
    const all = (found.details?.ipAddresses ?? []).flatMap((address) =>
      address.public === undefined ? [] : [{ public: address.public, internal: address.internal }],
    );
    return choose(all, filter, {
      id: (address) => address.public,
      name: (address) => address.public,
      describe: ({ internal }) => (internal === undefined ? '' : `private IP ${internal}`),
    });
  });

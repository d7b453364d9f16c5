import { UserError } from '../../answer/user-error.ts';
import type { Server } from '../../cloud/index.ts';
import { parseCidr } from '../../network/cidr.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { range } from '../fields/index.ts';
import { addressesOf } from '../servers/addresses-of-server.ts';
import { findServer, nameOf } from '../servers/server.ts';

/** A server's name has a letter and a digit. */
const serverName = /^(?=.*\d)(?=.*[a-z])[a-z0-9_-]{3,64}$/i;

/**
 * Creates a field for one IPv4 range, or for a server, which stands for its private address: that is what people confirm and approve.
 * `place` is the field with its data center.
 */
export function rangeOrServer(place: string, options: FieldOptions): Field<string, string, Context> {
  const { isNoWider, ...field } = range({ hint: 'a range, an address, or a server', ...options });
  return {
    ...field,
    read(words) {
      const reading = field.read(words);
      return 'problem' in reading && serverName.test(words) ? { value: words } : reading;
    },
    isNoWider: (suggested, requested) =>
      parseCidr(suggested) !== undefined && isNoWider?.(suggested, requested) === true,
    reference: {
      find: async (parsed, context, beside) =>
        parseCidr(parsed) ? parsed : addressOf(await findServer(parsed, context), beside[place] ?? ''),
      pin: (address) => address,
      // There are too many ranges to choose from, so the form has a text field.
      choices: async () => ({ options: [], more: false, note: 'A server stands for its private address.' }),
    },
  };
}

/** Returns the only private address of a server as a range. Refuses a server that is in another data center. */
function addressOf(server: Server, dataCenter: string): string {
  const [at, wanted] = [server.locationId, dataCenter].map((code) => code.toUpperCase());
  if (/^[A-Z]{2}\d$/.test(wanted ?? '') && at !== wanted)
    throw new UserError(`${nameOf(server)} is in ${at}, not in ${wanted}.`, {
      next: 'Choose its data center, or another server.',
    });
  const [address, ...others] = server.details ? addressesOf(server.details, 'internal') : [];
  if (address === undefined)
    throw new UserError(`${nameOf(server)} shows no private address.`, { next: 'Enter its range.' });
  if (others.length === 0) return `${address}/32`;
  throw new UserError(`Which address of ${nameOf(server)}?`, {
    asks: true,
    next: 'Choose one.',
    candidates: [address, ...others].map((each) => ({ value: `${each}/32`, label: each })),
  });
}

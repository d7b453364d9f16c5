import type { Choice } from '../../answer/choices.ts';
import { UserError } from '../../answer/user-error.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { address } from '../fields/index.ts';
import { choose } from '../fields/reference.ts';
import { server } from '../servers/server.ts';

/** A public IP address of the server in the field `server`. A form offers those of the server that is chosen there. */
export function publicAddress(options: FieldOptions): Field<string, string, Context> {
  return {
    ...address(options),
    reference: {
      find: async (parsed) => parsed,
      pin: (parsed) => parsed,
      async choices(context, filter, { server: named = '' } = {}) {
        if (named === '') return chooseFirst;
        try {
          const found = await server({ label: '' }).reference?.find(named, context, {});
          const all = (found?.details?.ipAddresses ?? []).flatMap((address) =>
            address.public === undefined ? [] : [{ public: address.public, internal: address.internal }],
          );
          return choose(all, filter, {
            id: (address) => address.public,
            name: (address) => address.public,
            describe: ({ internal }) => (internal === undefined ? '' : `private IP ${internal}`),
          });
        } catch (error) {
          if (error instanceof UserError) return chooseFirst;
          throw error;
        }
      },
    },
  };
}

const chooseFirst = { options: [] as readonly Choice[], more: false, note: 'Choose a server first.' };

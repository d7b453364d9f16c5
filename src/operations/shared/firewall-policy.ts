import type { Choice, Field, FieldOptions } from '../../core/field.ts';
import type { Rule, RuleScope } from '../../core/network-change.ts';
import { UserError } from '../../core/user-error.ts';
import type { Context } from './context.ts';
import { state } from './firewall.ts';
import { choose, none, several } from './reference.ts';
import { dataCenter } from './references.ts';

/** So long is an id of the service; one that is given whole is not looked up. */
const wholeId = 32;

/**
 * A firewall policy of the data center in the field `dc`, by its id or the first 8 digits of it or more: it has no name. A form
 * offers the policies of the data center that is chosen there.
 */
export function firewallPolicy(
  kind: 'between' | 'inside',
  options: FieldOptions,
): Field<string, string, Context> {
  return {
    hint: 'the id of the firewall policy, or its first 8 digits',
    example: 'id',
    required: true,
    ...options,
    read: (words) =>
      /^[0-9a-z-]{8,64}$/i.test(words)
        ? { value: words.toLowerCase() }
        : { problem: `“${words}” is not the id of a firewall policy` },
    write: (parsed) => parsed,
    reference: {
      async find(parsed, context, { dc = '' }) {
        if (parsed.length >= wholeId) return parsed;
        const rules = await rulesOf(kind, dc, context);
        const matches = rules.filter(({ id }) => id.toLowerCase().startsWith(parsed));
        const [only] = matches;
        if (!only) throw none('firewall policy', parsed, undefined);
        if (matches.length > 1) throw several('firewall policy', parsed, matches, asChoice);
        return only.id;
      },
      pin: (id) => id,
      async choices(context, filter, { dc = '' } = {}) {
        if (dc === '') return chooseFirst;
        try {
          return choose(await rulesOf(kind, dc, context), filter, asChoice);
        } catch (error) {
          if (error instanceof UserError) return chooseFirst;
          throw error;
        }
      },
    },
  };
}

const chooseFirst = { options: [] as readonly Choice[], more: false, note: 'Choose a data center first.' };

const asChoice = {
  id: ({ id }: Rule): string => id,
  name: (rule: Rule): string => {
    const { sources, destinations } = rule;
    return `${sources.join(', ')} → ${destinations.join(', ')} · ${state(rule)}`;
  },
  describe: ({ id, to }: Rule): string => `${to} · ${id.slice(0, 8)}`,
};

async function rulesOf(kind: 'between' | 'inside', dc: string, context: Context): Promise<readonly Rule[]> {
  const found = await dataCenter({ label: '' }).reference?.find(dc, context, {});
  const scope: RuleScope = { kind, dataCenter: found?.id ?? dc };
  return context.rulesAt(scope);
}

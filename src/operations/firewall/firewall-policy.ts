import { listButton } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { DataCenter } from '../../cloud/index.ts';
import { readStepReference, writeStepReference } from '../../core/step-reference.ts';
import { unknown } from '../../core/unknown-text.ts';
import type { Rule, RuleScope } from '../../network/network-change.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import type { Leaves } from '../../operation/leaves.ts';
import type { Context } from '../context/context.ts';
import { deletion } from '../context/removed.ts';
import { choicesIn, choose, none, several } from '../fields/reference.ts';
import { dataCenter } from '../fields/references.ts';
import { wordsField } from '../fields/words-field.ts';
import { type PolicyKind as Kind, policyCommands, state } from './firewall.ts';

/** A firewall policy that a change names. */
export interface NamedPolicy {
  readonly id: string;
  /** Undefined if the data center has no policy with this id. */
  readonly rule: Rule | undefined;
}

const noun = 'firewall policy';
export const policyWords = {
  between: { policy: 'a cross-data-center firewall policy', dataCenter: 'Source data center' },
  inside: { policy: 'a firewall policy inside a data center', dataCenter: 'Data center' },
} as const;

/** The length of an id at the cloud API. */
const idLength = 32;

/**
 * Creates a field for a firewall policy, which has no name, by its id or at least the first 8 digits of it. A form offers the
 * policies of the data center in the field `dc`.
 */
export const firewallPolicy = (kind: Kind, options: FieldOptions): Field<string, NamedPolicy, Context> =>
  inAscii(
    wordsField(options, {
      hint: 'the id of the firewall policy, or its first 8 digits',
      example: '195f2e21',
      takes: 'firewall policy',
      read: (words) =>
        /^[0-9a-z-]{8,64}$/i.test(words) || readStepReference(words)
          ? { value: words.toLowerCase() }
          : { problem: `“${words}” is not the id of a firewall policy, or its first 8 digits` },
      reference: {
        find: (parsed, context, { dc = '' }) => find(kind, parsed, dc, context),
        pin: ({ id }) => id,
        standIn: (reference) => ({ id: writeStepReference(reference), rule: undefined }),
        choices: (context, filter, { dc = '' } = {}) =>
          choicesIn('data center', dc, async () =>
            choose(await rulesOf(kind, dc, context), filter, asChoice),
          ),
      },
    }),
  );

/** Creates a field for the id of a firewall policy. A whole id is not looked up, since the operation reads the policy anyway. */
export function firewallPolicyId(kind: Kind, options: FieldOptions): Field<string, string, Context> {
  const { reference, ...field } = firewallPolicy(kind, options);
  return {
    ...field,
    ...(reference && {
      reference: {
        ...reference,
        find: async (parsed, context, { dc = '' }) =>
          parsed.length >= idLength ? parsed : (await find(kind, parsed, dc, context)).id,
        pin: (id) => id,
        standIn: writeStepReference,
      },
    }),
  };
}

/** Formats a policy for the title of a change: its traffic and the first digits of its id. */
export const namePolicy = ({ id, rule }: NamedPolicy, dataCenter: string): string =>
  rule ? `${rule.summary} · ${id.slice(0, 8)}` : `${id.slice(0, 8)} in ${dataCenter.toUpperCase()}`;

/** The arguments that identify a policy. */
export interface PolicyInDataCenter {
  readonly dc: Pick<DataCenter, 'id'>;
  readonly id: NamedPolicy;
}

/** Formats a policy by its id alone, since its traffic may change: "195f2e21 in DE1". */
export const nameById = ({ dc, id }: PolicyInDataCenter): string =>
  namePolicy({ ...id, rule: undefined }, dc.id);

/** Returns the key of the policy’s snapshot, which matches the arguments of its commands. */
export const keyOf = ({ dc, id }: PolicyInDataCenter) => ({ dc: dc.id, id: id.id });

export const targetsOf = ({ dc, id }: PolicyInDataCenter) => [`firewall/${dc.id}/${id.id}`];

/** Returns whether a data center has the policy; undefined if an earlier step creates it. */
export const isThere = ({ id, rule }: NamedPolicy): boolean | undefined =>
  readStepReference(id) ? undefined : rule !== undefined;

/** Formats the message for a policy that doesn’t exist in a data center. */
export const noPolicy = ({ id }: NamedPolicy, dataCenter: string): string =>
  `There is no firewall policy ${id.slice(0, 8)} in ${dataCenter.toUpperCase()}.`;

/** Returns why a change that opens a policy is refused, since nobody knows into which account; undefined if it can be made. */
export const leadsNowhereKnown = ({ rule }: NamedPolicy): UserError | undefined =>
  rule?.to === unknown
    ? new UserError('Skydesk can’t read where this policy leads, so it can’t tell who may approve it.', {
        next: 'Look at the policy where your cloud is managed.',
      })
    : undefined;

/** Returns the effect of enabling or disabling a policy. */
export function switching(enabled: boolean, policy: NamedPolicy, dataCenter: string): Leaves {
  const state = enabled ? 'enabled' : 'disabled';
  if (isThere(policy) === false) return deletion(false, noPolicy(policy, dataCenter));
  return {
    keys: { enabled: { before: policy.rule?.enabled, after: enabled } },
    already: `Firewall policy ${namePolicy(policy, dataCenter)} is already ${state}.`,
  };
}

/** "10.0.0.0/24 → 10.1.0.0/24". */
export const endsOf = ({ sources, destinations }: Rule): string =>
  `${sources.join(', ')} → ${destinations.join(', ')}`;

const asChoice = {
  id: ({ id }: Rule): string => id,
  name: (rule: Rule): string => `${endsOf(rule)} · ${state(rule)}`,
  describe: ({ id, to }: Rule): string => `${to} · ${id.slice(0, 8)}`,
};

async function find(kind: Kind, parsed: string, dc: string, context: Context): Promise<NamedPolicy> {
  const rules = await rulesOf(kind, dc, context);
  const isWhole = parsed.length >= idLength;
  const matches = rules.filter(({ id }) =>
    isWhole ? id.toLowerCase() === parsed : id.toLowerCase().startsWith(parsed),
  );
  const [rule] = matches;
  // One of those without an id may be it.
  if (!rule && rules.some(({ id }) => id === unknown)) throw maybeThere(parsed, dc);
  if (isWhole) return { id: parsed, rule };
  if (!rule) throw none(noun, parsed, listButton(noun, context.link(`${policyCommands[kind]}.list`, { dc })));
  if (matches.length > 1) throw several(noun, parsed, matches, asChoice);
  return { id: rule.id, rule };
}

const maybeThere = (id: string, dc: string): UserError =>
  new UserError(
    `Skydesk can’t read the id of a firewall policy in ${dc.toUpperCase()}, which may be ${id.slice(0, 8)}.`,
    { next: 'Try again in a minute.', passing: true },
  );

async function rulesOf(kind: Kind, dc: string, context: Context): Promise<readonly Rule[]> {
  const found = await dataCenter({ label: '' }).reference?.find(dc, context, {});
  const scope: RuleScope = { kind, dataCenter: found?.id ?? dc };
  return context.rulesAt(scope);
}

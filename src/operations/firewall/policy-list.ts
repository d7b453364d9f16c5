import { buttons, count, note, shortId, table, warning } from '../../answer/answer.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import { unknown } from '../../core/unknown-text.ts';
import type { Rule } from '../../network/network-change.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { unreadInRule } from '../../network/unread-parts.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { notAllReadOf } from '../context/not-all-read.ts';
import { firewallViewers } from '../context/roles.ts';
import { menuOf } from '../fields/reference.ts';
import { dataCenter } from '../fields/references.ts';
import { policyCommands, state } from './firewall.ts';
import { endsOf, policyWords } from './firewall-policy.ts';

const portsOf = ({ ports }: Rule): string => ports.map(formatPortRange).join(', ');

/** The wording and columns per kind. Only used by code that runs in the worker, so the receiver's bundle excludes it. */
const shown = {
  between: {
    caption: (from: string | undefined) => (from ? `from ${from}` : 'between data centers'),
    none: () => 'cross-data-center firewall policies',
    column: 'Destination data center',
    cell: ({ to }: Rule) => to,
    description: state,
    createdIn: 'from',
  },
  inside: {
    caption: (at: string | undefined) => `inside ${at ?? 'data centers'}`,
    none: (at: string | undefined) => `firewall policies inside ${at ? 'it' : 'its data centers'}`,
    column: 'Ports',
    cell: portsOf,
    description: (policy: Rule) => `${portsOf(policy)} · ${state(policy)}`,
    createdIn: 'dc',
  },
} as const;

/** Declares the operation that lists the firewall policies of a kind, in one data center or in all. */
export const listPolicies = (
  kind: keyof typeof shown,
  { summary, example }: { readonly summary: string; readonly example: string },
) =>
  defineOperation({
    id: `${policyCommands[kind]}.list`,
    summary,
    example,
    fields: { dc: optional(dataCenter({ label: policyWords[kind].dataCenter, at: 0 })) },
    risk: 'reads',
    roles: firewallViewers,
    async run({ dc }, { service, rulesAt }) {
      const searched = dc ? [dc] : await service.dataCenters.list();
      const found = await mapConcurrently(
        searched.filter(({ id }) => id !== unknown),
        async ({ id }) => (await rulesAt({ kind, dataCenter: id })).map((policy) => ({ ...policy, dc: id })),
        maxConcurrency.reads,
      );
      return { policies: found.flat(), isWhole: searched.every(({ id }) => id !== unknown) };
    },
    result({ dc }, { policies, isWhole }, context) {
      const { caption, none, column, cell, description, createdIn } = shown[kind];
      const at = dc?.id.toUpperCase();
      const prefix = policyCommands[kind];
      const notRead = [
        ...notAllReadOf(
          policies,
          ({ id }) => id.slice(0, 8),
          (policy) => unreadInRule(policy, kind),
        ),
        ...(isWhole ? [] : [warning('Skydesk couldn’t read the code of every data center.')]),
      ];
      if (policies.length === 0)
        return [
          ...notRead,
          note(`${at ?? 'This account'} has no ${none(at)}.`),
          buttons(
            formButtons(context)('Create Firewall Policy', `${prefix}.create`, { [createdIn]: dc?.id }),
          ),
        ];
      return [
        table({
          caption: `${count(policies.length, 'firewall policy')} ${caption(at)}`,
          columns: [
            ...(dc ? [] : [policyWords[kind].dataCenter]),
            ...['Source', 'Destination', column, 'Status', 'Id'],
          ].map((name) => ({ name })),
          rows: policies.map((policy) => [
            ...(dc ? [] : [policy.dc.toUpperCase()]),
            policy.sources.join(', '),
            policy.destinations.join(', '),
            cell(policy),
            state(policy),
            shortId(policy.id),
          ]),
        }),
        ...notRead,
        menuOf(
          'Show a policy…',
          'Firewall policies',
          policies,
          { id: ({ id }) => id, name: endsOf, describe: description },
          ({ dc: at, id }) => context.link(`${prefix}.show`, { dc: at, id }),
        ),
      ];
    },
  });

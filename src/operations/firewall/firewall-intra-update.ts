import { buttons, commandButton, note } from '../../answer/answer.ts';
import { type RuleLists, type Update, updateOf } from '../../network/network-change.ts';
import { opensAccess } from '../../network/opens-access.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { optional, unchanged } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { refusalIn } from '../context/refusal-in.ts';
import { deletion } from '../context/removed.ts';
import { firewallAdmins } from '../context/roles.ts';
import { tooManyEntries } from '../fields/index.ts';
import { dataCenter } from '../fields/references.ts';
import { canRestore, settingKeys, settingsGiven, toRestore, withWas } from '../fields/updated-lists.ts';
import {
  firewallPolicy,
  isThere,
  keyOf,
  leadsNowhereKnown,
  type NamedPolicy,
  nameById,
  noPolicy,
  type PolicyInDataCenter,
  targetsOf,
} from './firewall-policy.ts';
import { intraContent, intraFirewallState } from './firewall-state.ts';
import { type PolicyLists, policyFields } from './policy-lists.ts';

/** Excludes results of earlier steps: an update needs the present content, which a new policy doesn’t have yet. */
const { takes: _, ...existingPolicy } = firewallPolicy('inside', { label: 'Policy', at: 1 });

export const firewallIntraUpdate = defineOperation({
  id: 'firewall.intra.update',
  summary: 'Update a firewall policy inside a data center',
  action: 'Update firewall policy',
  button: 'Update Policy',
  example:
    'firewall intra update de1 195f2e21b90087a4b3313bc144204857 source=10.0.0.0/25 why="Only the web servers"',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0, decides: true }),
    id: existingPolicy,
    ports: optional({ ...policyFields.ports, at: 2, rest: true }, unchanged),
    source: optional(policyFields.source, unchanged),
    destination: optional(policyFields.destination, unchanged),
  },
  risk: 'opens',
  needs: 'approval',
  roles: firewallAdmins,
  check: ({ ports, source, destination }) =>
    ports || source || destination
      ? tooManyEntries({ source, destination, ports })
      : [{ message: 'Add what to change: ports, source= or destination=', missing: true }],
  refuses(args, { service }) {
    const update = updateBy(args);
    if (!update) return undefined;
    const unknown = opensAccess(update) ? leadsNowhereKnown(args.id) : undefined;
    return unknown ?? refusalIn(service.firewall.check(args.dc, 'PUT', args.id.id, listsOf(args)));
  },
  targets: targetsOf,
  subject: nameById,
  networkChange: updateBy,
  changes: keyOf,
  leaves({ dc, id, ...lists }) {
    const now = settingsOf(id);
    if (!now || isThere(id) === false) return deletion(false, noPolicy(id, dc.id));
    const given = { ...lists, ports: lists.ports?.map(formatPortRange) };
    return {
      keys: settingKeys(now, given),
      isRestorable: canRestore(now, given, policyFields),
      already: `Firewall policy ${nameById({ dc, id })} is set like this already.`,
      words: {
        change: [
          `from ${withWas('source', now, given)}`,
          `to ${withWas('destination', now, given)}`,
          `on ${withWas('ports', now, given)}`,
        ].join(' '),
        result: settingsGiven(given),
      },
    };
  },
  statusCommand: (named, { link }) => link('firewall.intra.show', keyOf(named)),
  /** Resolves to the previous policy. If that can’t be read, nothing is sent, since the change could not end by itself. */
  async run({ dc, id, ports, source, destination }, { service }) {
    const before = intraContent(await service.firewall.get(dc.id, id.id));
    await service.firewall.update(dc.id, id.id, listsOf({ ports, source, destination }));
    return before;
  },
  result: (named, _, { link }) => [
    note(`Firewall policy ${nameById(named)}`),
    buttons(commandButton('Show Policy', link('firewall.intra.show', keyOf(named)))),
  ],
  snapshot: intraFirewallState,
  inverse({ ports, source, destination, ...named }, before, { command }) {
    const given = { ports: ports?.map(formatPortRange), source, destination };
    const words = toRestore(before, given, policyFields);
    return words && command('firewall.intra.update', { ...keyOf(named), ...words });
  },
});

interface Given extends PolicyInDataCenter {
  readonly ports: RuleLists['ports'] | undefined;
  readonly source: readonly string[] | undefined;
  readonly destination: readonly string[] | undefined;
}

/** The lists that an update replaces, as they are sent. */
const listsOf = ({ ports, source, destination }: Pick<Given, 'ports' | 'source' | 'destination'>) => ({
  ...(source && { source: [...source] }),
  ...(destination && { destination: [...destination] }),
  ...(ports && { ports: ports.map(formatPortRange) }),
});

function updateBy({ dc, id: { rule }, ports, source, destination }: Given): Update | undefined {
  const lists = { sources: source, destinations: destination, ports };
  return rule && updateOf({ kind: 'inside', dataCenter: dc.id }, rule, lists);
}

const settingsOf = ({ rule }: NamedPolicy): PolicyLists | undefined =>
  rule && {
    ports: rule.ports.map(formatPortRange),
    source: rule.sources,
    destination: rule.destinations,
  };

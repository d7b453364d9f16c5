import { buttons, commandButton, note } from '../../answer/answer.ts';
import type { Account } from '../../cloud/index.ts';
import type { NetworkChange, WholeChange } from '../../network/network-change.ts';
import { commandWords, type OperationId } from '../context/command-link.ts';
import { defineOperation } from '../context/context.ts';
import { refusalIn } from '../context/refusal-in.ts';
import { deletion, unlessRemoved } from '../context/removed.ts';
import { firewallAdmins } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { type PolicyKind as Kind, policyCommands } from './firewall.ts';
import {
  firewallPolicy,
  isThere,
  keyOf,
  leadsNowhereKnown,
  nameById,
  namePolicy,
  noPolicy,
  type PolicyInDataCenter,
  policyWords,
  switching,
  targetsOf,
} from './firewall-policy.ts';
import { crossFirewallState, intraFirewallState } from './firewall-state.ts';

/*
 * The operations on firewall policies between and inside data centers differ only in their wording and in the resource at the
 * cloud API.
 */

/**
 * The resource of each kind at the cloud API. Only used by code that runs in the worker, so the receiver's bundle excludes it.
 */
const resources = {
  between: {
    state: crossFirewallState,
    at: ({ crossFirewall }: Account) => crossFirewall,
    setEnabled: ({ crossFirewall }: Account, ...by: Parameters<Account['crossFirewall']['setEnabled']>) =>
      crossFirewall.setEnabled(...by),
    check: async () => {},
  },
  inside: {
    state: intraFirewallState,
    at: ({ firewall }: Account) => firewall,
    setEnabled: ({ firewall }: Account, dc: string, id: string, enabled: boolean) =>
      firewall.update(dc, id, { enabled }),
    check: ({ firewall }: Account, ...by: Parameters<Account['firewall']['check']>) => firewall.check(...by),
  },
} as const;

const namedBy = (kind: Kind) => ({
  dc: dataCenter({ label: policyWords[kind].dataCenter, at: 0, decides: true }),
  id: firewallPolicy(kind, { label: 'Policy', at: 1 }),
});

const subject = ({ dc, id }: PolicyInDataCenter): string => namePolicy(id, dc.id);

/** Returns the traffic that a change of a policy opens or closes. */
const inNetwork =
  (kind: Kind, change: WholeChange['change']) =>
  ({ dc, id }: PolicyInDataCenter): NetworkChange => ({
    change,
    scope: { kind, dataCenter: dc.id },
    traffic: { rule: id.id },
  });

const example = (id: OperationId, policy: string): string =>
  `${commandWords(id)} ${policy} why="Nightly backup"`;

const verbs = {
  enable: { name: 'Enable', change: 'enables', risk: 'opens', opposite: 'disable' },
  disable: { name: 'Disable', change: 'disables', risk: 'disrupts', opposite: 'enable' },
} as const;

/** Declares the operation that enables or disables a firewall policy. `sample`: data center and id for its example. */
export function switchPolicy(kind: Kind, to: keyof typeof verbs, sample: string) {
  const { name, change, risk, opposite } = verbs[to];
  const prefix = policyCommands[kind];
  const isEnabled = to === 'enable';
  return defineOperation({
    id: `${prefix}.${to}`,
    summary: `${name} ${policyWords[kind].policy}`,
    action: `${name} firewall policy`,
    button: `${name} Policy`,
    example: example(`${prefix}.${to}`, sample),
    fields: namedBy(kind),
    risk,
    needs: 'approval',
    roles: firewallAdmins,
    targets: targetsOf,
    subject,
    laterSubject: nameById,
    networkChange: inNetwork(kind, change),
    changes: keyOf,
    refuses: ({ dc, id }, { service }) =>
      (isEnabled ? leadsNowhereKnown(id) : undefined) ??
      (id.rule && refusalIn(resources[kind].check(service, dc, 'PUT', id.id, { enabled: isEnabled }))),
    statusCommand: (named, { link }) => link(`${prefix}.show`, keyOf(named)),
    /**
     * Resolves to true if the policy was known to be in the opposite state before. If its state can’t be read, enabling is not
     * sent, since it could not end by itself; disabling is.
     */
    async run({ dc, id }, { service }) {
      const { at, setEnabled } = resources[kind];
      const before = await at(service)
        .get(dc.id, id.id)
        .catch((error: unknown) => {
          if (isEnabled) throw error;
        });
      await setEnabled(service, dc.id, id.id, isEnabled);
      return before?.enabled !== undefined && before.enabled !== isEnabled;
    },
    result: (named, _, { link }) => [
      note(`Firewall policy ${nameById(named)}`),
      buttons(commandButton('Show Policy', link(`${prefix}.show`, keyOf(named)))),
    ],
    leaves: ({ dc, id }) => switching(isEnabled, id, dc.id),
    snapshot: resources[kind].state,
    inverse: (named, switched, { command }) =>
      switched ? command(`${prefix}.${opposite}`, keyOf(named)) : undefined,
  });
}

/** Declares the operation that deletes a firewall policy. `sample`: data center and id for its example. */
export function deletePolicy(kind: Kind, sample: string) {
  const prefix = policyCommands[kind];
  return defineOperation({
    id: `${prefix}.delete`,
    summary: `Delete ${policyWords[kind].policy}`,
    action: 'Delete firewall policy',
    button: 'Delete Policy',
    example: example(`${prefix}.delete`, sample),
    fields: namedBy(kind),
    risk: 'disrupts',
    needs: 'approval',
    roles: firewallAdmins,
    targets: targetsOf,
    subject,
    laterSubject: nameById,
    networkChange: inNetwork(kind, 'deletes'),
    changes: keyOf,
    refuses: ({ dc, id }, { service }) =>
      id.rule && refusalIn(resources[kind].check(service, dc, 'DELETE', id.id)),
    leaves: ({ dc, id }) => deletion(isThere(id), noPolicy(id, dc.id)),
    statusCommand: ({ dc }, { link }) => link(`${prefix}.list`, { dc: dc.id }),
    run: ({ dc, id }, { service }) => resources[kind].at(service).delete(dc.id, id.id),
    snapshot: resources[kind].state,
    isReversible: false,
    result: (named, removal) => [
      note(`Firewall policy ${nameById(named)}`),
      ...unlessRemoved(removal, 'It was deleted already.'),
    ],
  });
}

import { bold, buttons, commandButton, done } from '../../answer/answer.ts';
import type { Account } from '../../cloud/index.ts';
import { defineOperation } from '../context/context.ts';
import { deletion, gone } from '../context/removed.ts';
import { firewallAdmins } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';
import { firewallPolicy, isThere, namePolicy, noPolicy, switching } from './firewall-policy.ts';
import { crossFirewallState, intraFirewallState } from './firewall-state.ts';

/*
 * What can be done with a firewall policy is the same between data centers and inside one: the operations differ in their words and in
 * the resource of the cloud API.
 */

/** What the two kinds of firewall policies differ in. */
const kinds = {
  between: {
    id: 'firewall',
    policy: 'a cross-data-center firewall policy',
    dataCenter: 'Source data center',
    state: crossFirewallState,
    at: ({ crossFirewall }: Account) => crossFirewall,
    setEnabled: ({ crossFirewall }: Account, ...by: Parameters<Account['crossFirewall']['setEnabled']>) =>
      crossFirewall.setEnabled(...by),
  },
  inside: {
    id: 'firewall.intra',
    policy: 'a firewall policy inside a data center',
    dataCenter: 'Data center',
    state: intraFirewallState,
    at: ({ firewall }: Account) => firewall,
    setEnabled: ({ firewall }: Account, dc: string, id: string, enabled: boolean) =>
      firewall.update(dc, id, { enabled }),
  },
} as const;

type Kind = keyof typeof kinds;

/** The data center of a policy, and the policy. */
const namedBy = (kind: Kind) => ({
  dc: dataCenter({ label: kinds[kind].dataCenter, at: 0, decides: true }),
  id: firewallPolicy(kind, { label: 'Policy', at: 1 }),
});

const verbs = {
  enable: { name: 'Enable', past: 'enabled', change: 'enables', risk: 'opens', opposite: 'disable' },
  disable: { name: 'Disable', past: 'disabled', change: 'disables', risk: 'disrupts', opposite: 'enable' },
} as const;

/** The operation that enables or disables a firewall policy. `example`: the data center and the id of one. */
export function switchPolicy(kind: Kind, to: keyof typeof verbs, example: string) {
  const { id, policy, state, at, setEnabled } = kinds[kind];
  const { name, past, change, risk, opposite } = verbs[to];
  const isEnabled = to === 'enable';
  return defineOperation({
    id: `${id}.${to}`,
    summary: `${name} ${policy}`,
    action: `${name} firewall policy`,
    button: `${name} Policy`,
    example: `${id.replace('.', ' ')} ${to} ${example} why="Nightly backup"`,
    fields: namedBy(kind),
    risk,
    needs: 'approval',
    roles: firewallAdmins,
    targets: ({ dc, id: named }) => [`firewall/${dc.id}/${named.id}`],
    subject: ({ dc, id: named }) => namePolicy(named, dc.id),
    networkChange: ({ dc, id: named }) => ({
      change,
      scope: { kind, dataCenter: dc.id },
      traffic: { rule: named.id },
    }),
    statusCommand: ({ dc, id: named }, { link }) => link(`${id}.show`, { dc: dc.id, id: named.id }),
    /** Resolves to true if it is known that it was the other way before. */
    async run({ dc, id: named }, { service }) {
      const before = await at(service)
        .get(dc.id, named.id)
        .catch(() => undefined);
      await setEnabled(service, dc.id, named.id, isEnabled);
      return before !== undefined && before.enabled !== isEnabled;
    },
    result: ({ dc, id: named }, _, { link }) => [
      done(bold(`Firewall policy ${past}`), ` · ${namePolicy(named, dc.id)}`),
      buttons(commandButton('Show Policy', link(`${id}.show`, { dc: dc.id, id: named.id }))),
    ],
    changes: ({ dc, id: named }) => ({ dc: dc.id, id: named.id }),
    leaves: ({ dc, id: named }) => switching(isEnabled, named, dc.id),
    snapshot: state,
    inverse: ({ dc, id: named }, switched, { command }) =>
      switched ? command(`${id}.${opposite}`, { dc: dc.id, id: named.id }) : undefined,
  });
}

/** The operation that deletes a firewall policy. `example`: the data center and the id of one. */
export function deletePolicy(kind: Kind, example: string) {
  const { id, policy, at } = kinds[kind];
  return defineOperation({
    id: `${id}.delete`,
    summary: `Delete ${policy}`,
    action: 'Delete firewall policy',
    button: 'Delete Policy',
    example: `${id.replace('.', ' ')} delete ${example} why="Nightly backup"`,
    fields: namedBy(kind),
    risk: 'disrupts',
    needs: 'approval',
    roles: firewallAdmins,
    targets: ({ dc, id: named }) => [`firewall/${dc.id}/${named.id}`],
    subject: ({ dc, id: named }) => namePolicy(named, dc.id),
    networkChange: ({ dc, id: named }) => ({
      change: 'deletes',
      scope: { kind, dataCenter: dc.id },
      traffic: { rule: named.id },
    }),
    changes: ({ dc, id: named }) => ({ dc: dc.id, id: named.id }),
    leaves: ({ dc, id: named }) => deletion(isThere(named), noPolicy(named, dc.id)),
    statusCommand: ({ dc }, { link }) => link(`${id}.list`, { dc: dc.id }),
    run: ({ dc, id: named }, { service }) => at(service).delete(dc.id, named.id),
    result: ({ dc, id: named }, removal) => [
      gone(
        removal,
        [bold('Firewall policy deleted'), ` · ${namePolicy(named, dc.id)}`],
        ['The firewall policy was already deleted', ` · ${namePolicy(named, dc.id)}`],
      ),
    ],
  });
}

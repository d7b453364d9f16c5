import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../drift/findings.ts';
import type { Command } from '../../operation/inverse.ts';
import { alertCreate } from '../alerts/alert-create.ts';
import { toRemake, toRestore as toRestoreAlert } from '../alerts/alert-draft.ts';
import { alertUpdate } from '../alerts/alert-update.ts';
import { emailTo } from '../alerts/triggers.ts';
import type { Context } from '../context/context.ts';
import { areTaken, differing, toRestore } from '../fields/updated-lists.ts';
import { otherAccount } from '../firewall/firewall.ts';
import { firewallCreate } from '../firewall/firewall-create.ts';
import { firewallIntraCreate } from '../firewall/firewall-intra-create.ts';
import { firewallIntraUpdate } from '../firewall/firewall-intra-update.ts';
import { type PolicyLists, policyFields } from '../firewall/policy-lists.ts';
import { ipAdd } from '../public-ips/ip-add.ts';
import { ipUpdate } from '../public-ips/ip-update.ts';
import { addressFields } from '../public-ips/public-address.ts';
import { orAnywhere } from '../public-ips/public-ip.ts';
import { contentAs, recipientsIn, triggersIn } from './watched-content.ts';

/** A change that restores the previous state. */
export interface PutBack {
  readonly command: Command;
  /** The part that it doesn’t restore, as a sentence. */
  readonly warning?: string | undefined;
}

/** The part of a context that writes commands for an account. */
export type Writes = Pick<Context, 'command'> & { readonly service: { readonly alias: string } };
type State = Finding['before'];

/**
 * Returns the change that puts a finding back; undefined if no command can, or if it would also undo a change by Skydesk. It is
 * requested like any other change.
 */
export function putBack(finding: Finding, context: Writes): PutBack | undefined {
  const back = finding.by.kind === 'outside' ? commandBack(finding, context) : undefined;
  return back && isTaken(back.command) ? back : undefined;
}

/** The operations that can refuse values which were set outside Skydesk. */
const restoring = [
  firewallCreate,
  firewallIntraCreate,
  firewallIntraUpdate,
  ipAdd,
  ipUpdate,
  alertCreate,
  alertUpdate,
];

/** Returns whether the fields of a command take its arguments. Its reason is added later. */
function isTaken({ operation: id, raw }: Command): boolean {
  const operation = restoring.find((one) => one.id === id);
  return !operation || !('problems' in operation.prepare({ ...raw, why: 'It is added later' }));
}

function commandBack({ subject, before, after }: Finding, context: Writes): PutBack | undefined {
  switch (subject.kind) {
    case 'firewall between':
    case 'firewall inside':
      return policyBack(subject, before, after, context);
    case 'public address':
      return addressBack(subject, before, after, context);
    case 'alert policy':
      return alertBack(subject, before, after, context);
    case 'autoscale policy on server':
      return autoscaleBack(subject, before, context);
  }
}

type Subject = Finding['subject'];

function policyBack(subject: Subject, before: State, after: State, context: Writes): PutBack | undefined {
  const { kind, dc = '', id = '' } = subject;
  const prefix = kind === 'firewall between' ? 'firewall' : 'firewall.intra';
  if (!before) return { command: context.command(`${prefix}.delete`, { dc, id }) };
  if (!after)
    return kind === 'firewall between' ? crossAgain(dc, before, context) : intraAgain(dc, before, context);
  const [was, is] = [
    contentAs('firewall inside', before.content),
    contentAs('firewall inside', after.content),
  ];
  const [listsBefore, listsNow] = [listsOf(was), listsOf(is)];
  if (!isDeepStrictEqual({ ...was, ...listsNow, enabled: is.enabled }, { ...is, ...listsNow }))
    return undefined;
  const { enabled } = was;
  const toSwitch = context.command(`${prefix}.${enabled ? 'enable' : 'disable'}`, { dc, id });
  if (differing(listsBefore, listsNow).length === 0) return { command: toSwitch };
  const words = toRestore(listsBefore, listsNow, policyFields);
  if (!words) return undefined;
  const update = context.command('firewall.intra.update', { dc, id, ...words });
  if (enabled === is.enabled) return { command: update };
  // The policy is disabled while its lists are replaced, so it never allows traffic that neither state allows.
  const steps = enabled ? [update, toSwitch] : [toSwitch, update];
  return { command: context.command('plan', { commands: steps.map(({ line }) => line).join('\n') }) };
}

/** Returns the lists of a policy. A policy between data centers has none. */
const listsOf = ({ source = [], destination = [], ports = [] }: Partial<PolicyLists>): PolicyLists => ({
  source,
  destination,
  ports,
});

const newPolicy = 'It gets a new id.';
const nowEnabled = 'It gets a new id, and is enabled, which it was not.';

function crossAgain(from: string, { content }: NonNullable<State>, { command, service }: Writes): PutBack {
  const policy = contentAs('firewall between', content);
  return {
    command: command('firewall.create', {
      from,
      to: policy.destinationLocation,
      source: policy.sourceCidr,
      destination: policy.destinationCidr,
      peer: otherAccount(policy.destinationAccount, service),
    }),
    warning: policy.enabled ? newPolicy : nowEnabled,
  };
}

function intraAgain(
  dc: string,
  { content }: NonNullable<State>,
  { command, service }: Writes,
): PutBack | undefined {
  const { enabled, destinationAccount, ...lists } = contentAs('firewall inside', content);
  if (!areTaken(['ports', 'source', 'destination'], lists, policyFields)) return undefined;
  return {
    command: command('firewall.intra.create', {
      dc,
      ports: lists.ports.join(' '),
      source: lists.source.join(','),
      destination: lists.destination.join(','),
      peer: destinationAccount === undefined ? undefined : otherAccount(destinationAccount, service),
    }),
    warning: enabled ? newPolicy : nowEnabled,
  };
}

function addressBack(
  { server = '', address = '' }: Subject,
  before: State,
  after: State,
  { command }: Writes,
): PutBack | undefined {
  if (!before) return { command: command('ip.remove', { server, address }) };
  const was = contentAs('public address', before.content);
  const { internal } = was;
  if (after) {
    const is = contentAs('public address', after.content);
    if (is.internal !== internal) return undefined;
    const words = toRestore(addressLists(was), addressLists(is), addressFields);
    return words && { command: command('ip.update', { server, address, ...words }) };
  }
  const given = was.from.length > 0 ? (['ports', 'from'] as const) : (['ports'] as const);
  if (!areTaken(given, was, addressFields)) return undefined;
  return {
    command: command('ip.add', {
      server,
      ports: was.ports.join(' '),
      from: was.from.join(',') || undefined,
      internal: internal ?? undefined,
    }),
    warning: `${server.toUpperCase()} gets another public IP than ${address}.`,
  };
}

/** Returns the access to a public IP as lists. */
const addressLists = ({ ports, from }: ReturnType<typeof contentAs<'public address'>>) => ({
  ports,
  from: orAnywhere(from),
});

function alertBack(
  { id = '' }: Subject,
  before: State,
  after: State,
  { command }: Writes,
): PutBack | undefined {
  if (!before) return { command: command('alert.delete', { policy: id }) };
  if (!isInWords(before, after)) return undefined;
  const was = alertPolicyOf(id, before);
  if (!after) {
    const words = toRemake(was);
    const warning = 'It gets a new id, and is assigned to no server.';
    return words && { command: command('alert.create', words), warning };
  }
  const words = toRestoreAlert(was, alertPolicyOf(id, after));
  return words && { command: command('alert.update', { ...words, policy: id }) };
}

/** Returns whether commands can put all of an alert policy back: they set no triggers of other metrics, and one list of recipients. */
function isInWords(before: NonNullable<State>, after: State): boolean {
  const { others, recipients } = contentAs('alert policy', before.content);
  if (!after) return others.length === 0 && recipients.length <= 1;
  const now = contentAs('alert policy', after.content);
  return (
    isDeepStrictEqual(others, now.others) &&
    (recipients.length <= 1 || isDeepStrictEqual(recipients, now.recipients))
  );
}

function alertPolicyOf(id: string, { content }: NonNullable<State>) {
  const alert = contentAs('alert policy', content);
  return {
    id,
    name: alert.name,
    actions: emailTo(recipientsIn(alert)),
    triggers: triggersIn(alert),
    links: [],
  };
}

const autoscaleBack = ({ server = '' }: Subject, before: State, { command }: Writes): PutBack => ({
  command: before
    ? command('autoscale.set', { server, policy: contentAs('autoscale policy on server', before.content) })
    : command('autoscale.remove', { server }),
});

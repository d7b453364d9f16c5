import {
  type Answer,
  type Button,
  bold,
  buttons,
  code,
  commandButton,
  context,
  failed,
  note,
  type Part,
  shortId,
  warning,
} from '../../answer/answer.ts';
import type { CrossFirewallPolicy, FirewallPolicy } from '../../cloud/index.ts';
import { allows } from '../../cloud/model/link.ts';
import { canonicalPorts } from '../../network/canonical-lists.ts';
import type { Inverse } from '../../operation/inverse.ts';
import type { Progress } from '../../operation/operation.ts';
import type { WriteLink } from '../context/command-link.ts';
import type { Context } from '../context/context.ts';

/** Between data centers, or inside one. */
export type PolicyKind = 'between' | 'inside';

/** The prefix of the commands for each kind of policy. */
export const policyCommands = { between: 'firewall', inside: 'firewall.intra' } as const;

/** The account of a request. */
interface Own {
  readonly alias: string;
}

/** Returns the alias of an account in upper case; undefined for the account of the request. */
export const otherAccount = (account: string | undefined, { alias }: Own): string | undefined =>
  account?.toUpperCase() === alias.toUpperCase() ? undefined : account?.toUpperCase();

/** Formats a data center, with its account unless that is the account of the request: "VA1", "VA1 (ACDV)". */
export function whereabouts(dataCenter: string, account: string | undefined, own: Own): string {
  const alias = otherAccount(account, own);
  return alias === undefined ? dataCenter.toUpperCase() : `${dataCenter.toUpperCase()} (${alias})`;
}

/** Reads the data center and the account from the output of `whereabouts`. */
export function readWhereabouts(text: string): {
  readonly dataCenter: string;
  readonly account: string | undefined;
} {
  const [, dataCenter = text, account] = /^(.+) \((.+)\)$/.exec(text) ?? [];
  return { dataCenter, account };
}

/** Describes the traffic of a cross-data-center policy: "10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1 · ACDV) · all ports". */
export function describeCross(
  policy: Omit<CrossFirewallPolicy, 'id' | 'status' | 'enabled' | 'links' | 'unread'>,
  own: Own,
): string {
  const at = (dataCenter: string, account: string): string =>
    [dataCenter.toUpperCase(), otherAccount(account, own)].filter(Boolean).join(' · ');
  const source = `${policy.sourceCidr} (${at(policy.sourceLocation, policy.sourceAccount)})`;
  const destination = `${policy.destinationCidr} (${at(policy.destinationLocation, policy.destinationAccount)})`;
  return `${source} → ${destination} · all ports`;
}

/** The traffic of a policy inside a data center, in the format of the cloud API. */
type IntraTraffic = Readonly<Record<'source' | 'destination' | 'ports', readonly string[]>> &
  Pick<FirewallPolicy, 'destinationAccount'>;

/**
 * Describes the traffic of a policy inside a data center: "10.0.0.0/24 → 10.1.0.0/24 (ACDV) in DE1 · tcp/443". `join` formats
 * ranges and ports; by default, it lists all of them.
 */
export function describeIntra(
  policy: IntraTraffic,
  dataCenter: string,
  own: Own,
  join = (items: readonly string[]): string => items.join(', '),
): string {
  const alias = otherAccount(policy.destinationAccount, own);
  const destination = `${join(policy.destination)}${alias === undefined ? '' : ` (${alias})`}`;
  const isAny = policy.ports.some((port) => port.toLowerCase() === 'any');
  const ports = isAny ? canonicalPorts(policy.ports).with(0, 'all ports') : policy.ports;
  return `${join(policy.source)} → ${destination} in ${dataCenter.toUpperCase()} · ${join(ports)}`;
}

/** The state of a policy: whether it is enabled is undefined if that can't be read. */
interface PolicyState {
  readonly status: string;
  readonly enabled?: boolean | undefined;
}

export const state = ({ status, enabled }: PolicyState): string =>
  [status, ...(enabled === undefined ? ['enabled or not'] : enabled ? [] : ['disabled'])].join(', ');

/** Returns buttons for the actions that Skydesk’s login may take on a policy. `edit`: only for policies that can be updated. */
export const policyButtons = (
  kind: PolicyKind,
  dataCenter: string,
  policy: CrossFirewallPolicy | FirewallPolicy,
  link: WriteLink,
  edit?: Button,
): Part => {
  const named = { dc: dataCenter, id: policy.id };
  const prefix = policyCommands[kind];
  return buttons(
    allows(policy, 'PUT') && edit !== undefined && edit,
    allows(policy, 'PUT') &&
      (policy.enabled
        ? commandButton('Disable Policy', link(`${prefix}.disable`, named))
        : commandButton('Enable Policy', link(`${prefix}.enable`, named))),
    allows(policy, 'DELETE') && commandButton('Delete Policy', link(`${prefix}.delete`, named)),
  );
};

/**
 * A new policy applies only when it is active (docs/cloud-api.md, Firewall policies inside a data center), and as long as nobody
 * disables it. `after`: its content as it was created, if somebody has changed that since.
 */
export function untilActive(
  kind: PolicyKind,
  dc: string,
  policy: PolicyState & { readonly id: string },
  traffic: string,
  { link, command }: Pick<Context, 'link' | 'command'>,
  after?: unknown,
): Progress<Inverse<{ readonly dc: string; readonly id: string }>> {
  const named = { dc, id: policy.id };
  const prefix = policyCommands[kind];
  const more: Answer = [buttons(commandButton('Show Policy', link(`${prefix}.show`, named)))];
  const status = policy.status.toLowerCase();
  if (status === 'active') {
    const meanwhile = policy.enabled === false ? 'disabled' : after === undefined ? undefined : 'changed';
    const answer: Answer = [
      note('Firewall policy ', shortId(policy.id)),
      ...(meanwhile ? [warning(`Somebody ${meanwhile} it meanwhile, so see what it allows.`)] : []),
      ...more,
    ];
    const inverse = { ...command(`${prefix}.delete`, named), of: named, after };
    return { phase: 'done', answer, results: { id: policy.id }, inverse };
  }
  if (status === 'error') {
    return {
      phase: 'failed',
      answer: [
        failed(bold('Firewall policy not activated'), ` · ${traffic} · `, shortId(policy.id)),
        context('The cloud API created it and reports status ', code(policy.status)),
        ...more,
      ],
      note: `The cloud API created it, but didn’t activate it: its status is ${policy.status}.`,
    };
  }
  return { phase: 'running' };
}

import type { Account, CrossFirewallPolicy, FirewallPolicy } from '../../cloud/index.ts';
import {
  type Answer,
  buttons,
  code,
  commandButton,
  done,
  facts,
  failed,
  type Text,
  warning,
} from '../../core/answer.ts';
import type { Inverse } from '../../core/inverse.ts';
import type { Progress } from '../../core/operation.ts';

/** The service may change these operations without notice (interface.md §4.8). */
export const experimental: Text =
  'The service calls its firewall operations experimental: they may change without notice.';

export const describeCross = (policy: CrossFirewallPolicy): string =>
  `${policy.sourceCidr} in ${policy.sourceLocation.toUpperCase()} → ${policy.destinationCidr} in ${policy.destinationLocation.toUpperCase()}`;

export const describeIntra = (policy: FirewallPolicy): string =>
  `${policy.source.join(', ')} → ${policy.destination.join(', ')} on ${policy.ports.join(', ')}`;

/** A data center of an account, as people say it: "VA1 of ACME". */
export const whereabouts = (dataCenter: string, account: string): string =>
  `${dataCenter.toUpperCase()} of ${account.toUpperCase()}`;

/** The account of the other end, where it is another than the one asked for; it is left out where it is the same. */
export const otherAccount = (
  peer: string | undefined,
  { alias }: { readonly alias: string },
): string | undefined => (peer?.toUpperCase() === alias.toUpperCase() ? undefined : peer?.toUpperCase());

export const state = ({ status, enabled }: { status: string; enabled: boolean }): string =>
  enabled ? status : `${status}, disabled`;

/** Switches a policy between data centers; true when it is known that it stood the other way before. */
export async function switchTo(
  enabled: boolean,
  dataCenter: string,
  id: string,
  { crossFirewall }: Pick<Account, 'crossFirewall'>,
): Promise<boolean> {
  const before = await crossFirewall.get(dataCenter, id).catch(() => undefined);
  await crossFirewall.setEnabled(dataCenter, id, enabled);
  return before !== undefined && before.enabled !== enabled;
}

/** A new policy is in force only when it is active (service-facts T29), and as long as nobody disables it. */
export function untilActive<Key>(
  policy: { readonly status: string; readonly enabled: boolean; readonly id: string },
  describe: string,
  show: string,
  inverse: Inverse<Key>,
): Progress<Inverse<Key>> {
  const more: Answer = [facts({ Rule: describe, Id: code(policy.id) }), buttons(commandButton('Show', show))];
  const status = policy.status.toLowerCase();
  if (status === 'active') {
    const stands = policy.enabled
      ? done('The firewall policy is in force.')
      : warning('The firewall policy was created, but it is disabled: somebody disabled it meanwhile.');
    return { phase: 'done', answer: [stands, ...more], inverse };
  }
  if (status === 'error') {
    return {
      phase: 'failed',
      answer: [failed('The service could not put the firewall policy into force.'), ...more],
    };
  }
  return { phase: 'running' };
}

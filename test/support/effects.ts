import type { LocalCloud } from '../../local/cloud/index.ts';
import type { StepState } from './change-states.ts';

type State = ReturnType<LocalCloud['control']['state']>;
type Arguments = Readonly<Record<string, string>>;

/** Whether the cloud API contains the result of a step, by operation. Ids and names are compared in the emulator's spelling. */
const made: Readonly<Record<string, (state: State, of: Arguments) => boolean>> = {
  'alert.create': ({ alertPolicies }, { name }) => alertPolicies.some((policy) => policy.name === name),
  'alert.delete': ({ alertPolicies }, { policy }) => alertPolicies.every(({ id }) => id !== policy),
  'alert.assign': (state, { server, policy = '' }) => policiesOn(state, server).includes(policy),
  'alert.unassign': (state, { server, policy = '' }) => !policiesOn(state, server).includes(policy),
  'firewall.create': ({ crossFirewalls }, { source, destination }) =>
    crossFirewalls.some(
      ({ sourceCidr, destinationCidr }) => sourceCidr === source && destinationCidr === destination,
    ),
  'firewall.delete': ({ crossFirewalls }, { id }) => crossFirewalls.every((policy) => policy.id !== id),
  'ip.remove': ({ servers }, { address }) =>
    servers.every(({ publicIps }) => publicIps.every((publicIp) => publicIp.address !== address)),
};

const policiesOn = ({ servers }: State, server = ''): readonly string[] =>
  servers.find(({ id }) => id === server.toLowerCase())?.alertPolicyIds ?? [];

/** Whether the cloud API contains the result of a step; undefined if that is undecidable, or if an argument is not known yet. */
export function isMadeIn(state: State, { operation, arguments: given }: StepState): boolean | undefined {
  const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  if (Object.values(texts).some((text) => text.startsWith('$'))) return undefined;
  return made[operation]?.(state, texts);
}

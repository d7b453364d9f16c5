import type { LocalCloud } from '../cloud/index.ts';
import { credentialSwitches } from './credential-switches.ts';
import { type LocalParts, plannedFault, type SwitchGroup } from './switch-types.ts';

const slowMs = 4_000;
const always = Number.MAX_SAFE_INTEGER;

/** The switches of the local cloud. Passwords that they make up are added to `passwords`. */
export function cloudSwitches(
  { control }: LocalCloud,
  parts: Pick<LocalParts, 'aws' | 'login'>,
  passwords: string[],
): SwitchGroup {
  const credentials = credentialSwitches(control, parts, passwords);
  return {
    switches: [...responseSwitches(control), ...credentials.switches],
    reset() {
      control.reset();
      credentials.reset();
    },
  };
}

/** How the cloud API responds, or fails to. */
const responseSwitches = (control: LocalCloud['control']): SwitchGroup['switches'] => [
  {
    id: 'slow-service',
    part: 'service',
    kind: 'condition',
    name: 'Slow responses',
    description:
      'Each response of the cloud API takes 4 seconds. Commands are still acknowledged at once; their answers come later.',
    isOn: () => control.faults().latencies['*'] === slowMs,
    set: (on: boolean) => control.latency(on ? slowMs : 0),
  },
  plannedFault(
    {
      id: 'service-errors',
      part: 'service',
      name: 'HTTP 500 errors',
      description:
        'The cloud API responds to every call with 500. Reads are tried three times. After a failed read nothing was changed; after a failed change the outcome is unknown.',
    },
    'condition',
    () => control.fail({ how: 'internal', times: always }),
  ),
  plannedFault(
    {
      id: 'service-drops-before',
      part: 'service',
      name: 'Dropped connections',
      description:
        'The cloud API closes the connection before it does anything. Reads are tried three times. Changes are never repeated, because Skydesk can’t tell whether they were made.',
    },
    'condition',
    () => control.fail({ how: 'drop', times: always }),
  ),
  plannedFault(
    {
      id: 'service-drops-after',
      part: 'service',
      name: 'Lost responses',
      description:
        'The cloud API makes the change, then closes the connection without a response. Skydesk reports the outcome as unknown, says how to check it, and doesn’t repeat the change.',
    },
    'condition',
    () => control.fail({ how: 'drop', after: true, changes: true, times: always }),
  ),
];

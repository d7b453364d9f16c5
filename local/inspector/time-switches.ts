import { atOnce, type FaultsOfPart } from './injected-fault.ts';
import type { LocalPolicy, LocalTime } from './local-parts.ts';

const hourMs = 3_600_000;

export const timeFaults = (time: LocalTime): FaultsOfPart => ({
  part: 'time',
  faults: [
    {
      id: 'one-hour',
      name: 'Let 1 hour pass',
      description:
        'The clock of Slack, the cloud API, Skydesk and its table moves on, and the sweeper runs. Approvers are reminded, previews and Undo expire.',
      ...atOnce(() => time.pass(hourMs)),
    },
    {
      id: 'eight-hours',
      name: 'Let 8 hours pass',
      description: 'As above, eight times. Requests that nobody approved expire.',
      ...atOnce(() => time.pass(8 * hourMs)),
    },
  ],
  reset: () => time.reset(),
});

export function policyFaults(policy: LocalPolicy): FaultsOfPart {
  let strict = false;
  return {
    part: 'policy',
    faults: [
      {
        id: 'strict-policy',
        kind: 'condition',
        name: 'A stricter policy',
        description:
          'Vic can only read, Ana and the approvers can change, and only Ben and Cora can approve. Every firewall change needs an approval. Ana can approve her own request in an emergency (break-glass).',
        isOn: () => strict,
        async set(on) {
          if (on === strict) return;
          await policy.set(on);
          strict = on;
        },
      },
    ],
  };
}

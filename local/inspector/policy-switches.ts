import type { LocalPolicy, SwitchGroup } from './switch-types.ts';

/** The switch that replaces the policy. */
export function policySwitches(policy: LocalPolicy): SwitchGroup {
  let strict = false;
  return {
    switches: [
      {
        id: 'strict-policy',
        part: 'policy',
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
    // A reset switches conditions off, which puts the own policy back.
    reset() {},
  };
}

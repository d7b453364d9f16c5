import { allPorts, type NetworkChange, type Rule, type Traffic } from '../../src/network/network-change.ts';
import { decide } from '../../src/policy/decide.ts';
import { describeImpact } from '../../src/policy/describe-impact.ts';
import { isNarrower } from '../../src/policy/narrower.ts';
import { defaults } from '../../src/policy/policy.ts';
import { figure, medianOf } from './figures.ts';

/** So many ranges that neither touch nor overlap, from 10.0.0.0 on. */
const ranges = (amount: number): readonly string[] =>
  Array.from({ length: amount }, (_, at) => `10.${Math.floor(at / 128)}.${(at % 128) * 2}.0/24`);

const wayOf = (amount: number): Traffic => ({
  sources: ranges(amount),
  destinations: ranges(amount),
  ports: allPorts,
  to: 'VA1 of ACME',
  into: undefined,
});

/** How long it takes to judge a change against a rule of 4,000 ranges at both ends: in a sentence, and in milliseconds. */
export function policySpeed(): { readonly text: string; readonly ms: number } {
  const times = (amount: number): number => {
    const taken: number[] = [];
    for (let run = 0; run < 30; run += 1) {
      // Made each time, since the normal form of a rule is kept with it.
      const rule: Rule = { ...wayOf(amount), id: 'aa', status: 'active', enabled: true, summary: '' };
      const place = { kind: 'inside', dataCenter: 'va1' } as const;
      const change: NetworkChange = { change: 'opens', scope: place, traffic: wayOf(40) };
      const whole: NetworkChange = { change: 'opens', scope: place, traffic: rule };
      const started = performance.now();
      describeImpact(change, [rule]);
      isNarrower(change, whole);
      decide(
        {
          requester: { id: 'U1', groups: [] },
          steps: [{ risk: 'opens', needs: 'approval', networkChange: whole, account: 'ACME' }],
        },
        defaults,
      );
      taken.push(performance.now() - started);
    }
    return medianOf(taken);
  };
  const [small, large] = [times(400), times(4_000)];
  const text = `A change of 40 ranges is evaluated against a firewall policy of 4,000 ranges at each end in ${figure(large)} ms, and against one of 400 in ${figure(small)} ms. This includes the comparison, the impact in words, and the score of the policy itself.`;
  return { text, ms: large };
}

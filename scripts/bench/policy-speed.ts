import { allPorts, type NetworkChange, type Rule, type Traffic } from '../../src/network/network-change.ts';
import { decide } from '../../src/policy/decide.ts';
import { describeImpact } from '../../src/policy/describe-impact.ts';
import { isNarrower } from '../../src/policy/narrower.ts';
import { defaults } from '../../src/policy/policy.ts';
import { figure, medianOf } from '../derived/figures.ts';
import type { Section } from './budgets.ts';

export function policySpeed(): Section {
  const [small, large] = [evaluationMs(400), evaluationMs(4_000)];
  return {
    text: `A change of 40 ranges is evaluated against a firewall policy of 4,000 ranges at each end in ${figure(large)} ms, and against one of 400 in ${figure(small)} ms. This includes the comparison, the impact in words, and the score of the policy itself.`,
    budgets: [['Evaluating a change against a firewall policy of 4,000 ranges', large, 50, 'ms']],
  };
}

function evaluationMs(amount: number): number {
  const scope = { kind: 'inside', dataCenter: 'va1' } as const;
  const change: NetworkChange = { change: 'opens', scope, traffic: trafficOf(40) };
  const taken = Array.from({ length: 30 }, () => {
    // Created for each run, since a rule caches its normal form.
    const rule: Rule = { ...trafficOf(amount), id: 'aa', status: 'active', enabled: true, summary: '' };
    const whole: NetworkChange = { change: 'opens', scope, traffic: rule };
    const step = { risk: 'opens', needs: 'approval', networkChange: whole, account: 'ACME' } as const;
    const started = performance.now();
    describeImpact(change, [rule]);
    isNarrower(change, whole);
    decide({ requester: { id: 'U1', groups: [] }, steps: [step] }, defaults);
    return performance.now() - started;
  });
  return medianOf(taken);
}

/** Returns traffic between ranges that neither touch nor overlap, from 10.0.0.0 on. */
function trafficOf(amount: number): Traffic {
  const ranges = Array.from(
    { length: amount },
    (_, at) => `10.${Math.floor(at / 128)}.${(at % 128) * 2}.0/24`,
  );
  return { sources: ranges, destinations: ranges, ports: allPorts, to: 'VA1 of ACME', into: undefined };
}

import { allPorts, type NetworkChange, type Rule, type Traffic } from '../../src/network/network-change.ts';
import { everyPort } from '../../src/network/port-set.ts';
import type { Product } from '../../src/network/product.ts';
import { remainder } from '../../src/network/remainder.ts';
import { decide } from '../../src/policy/decide.ts';
import { describeImpact } from '../../src/policy/describe-impact.ts';
import { isNarrower } from '../../src/policy/narrower.ts';
import { defaults } from '../../src/policy/policy.ts';
import { figure, medianOf } from '../derived/figures.ts';

/** Returns `amount` ranges that neither touch nor overlap, from 10.0.0.0 on. */
const ranges = (amount: number): readonly string[] =>
  Array.from({ length: amount }, (_, at) => `10.${Math.floor(at / 128)}.${(at % 128) * 2}.0/24`);

const wayOf = (amount: number): Traffic => ({
  sources: ranges(amount),
  destinations: ranges(amount),
  ports: allPorts,
  to: 'VA1 of ACME',
  into: undefined,
});

/** Returns policies for ranges of up to 1,024 addresses in two /16, and for some ports. Deterministic. */
function policiesOf(amount: number): readonly Product[] {
  let state = 7;
  const below = (end: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * end);
  };
  const range = (start: number) => {
    const length = 2 ** below(11);
    const first = start + below(2 ** 16 / length) * length;
    return [{ first, last: first + length - 1 }];
  };
  return Array.from({ length: amount }, (): Product => {
    const first = 1 + below(1_000);
    return [range(sources), range(destinations), [{ first, last: first + below(60_000) }]];
  });
}
const sources = 10 * 2 ** 24;
const destinations = sources + 2 ** 16;

/** Measures, in milliseconds, the computation of the traffic between two /16 that policies do not cover. */
function remainderSpeed(amount: number): number {
  const policies = policiesOf(amount);
  const both = [sources, destinations].map((first) => [{ first, last: first + 2 ** 16 - 1 }]);
  const whole: Product = [both[0] ?? [], both[1] ?? [], everyPort];
  const taken = Array.from({ length: 9 }, () => {
    const started = performance.now();
    remainder(whole, policies);
    return performance.now() - started;
  });
  return medianOf(taken);
}

/** Measures the evaluation of a change against a rule of 4,000 ranges at both ends: in a sentence, and in milliseconds. */
export function policySpeed(): { readonly text: string; readonly ms: number; readonly reachMs: number } {
  const times = (amount: number): number => {
    const taken: number[] = [];
    for (let run = 0; run < 30; run += 1) {
      // Created for each run, since a rule caches its normal form.
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
  const [few, many] = [remainderSpeed(500), remainderSpeed(5_000)];
  const text = `A change of 40 ranges is evaluated against a firewall policy of 4,000 ranges at each end in ${figure(large)} ms, and against one of 400 in ${figure(small)} ms. This includes the comparison, the impact in words, and the score of the policy itself. What 5,000 policies leave of all ports between two /16 is found in ${figure(many)} ms, and of 500 in ${figure(few)} ms.`;
  return { text, ms: large, reachMs: many };
}

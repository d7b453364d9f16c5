import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../src/network/network-change.ts';
import { decide } from '../../../src/policy/decide.ts';
import { describeImpact } from '../../../src/policy/describe-impact.ts';
import { isNarrower, isNoWider } from '../../../src/policy/narrower.ts';
import { defaults, type Points, type Policy } from '../../../src/policy/policy.ts';
import { score, sum } from '../../../src/policy/risk.ts';
import { inside, onServer, opens, rule } from './ways.ts';

/** A written form: ranges in CIDR notation, ports with a first and a last. */
interface Cidr {
  readonly base: number;
  readonly prefix: number;
}
interface Run {
  readonly protocol: 'tcp' | 'udp';
  readonly from: number;
  readonly to: number;
}

const address = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
const lengthOf = ({ prefix }: Cidr): number => 2 ** (32 - prefix);

const cidr: fc.Arbitrary<Cidr> = fc
  .tuple(
    fc.oneof(fc.nat({ max: 2 ** 32 - 1 }), fc.integer({ min: 10 * 2 ** 24, max: 10 * 2 ** 24 + 2 ** 9 })),
    fc.oneof(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 22, max: 32 })),
  )
  .map(([number, prefix]) => ({ base: number - (number % 2 ** (32 - prefix)), prefix }));
const port = fc.oneof(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 20, max: 30 }));
const run: fc.Arbitrary<Run> = fc
  .tuple(fc.constantFrom('tcp', 'udp'), port, port)
  .map(([protocol, a, b]) => ({ protocol, from: Math.min(a, b), to: Math.max(a, b) }));

const written = fc.record({
  sources: fc.array(cidr, { minLength: 1, maxLength: 3 }),
  destinations: fc.array(cidr, { minLength: 1, maxLength: 2 }),
  ports: fc.array(run, { minLength: 1, maxLength: 3 }),
});
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never;

const rangesIn = (cidrs: readonly Cidr[], host = 0): string =>
  cidrs.map((cidr) => `${address(cidr.base + (host % lengthOf(cidr)))}/${cidr.prefix}`).join();
const portsIn = (runs: readonly Run[]): string =>
  runs.map(({ protocol, from, to }) => `${protocol}/${from}-${to}`).join(' ');
const textOf = ({ sources, destinations, ports }: Written, host = 0): string =>
  `${rangesIn(sources, host)} > ${rangesIn(destinations, host)} : ${portsIn(ports)}`;

/** An equal set in another form: pieces in any order, some of them twice, with host bits. */
const rewritten = (original: Written) =>
  fc
    .record({
      cuts: fc.array(fc.integer({ min: 0, max: 65_534 }), { maxLength: 4 }),
      splits: fc.array(fc.nat({ max: 6 }), { maxLength: 4 }),
      twice: fc.nat({ max: 6 }),
      host: fc.nat({ max: 2 ** 31 }),
      backwards: fc.boolean(),
    })
    .map(({ cuts, splits, twice, host, backwards }) => {
      const mixed = <Item>(items: Item[]): Item[] => {
        const again = items[twice % items.length];
        const all = again === undefined ? items : [...items, again];
        return backwards ? all.toReversed() : all;
      };
      const halved = (all: readonly Cidr[]): Cidr[] =>
        splits.reduce<Cidr[]>(
          (pieces, which) =>
            pieces.flatMap((piece, at) => {
              if (at !== which % pieces.length || piece.prefix === 32) return [piece];
              const prefix = piece.prefix + 1;
              return [
                { base: piece.base, prefix },
                { base: piece.base + 2 ** (32 - prefix), prefix },
              ];
            }),
          [...all],
        );
      const cut = (all: readonly Run[]): Run[] =>
        cuts.reduce<Run[]>(
          (pieces, after) =>
            pieces.flatMap((piece) =>
              piece.from <= after && after < piece.to
                ? [
                    { ...piece, to: after },
                    { ...piece, from: after + 1 },
                  ]
                : [piece],
            ),
          [...all],
        );
      const pieces = {
        sources: mixed(halved(original.sources)),
        destinations: mixed(halved(original.destinations)),
        ports: mixed(cut(original.ports)),
      };
      return textOf(pieces, host);
    });

const inOtherWords = written.chain((original) =>
  fc.tuple(fc.constant(textOf(original)), rewritten(original)),
);

const policy: Policy = { ...defaults, accounts: { PROD: { production: true } } };
const needs = (networkChange: NetworkChange) =>
  decide(
    {
      requester: { id: 'U1', groups: [] },
      steps: [{ risk: 'opens', needs: 'confirmation', networkChange: networkChange, account: 'PROD' }],
    },
    policy,
  );

test('a change is scored and explained in the same words in any pieces, order and notation', () => {
  fc.assert(
    fc.property(inOtherWords, written, ([text, other], known) => {
      const rules = [rule('aa', textOf(known)), rule('bb', text), rule('cc', '10.0.0.0/23 > 0.0.0.0/0')];
      for (const place of [inside, onServer]) {
        const [a, b] = [opens(place, text), opens(place, other)];
        expect(score([{ networkChange: b, account: 'PROD' }], policy)).toEqual(
          score([{ networkChange: a, account: 'PROD' }], policy),
        );
        expect(needs(b)).toEqual(needs(a));
        expect(describeImpact(opens(inside, other), rules)).toEqual(
          describeImpact(opens(inside, text), rules),
        );
      }
    }),
  );
});

test('a change that is written in other pieces is neither narrower nor wider', () => {
  fc.assert(
    fc.property(inOtherWords, ([text, other]) => {
      const [a, b] = [opens(inside, text), opens(inside, other)];
      expect([isNarrower(a, b), isNarrower(b, a), isNoWider(a, b), isNoWider(b, a)]).toEqual([
        false,
        false,
        true,
        true,
      ]);
    }),
  );
});

test('more sources, destinations or ports never give fewer points, whatever the weights', () => {
  const weights = fc.record(
    Object.fromEntries(
      Object.keys(defaults.risk.points).map((name) => [name, fc.integer({ min: 0, max: 100 })]),
    ),
  );
  fc.assert(
    fc.property(written, written, weights, fc.boolean(), (some, more, chosen, isPublic) => {
      const points: Points = { ...defaults.risk.points, ...chosen };
      const weighed: Policy = { ...policy, risk: { ...policy.risk, points } };
      const total = (one: Written): number =>
        sum(
          score(
            [{ networkChange: opens(isPublic ? onServer : inside, textOf(one)), account: 'PROD' }],
            weighed,
          ),
        );
      const before = total(some);
      expect(total({ ...some, sources: [...some.sources, ...more.sources] })).toBeGreaterThanOrEqual(before);
      expect(
        total({ ...some, destinations: [...some.destinations, ...more.destinations] }),
      ).toBeGreaterThanOrEqual(before);
      expect(total({ ...some, ports: [...some.ports, ...more.ports] })).toBeGreaterThanOrEqual(before);
    }),
  );
});

test('opening nearly everything to nearly everyone always needs approval', () => {
  const hole = fc.integer({ min: 1, max: 65_535 });
  const closed = fc.uniqueArray(hole, { maxLength: 8 }).map((holes) => holes.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.constantFrom('tcp', 'udp'), closed, fc.nat({ max: 3 }), (protocol, holes, quarter) => {
      const ends = [0, ...holes, 65_536];
      const ports = ends
        .slice(1)
        .map((end, at) => ({ protocol, from: (ends[at] ?? 0) + 1, to: end - 1 }))
        .filter(({ from, to }) => from <= to) as Run[];
      const sources = [0, 1, 2]
        .filter((one) => one !== quarter)
        .map((one) => ({ base: one * 2 ** 30, prefix: 2 }));
      const networkChange = opens(onServer, `${rangesIn(sources)} > WEB01 : ${portsIn(ports)}`);
      const decision = decide(
        {
          requester: { id: 'U1', groups: [] },
          steps: [{ risk: 'opens', needs: 'confirmation', networkChange: networkChange, account: 'ACME' }],
        },
        defaults,
      );
      expect(decision.kind).toBe('requestApproval');
    }),
  );
});

test('a rule of 4,000 ranges at each end is compared in one pass, not range by range', () => {
  const ranges = (step: number) =>
    Array.from({ length: 4000 }, (_, at) => `10.${Math.floor(at / 128)}.${(at % 128) * 2}.0/${step}`).join();
  const known = rule('aa', `${ranges(24)} > ${ranges(24)} : tcp/1-1000`);
  const [same, less] = [known, rule('bb', `${ranges(25)} > ${ranges(24)} : tcp/1-1000`)].map(
    ({ sources, destinations }): NetworkChange => ({
      ...opens(inside, '10.0.0.0/8 > 10.0.0.0/8 : tcp/1-1000'),
      traffic: { ...known, sources, destinations },
    }),
  );
  if (!same || !less) throw new Error('There are two');
  expect([isNarrower(less, same), isNarrower(same, less), isNarrower(same, same)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(describeImpact(less, [known])).toEqual([
    '512,000 addresses (10.0.0.0/25, 10.0.2.0/25, 10.0.4.0/25, 10.0.6.0/25 and 3,996 more) gain access to 1,024,000 addresses (10.0.0.0/24, 10.0.2.0/24, 10.0.4.0/24, 10.0.6.0/24 and 3,996 more) in VA1 of ACME on ports 1–1000.',
    'Policy aa already allows all of this, so no access is added.',
  ]);
});

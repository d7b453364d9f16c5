import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Difference } from '../../../src/drift/compare.ts';
import type { Watched } from '../../../src/drift/watched-state.ts';
import { stateHash } from '../../../src/operation/state-hash.ts';
import { conclude, concludeAsBefore, type OwnStep, stepsAfter } from '../../../src/watch/conclude.ts';

/* The author of a difference, by steps that are over, run, or have an unknown outcome. */

interface Content {
  readonly enabled: boolean;
  readonly ports: number;
}

const hour = 60 * 60_000;
const now = 100 * hour;
const id = 'ACME/firewall inside/dc/de1/id/f1';
/** The cloud API may write in another way what a step sets of a firewall policy besides whether it is enabled. */
const subject = { kind: 'firewall inside', dc: 'de1', id: 'f1' } as const;
const exact = { kind: 'alert policy', id: 'f1' } as const;
const change = { change: 'c1', name: '#7', requester: 'U0ANA' };
const step = (more: Partial<OwnStep>): OwnStep => ({
  change,
  state: 'done',
  at: now - 10 * 60_000,
  kind: subject.kind,
  resource: id,
  raw: {},
  ...more,
});

const difference = (
  before: Content | undefined,
  after: Content | undefined,
  about: Watched['subject'] = subject,
): Difference => differenceTo(before, after, about);

const differenceTo = (before: unknown, after: unknown, about: Watched['subject']): Difference => ({
  id,
  subject: about,
  ...(before !== undefined && { before: { subject: about, content: before } }),
  ...(after !== undefined && { after: { subject: about, content: after } }),
});

const kindsOf = (difference: Difference, ...steps: readonly OwnStep[]) => {
  const conclusion = conclude(difference, steps, now);
  return conclusion === 'later' ? conclusion : conclusion.map(({ by }) => by.kind);
};

const on: Content = { enabled: true, ports: 1 };
const off: Content = { enabled: false, ports: 1 };
const disables = step({ leaves: { enabled: false } });
const removes = step({ leaves: { existence: false } });
const creates = step({ wholeState: stateHash(on) });

const changedBoth: Content = { enabled: false, ports: 2 };
const ports2: Content = { enabled: true, ports: 2 };
const running = (more: Partial<OwnStep> = {}) => step({ state: 'running', ...more });
const unknown = (more: Partial<OwnStep> = {}) =>
  step({ state: 'unknown', at: now - 2 * hour, leaves: { enabled: false }, ...more });
/** A step whose values the cloud API may write in another form. */
const unsure = (ports: number, left?: Content) =>
  step({ leaves: { ports }, ...(left && { wholeState: stateHash(left) }) });

const address = { kind: 'public address', server: 'de1acmeweb01', address: '198.51.100.7' } as const;
/** What a public IP allows. */
const open = (ports: string, from = '203.0.113.0/24') => ({
  internal: '10.0.0.4',
  ports: ports.split(' '),
  from: from.split(' ').filter(Boolean),
});
type Open = ReturnType<typeof open>;
/** A step that sets the ports of a public IP, which was read when it had these. */
const setPorts = (ports: string, read: Open) =>
  step({ leaves: { ports: [ports] }, wholeState: stateHash(read) });
/** A step that adds a public IP, which was read when it allowed this. */
const adds = (ports: string, read: Open) =>
  step({ creates: { ports: [ports], from: ['203.0.113.0/24'] }, wholeState: stateHash(read) });
const wide = open('tcp/1-65535', '');

/** Differences, and the steps of Skydesk in between, by their author. */
const made: Readonly<Record<string, Readonly<Record<string, readonly [Difference, ...OwnStep[]]>>>> = {
  outside: {
    'no step of Skydesk': [difference(on, off)],
    'a step on something else that is still running': [difference(on, off), running({ resource: 'x' })],
    'a new resource, while a step creates another kind': [
      difference(undefined, on),
      running({ resource: undefined, kind: 'alert policy' }),
    ],
    'a new resource, and a step that made another one': [
      difference(undefined, on),
      step({ resource: undefined, made: 'f2' }),
    ],
  },
  skydesk: {
    'a step that left this state': [difference(on, off), disables],
    'a step that removed it': [difference(on, undefined), removes],
    'a step that removed what another one changed': [difference(on, undefined), creates, removes],
    'a step that created it': [difference(undefined, on), creates],
    'a step by its arguments': [
      difference(on, undefined),
      { ...removes, resource: undefined, kind: undefined, raw: { dc: 'DE1', id: 'F1' } },
    ],
    'a step that left this state before one with an unknown outcome': [
      difference(on, off),
      disables,
      unknown({ leaves: { ports: 2 } }),
    ],
    'a step whose ports and ranges were read in another form': [
      differenceTo(open('tcp/22'), open('tcp/80-81', '203.0.113.0/25 203.0.113.128/25'), address),
      step({
        leaves: { ports: ['tcp/80', 'tcp/81'] },
        wholeState: stateHash(open('tcp/80-81', '203.0.113.0/25 203.0.113.128/25')),
      }),
    ],
    'a step after which the cloud API also opened ICMP': [
      differenceTo(open('tcp/22'), open('icmp tcp/80'), address),
      setPorts('tcp/80', open('icmp tcp/80')),
    ],
    'a step that added a public IP': [
      differenceTo(undefined, open('icmp tcp/80'), address),
      adds('tcp/80', open('icmp tcp/80')),
    ],
    'a step that added a public IP, and one that changed it': [
      differenceTo(undefined, open('tcp/81'), address),
      adds('tcp/80', open('tcp/80')),
      setPorts('tcp/81', open('tcp/81')),
    ],
  },
  'skydesk,outside': {
    'a step, and somebody after it': [difference(on, changedBoth), disables],
    'somebody who reverted a step': [difference(on, ports2), disables],
    'somebody who removed what a step changed': [difference(on, undefined), disables],
    'a step by the hash of its state, and somebody after it': [
      difference(on, changedBoth),
      unsure(2, ports2),
    ],
  },
  both: {
    'a step that created it, and somebody after it': [difference(undefined, off), creates],
    'a step with a hash, and another state than it left': [difference(on, off), unsure(2, on)],
    'a step, read only after somebody had widened what it changed': [
      differenceTo(open('tcp/22'), wide, address),
      setPorts('tcp/80', wide),
    ],
    'a step, read only after somebody had opened more ports': [
      differenceTo(open('tcp/22'), open('tcp/22 tcp/80'), address),
      setPorts('tcp/80', open('tcp/22 tcp/80')),
    ],
    'a step, read only after somebody had replaced another value': [
      differenceTo(open('tcp/22'), { ...open('tcp/80'), internal: '10.0.0.5' }, address),
      setPorts('tcp/80', { ...open('tcp/80'), internal: '10.0.0.5' }),
    ],
    'a step on a firewall policy, after which somebody had opened ICMP': [
      differenceTo(open('tcp/22'), open('icmp tcp/80'), subject),
      setPorts('tcp/80', open('icmp tcp/80')),
    ],
    'a step that added a public IP, read only after somebody had widened it': [
      differenceTo(undefined, wide, address),
      adds('tcp/80', wide),
    ],
  },
  unclear: {
    'a new resource, and a step that made one without learning which': [
      difference(undefined, on),
      step({ resource: undefined }),
    ],
    'a step with an unknown outcome that left another state': [difference(on, ports2), unknown()],
    'a step with an unknown outcome that may have left this state': [difference(on, off), unknown()],
    'a step with an unknown outcome, lately, that may have left this state': [
      difference(on, off),
      unknown({ at: now - 10 * 60_000 }),
    ],
    'a step that created it, read after one with an unknown outcome': [
      difference(undefined, on),
      unknown(),
      creates,
    ],
    'a step whose values the cloud API may write in another form, without a hash': [
      difference(on, off),
      unsure(2),
    ],
    'a step that does not say which state it left': [difference(on, off), step({})],
  },
  later: {
    'a step that is still running': [difference(on, off), running()],
    'a new resource, while a step that creates one runs': [
      difference(undefined, on),
      running({ resource: undefined }),
    ],
    'a step with an unknown outcome, lately, that left another state': [
      difference(on, ports2),
      unknown({ at: now - 10 * 60_000 }),
    ],
  },
};

test.each(
  Object.entries(made).flatMap(([by, rows]) =>
    Object.entries(rows).map(([what, [found, ...steps]]) => ({ by, what, found, steps })),
  ),
)('made by $by: $what', ({ by, found, steps }) => {
  expect(String(kindsOf(found, ...steps))).toBe(by);
});

const asBefore: Readonly<Record<string, readonly [by: string, Content, ...OwnStep[]]>> = {
  'somebody reverted a step': ['skydesk,outside', on, disables],
  'somebody reverted a step whose state was read in another form': [
    'skydesk,outside',
    on,
    unsure(2, { ...ports2, enabled: false }),
  ],
  'no step': ['', on],
  'a step that set what was there': ['', off, disables],
  'a step and its Undo': ['', on, disables, step({ leaves: { enabled: true } })],
  'a step whose state nobody read': ['', on, unsure(2)],
  'a step that was read as it was before': ['', on, unsure(2, on)],
  'a step with an unknown outcome': ['', on, unknown()],
  'a step that is still running': ['', on, running()],
};

test.each(Object.entries(asBefore))('a resource is as it was: %s', (_, [by, content, ...steps]) => {
  const found = concludeAsBefore({ id, subject, before: { subject, content } }, steps, now);
  expect(String(found.map((finding) => finding.by.kind))).toBe(by);
  if (by !== '') expect(found[0]?.after).toEqual(found[1]?.before);
});

/** A state after some edits in a row. */
const edited = (edits: readonly { readonly sets: Partial<Content> }[]): Content =>
  Object.assign({ ...on }, ...edits.map(({ sets }) => sets));

/** One edit of a resource: by a step of Skydesk, which says what it sets, or by somebody else. */
const editing = fc.record({
  who: fc.constantFrom<'skydesk' | 'outside'>('skydesk', 'outside'),
  sets: fc.oneof(fc.record({ enabled: fc.boolean() }), fc.record({ ports: fc.integer({ min: 1, max: 3 }) })),
});

test('after any edits in a row, none is blamed on others, and the changes of others are found', () => {
  fc.assert(
    fc.property(fc.array(editing, { minLength: 1, maxLength: 6 }), (edits) => {
      const after = edited(edits);
      const found = difference(on, after, exact);
      if (JSON.stringify(after) === JSON.stringify(on)) return;
      const steps = edits.flatMap(({ who, sets }) => (who === 'skydesk' ? [step({ leaves: sets })] : []));
      const kinds = kindsOf(found, ...steps);
      const byUs = edits.filter(({ who }) => who === 'skydesk');
      const ours = edited(byUs);
      expect(kinds).not.toBe('later');
      if (byUs.length === edits.length) expect(kinds).toEqual(['skydesk']);
      if (byUs.length === 0) expect(kinds).toEqual(['outside']);
      expect(kinds.includes('outside')).toBe(JSON.stringify(ours) !== JSON.stringify(after));
    }),
  );
});

test.each<[string, Partial<OwnStep>, boolean]>([
  ['ended before it', { over: 3 }, false],
  ['ended after it', { over: 5 }, true],
  ['has not ended', {}, true],
  ['may have been applied after it', { over: 3, state: 'unknown', at: now - hour + 1 }, true],
  ['could have been applied only before it', { over: 5, state: 'unknown', at: now - hour }, false],
])('a snapshot may lack a step: it %s', (_, of, isLacking) => {
  expect(stepsAfter({ seq: 4, takenAt: now }, [step(of)])).toHaveLength(isLacking ? 1 : 0);
});

const ports = fc
  .uniqueArray(fc.constantFrom('tcp/22', 'tcp/80', 'tcp/1-79', 'udp/53', 'any'), { minLength: 1 })
  .map((list) => list.sort().join(' '));
const ranges = fc
  .uniqueArray(fc.constantFrom('10.0.0.0/8', '10.0.0.0/9', '10.128.0.0/9', '192.0.2.0/24'))
  .map((list) => list.sort().join(' '));

test('whatever a public IP allowed when it was read, it is Skydesk’s only if the step allowed the same', () => {
  const reads = fc.record({ ports, ranges });
  const probes = ['tcp/22', 'tcp/50', 'tcp/80', 'tcp/443', 'udp/53'];
  const isAllowed = (listed: string, probe: string): boolean =>
    listed
      .split(' ')
      .some(
        (one) =>
          one === 'any' ||
          one === probe ||
          (one === 'tcp/1-79' && /2|50/.test(probe) && probe.startsWith('tcp')),
      );
  const allowed = (listed: string): string => String(probes.filter((probe) => isAllowed(listed, probe)));
  const places = ['10.0.0.0/9', '10.128.0.0/9', '192.0.2.0/24'];
  const reached = (from: string): string =>
    from === ''
      ? 'all'
      : String(
          places.filter(
            (place) => from.includes(place) || (place.startsWith('10') && from.includes('10.0.0.0/8')),
          ),
        );
  fc.assert(
    fc.property(reads, reads, (set, is) => {
      const found = open(is.ports, is.ranges);
      const leaves = { ports: set.ports.split(' '), from: set.ranges.split(' ').filter(Boolean) };
      const before = open('tcp/9999', '198.51.100.0/24');
      const kinds = kindsOf(
        differenceTo(before, found, address),
        step({ leaves, wholeState: stateHash(found) }),
      );
      const isSame =
        allowed(set.ports) === allowed(is.ports) &&
        set.ports.includes('any') === is.ports.includes('any') &&
        reached(set.ranges) === reached(is.ranges);
      expect(kinds).toEqual([isSame ? 'skydesk' : 'both']);
    }),
  );
});

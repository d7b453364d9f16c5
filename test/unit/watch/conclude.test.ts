import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../../src/core/sha256.ts';
import type { Difference } from '../../../src/drift/compare.ts';
import type { Watched } from '../../../src/drift/watched-state.ts';
import { conclude, type OwnStep } from '../../../src/watch/conclude.ts';

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
): Difference => ({
  id,
  subject: about,
  ...(before && { before: { subject: about, content: before } }),
  ...(after && { after: { subject: about, content: after } }),
});

const kindsOf = (difference: Difference, ...steps: readonly OwnStep[]) => {
  const conclusion = conclude(difference, steps, now);
  return conclusion === 'later' ? conclusion : conclusion.map(({ by }) => by.kind);
};

const on: Content = { enabled: true, ports: 1 };
const off: Content = { enabled: false, ports: 1 };
const disables = step({ leaves: { enabled: false } });
const removes = step({ leaves: { existence: false } });
const creates = step({ wholeState: sha256(on) });

const changedBoth: Content = { enabled: false, ports: 2 };
const ports2: Content = { enabled: true, ports: 2 };
const running = (more: Partial<OwnStep> = {}) => step({ state: 'running', ...more });
const unknown = (more: Partial<OwnStep> = {}) =>
  step({ state: 'unknown', at: now - 2 * hour, leaves: { enabled: false }, ...more });
/** A step whose values the cloud API may write in another form. */
const unsure = (ports: number, left?: Content) =>
  step({ leaves: { ports }, ...(left && { wholeState: sha256(left) }) });

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
    'a step with an unknown outcome that left this state': [difference(on, off), unknown()],
    'a step whose values the cloud API may write in another form, by the hash of the state that it left': [
      difference(on, ports2),
      unsure(3, ports2),
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
  },
  unclear: {
    'a new resource, and a step that made one without learning which': [
      difference(undefined, on),
      step({ resource: undefined }),
    ],
    'a step with an unknown outcome that left another state': [difference(on, ports2), unknown()],
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
    'a step with an unknown outcome, lately': [difference(on, off), unknown({ at: now - 10 * 60_000 })],
  },
};

test.each(
  Object.entries(made).flatMap(([by, rows]) =>
    Object.entries(rows).map(([what, [found, ...steps]]) => ({ by, what, found, steps })),
  ),
)('made by $by: $what', ({ by, found, steps }) => {
  expect(String(kindsOf(found, ...steps))).toBe(by);
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/core/sha256.ts';
import type { Difference } from '../../../src/drift/compare.ts';
import { conclude, type OwnStep, type StateAfter } from '../../../src/drift/conclude.ts';
import type { Watched } from '../../../src/drift/watched-state.ts';

/* Who made a difference, by steps that are over, run, or can’t be told. */

interface Content {
  readonly enabled: boolean;
  readonly ports: number;
}

const hour = 60 * 60_000;
const now = 100 * hour;
const id = 'ACME/firewall inside/dc/de1/id/f1';
const subject = { kind: 'firewall inside', dc: 'de1', id: 'f1' } as const;
const was = (content: Content): Watched => ({ subject, content });
const change = { change: 'c1', name: '#7', requester: 'U0ANA' };
const isContent = (content: unknown): content is Content => typeof content === 'object' && content !== null;

/** Sets the keys that a step names. */
const stateAfter: StateAfter = (_, content, leaves) =>
  isContent(content) ? { content: { ...content, ...leaves }, isCertain: !('unsure' in leaves) } : undefined;

const step = (more: Partial<OwnStep>): OwnStep => ({
  change,
  state: 'done',
  at: now - 10 * 60_000,
  kind: subject.kind,
  resource: id,
  raw: {},
  ...more,
});

const difference = (before: Content | undefined, after: Content | undefined): Difference => ({
  id,
  subject,
  ...(before && { before: was(before) }),
  ...(after && { after: was(after) }),
});

const kindsOf = (difference: Difference, ...steps: readonly OwnStep[]) => {
  const conclusion = conclude(difference, steps, stateAfter, now);
  return conclusion === 'later' ? conclusion : conclusion.map(({ by }) => by.kind);
};

const on: Content = { enabled: true, ports: 1 };
const off: Content = { enabled: false, ports: 1 };
const disables = step({ leaves: { enabled: false } });
const removes = step({ leaves: { existence: false } });
const creates = step({ left: sha256(on) });

describe('who made a difference', () => {
  test.each<[string, Difference, readonly OwnStep[], 'later' | readonly string[]]>([
    ['nobody of Skydesk', difference(on, off), [], ['outside']],
    ['a step that left it so', difference(on, off), [disables], ['skydesk']],
    [
      'a step, and somebody after it',
      difference(on, { enabled: false, ports: 2 }),
      [disables],
      ['skydesk', 'outside'],
    ],
    [
      'somebody who turned a step around',
      difference(on, { enabled: true, ports: 2 }),
      [disables],
      ['skydesk', 'outside'],
    ],
    ['a step that removed it', difference(on, undefined), [removes], ['skydesk']],
    [
      'a step that removed what another one changed',
      difference(on, undefined),
      [creates, removes],
      ['skydesk'],
    ],
    [
      'somebody who removed what a step changed',
      difference(on, undefined),
      [disables],
      ['skydesk', 'outside'],
    ],
    ['a step that created it', difference(undefined, on), [creates], ['skydesk']],
    ['a step that created it, and somebody after it', difference(undefined, off), [creates], ['both']],
    ['a step that is still running', difference(on, off), [step({ state: 'running' })], 'later'],
    [
      'a step on something else that is still running',
      difference(on, off),
      [step({ state: 'running', resource: 'x' })],
      ['outside'],
    ],
    [
      'a new thing, while a step that creates one runs',
      difference(undefined, on),
      [step({ state: 'running', resource: undefined })],
      'later',
    ],
    [
      'a new thing, while a step creates another kind',
      difference(undefined, on),
      [step({ state: 'running', resource: undefined, kind: 'alert policy' })],
      ['outside'],
    ],
    [
      'a new thing, and a step that made one without being told which',
      difference(undefined, on),
      [step({ resource: undefined })],
      ['unclear'],
    ],
    [
      'a new thing, and a step that made another one',
      difference(undefined, on),
      [step({ resource: undefined, made: 'f2' })],
      ['outside'],
    ],
    [
      'a step by its arguments',
      difference(on, undefined),
      [
        step({
          resource: undefined,
          kind: undefined,
          raw: { dc: 'DE1', id: 'F1' },
          leaves: { existence: false },
        }),
      ],
      ['skydesk'],
    ],
    [
      'a step with an unknown outcome, lately',
      difference(on, off),
      [step({ state: 'unknown', leaves: { enabled: false } })],
      'later',
    ],
    [
      'a step with an unknown outcome that left it so',
      difference(on, off),
      [step({ state: 'unknown', at: now - 2 * hour, leaves: { enabled: false } })],
      ['skydesk'],
    ],
    [
      'a step with an unknown outcome that left it otherwise',
      difference(on, { enabled: true, ports: 2 }),
      [step({ state: 'unknown', at: now - 2 * hour, leaves: { enabled: false } })],
      ['unclear'],
    ],
    [
      'a step of which the cloud API may write otherwise what it sets, by the hash of what it left',
      difference(on, off),
      [step({ leaves: { enabled: true, unsure: 1 }, left: sha256(off) })],
      ['skydesk'],
    ],
    [
      'that step, by the hash of what it set, and somebody after it',
      difference(on, { enabled: false, ports: 2 }),
      [step({ leaves: { enabled: false, unsure: 1 }, left: sha256({ ...off, unsure: 1 }) })],
      ['skydesk', 'outside'],
    ],
    [
      'that step, and another state than it left',
      difference(on, off),
      [step({ leaves: { enabled: true, unsure: 1 }, left: sha256(on) })],
      ['both'],
    ],
    [
      'that step, without a hash',
      difference(on, off),
      [step({ leaves: { enabled: true, unsure: 1 } })],
      ['unclear'],
    ],
    ['a step that does not say what it left', difference(on, off), [step({})], ['unclear']],
  ])('%s', (_, difference, steps, expected) => {
    expect(kindsOf(difference, ...steps)).toEqual(expected);
  });
});

/** A state after some edits in a row. */
const edited = (edits: readonly { readonly sets: Partial<Content> }[]): Content =>
  Object.assign({ ...on }, ...edits.map(({ sets }) => sets));

/** One edit of a resource: by a step of Skydesk, which says what it sets, or by somebody else. */
const editing = fc.record({
  who: fc.constantFrom<'skydesk' | 'outside'>('skydesk', 'outside'),
  sets: fc.oneof(fc.record({ enabled: fc.boolean() }), fc.record({ ports: fc.integer({ min: 1, max: 3 }) })),
});

test('of any edits in a row, none is blamed on others, and what others left is told', () => {
  fc.assert(
    fc.property(fc.array(editing, { minLength: 1, maxLength: 6 }), (edits) => {
      const after = edited(edits);
      const found = difference(on, after);
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

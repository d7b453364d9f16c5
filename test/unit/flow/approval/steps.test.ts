import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Approval, Phase, Proposal, Stepped } from '../../../../src/core/approval.ts';
import {
  begin,
  cast,
  comeBack,
  end,
  expire,
  forfeit,
  giveWay,
  grant,
  propose,
  remind,
  spoil,
  unask,
  withdraw,
} from '../../../../src/flow/approval/steps.ts';
import { noon, request, voteOf } from './requests.ts';

const soon = noon + 60_000;
const late = request().expires;
const proposal: Proposal = { id: 'p1', by: 'U0BEN', raw: {}, says: 'do less', hash: 'less' };
const taking = { person: 'U0ANA', proposal: 'p1', job: 'j-take' };
const two = request({ approvers: 2 });
const bens = voteOf('U0BEN');
const bensLapsed = new Map([['U0BEN', 'A guest.']]);
const half = request({ approvers: 2, votes: [bens] });
const offered = request({ proposal });
const at = (phase: Phase): Approval => request({ phase });

/** The phase that a step leads to, how many have voted, or why it was refused. */
const outcome = (stepped: Stepped): string =>
  'refused' in stepped
    ? stepped.refused
    : `${stepped.approval.phase}, ${stepped.approval.votes.length} voted`;

test.each<[string, Stepped, string]>([
  ['One other person grants what needs one', cast(request(), voteOf('U0BEN')), 'granted, 1 voted'],
  ['One of two leaves it open', cast(two, voteOf('U0BEN')), 'open, 1 voted'],
  ['The second of two grants it', cast(half, voteOf('U0CORA')), 'granted, 2 voted'],
  ['The same person again does not', cast(half, voteOf('U0BEN')), 'You have voted already.'],
  ['nor with a "no" after a "yes"', cast(half, voteOf('U0BEN', 'reject')), 'You have voted already.'],
  ['The same job again is the same vote', cast(half, bens), 'open, 1 voted'],
  [
    'even when it was decided meanwhile',
    cast(request({ phase: 'done', votes: [bens] }), bens),
    'done, 1 voted',
  ],
  ['One "no" ends it', cast(half, voteOf('U0CORA', 'reject')), 'rejected, 2 voted'],
  [
    'Who asked does not approve',
    cast(request(), voteOf('U0ANA')),
    'Whoever asks cannot decide. Withdraw it if you do not want it any more.',
  ],
  [
    'nor reject',
    cast(request(), voteOf('U0ANA', 'reject')),
    'Whoever asks cannot decide. Withdraw it if you do not want it any more.',
  ],
  [
    'but may break the glass, and needs nobody else',
    cast(two, voteOf('U0ANA', 'approve', { breakGlass: true })),
    'granted, 1 voted',
  ],
  [
    'An approval of the wide version counts from who saw the suggestion',
    cast(offered, voteOf('U0CORA'), { saw: 'p1' }),
    'granted, 1 voted',
  ],
  [
    'and not from who saw none, or an older one',
    cast(offered, voteOf('U0CORA'), { saw: 'p0' }),
    'Something narrower was suggested, and you had not seen it. Press Review again to approve all of it, or wait for the requester.',
  ],
  [
    'nor with the glass broken',
    cast(offered, voteOf('U0ANA', 'approve', { breakGlass: true })),
    'Something narrower was suggested, and you had not seen it. Press Review again to approve all of it, or wait for the requester.',
  ],
  [
    'A vote that counts no more is not among those that grant it',
    cast(half, voteOf('U0CORA'), { lapsed: bensLapsed }),
    'open, 2 voted',
  ],
  [
    'and its voter can vote again',
    cast(request({ approvers: 2, votes: [{ ...bens, lapsed: 'A guest.' }] }), voteOf('U0BEN')),
    'open, 2 voted',
  ],
  [
    'A "no" never lapses',
    cast(request({ approvers: 2, votes: [voteOf('U0BEN', 'reject')] }), voteOf('U0BEN'), {
      lapsed: bensLapsed,
    }),
    'You have voted already.',
  ],
  ['Who lost the right to it forfeits it', forfeit(half, 'A guest.', soon), 'withdrawn, 1 voted'],
  ['but not once it is over', forfeit(at('rejected'), 'A guest.', soon), 'It has been rejected already.'],
  ['A "no" counts all the same', cast(offered, voteOf('U0CORA', 'reject')), 'rejected, 1 voted'],
  [
    'In the last moment it is open',
    cast(request(), voteOf('U0BEN', 'approve', { at: late - 1 })),
    'granted, 1 voted',
  ],
  ['After it nobody decides', cast(request(), voteOf('U0BEN', 'approve', { at: late })), 'It has expired.'],
  [
    'nor breaks the glass',
    cast(request(), voteOf('U0ANA', 'approve', { breakGlass: true, at: late })),
    'It has expired.',
  ],
  ['Its asker withdraws it', withdraw(request(), 'U0ANA', soon), 'withdrawn, 0 voted'],
  ['and nobody else', withdraw(request(), 'U0BEN', soon), 'Only whoever asked for it can withdraw it.'],
  [
    'and not once it is granted',
    withdraw(at('granted'), 'U0ANA', soon),
    'It has been approved already and is about to run.',
  ],
  ['It expires when its time is over', expire(half, late), 'expired, 1 voted'],
  ['not before', expire(request(), late - 1), 'It has not expired.'],
  ['and not once it is granted', expire(at('granted'), late), 'It has not expired.'],
  ['What is open goes stale under a vote', spoil(half, 'open', soon), 'stale, 1 voted'],
  ['What is granted goes stale under the worker', spoil(at('granted'), 'granted', soon), 'stale, 0 voted'],
  [
    'What has begun does not, for it may have changed things itself',
    spoil(at('running'), 'granted', soon),
    'It has been approved already and is running.',
  ],
  ['nor under a vote', spoil(at('running'), 'open', soon), 'It has been approved already and is running.'],
  [
    'Nor does a vote void what is granted',
    spoil(at('granted'), 'open', soon),
    'It has been approved already and is about to run.',
  ],
  [
    'The worker voids nothing that is not granted',
    spoil(request(), 'granted', soon),
    'It has not been approved.',
  ],
  ['Enough votes from the start grant it', grant(request({ votes: [bens] }), soon), 'granted, 1 voted'],
  ['too few do not', grant(half, soon), 'Not enough people have agreed.'],
  ['and nothing is granted too late', grant(request({ votes: [bens] }), late), 'It has expired.'],
  ['What is granted begins', begin(at('granted'), soon), 'running, 0 voted'],
  ['once', begin(at('running'), soon), 'It has been approved already and is running.'],
  ['What is open does not begin', begin(request(), soon), 'It has not been approved.'],
  ['What runs ends', end(at('running'), 'done', [], soon), 'done, 0 voted'],
  [
    'What ended stays so',
    end(at('unknown'), 'done', [], soon),
    'It was approved, and nobody knows how it ended.',
  ],
  ['What is open does not end', end(request(), 'done', [], soon), 'It is not running.'],
  ['A proposal leaves it open', propose(half, proposal, soon), 'open, 1 voted'],
  [
    'What is over takes no proposal',
    propose(at('rejected'), proposal, soon),
    'It has been rejected already.',
  ],
  ['Its asker takes the proposal', giveWay(offered, taking, soon), 'replaced, 0 voted'],
  [
    'and nobody else',
    giveWay(offered, { ...taking, person: 'U0BEN' }, soon),
    'Only whoever asked for it can take the proposal.',
  ],
  [
    'and no other than they saw',
    giveWay(offered, { ...taking, proposal: 'p0' }, soon),
    'Something else is proposed by now.',
  ],
  ['and none that there is not', giveWay(request(), taking, soon), 'Something else is proposed by now.'],
  [
    'The same job takes it again',
    giveWay(request({ phase: 'replaced', proposal, takenBy: 'j-take' }), taking, soon),
    'replaced, 0 voted',
  ],
  [
    'and another job does not',
    giveWay(request({ phase: 'replaced', proposal, takenBy: 'j-other' }), taking, soon),
    'A narrower request has taken its place.',
  ],
  [
    'What gave way in vain waits again',
    comeBack(request({ phase: 'replaced', proposal, takenBy: 'j-take' }), 'j-take', soon),
    'open, 0 voted',
  ],
  [
    'and not for another job',
    comeBack(request({ phase: 'replaced', proposal, takenBy: 'j-other' }), 'j-take', soon),
    'It did not give way.',
  ],
  ['nor where it never did', comeBack(offered, 'j-take', soon), 'It did not give way.'],
  ['What nobody can see is withdrawn', unask(half, soon), 'withdrawn, 1 voted'],
  [
    'What the sweeper has posted meanwhile is not',
    unask(request({ cards: [{ channel: 'C1', ts: '1.1' }] }), soon),
    'open, 0 voted',
  ],
  [
    'nor what was approved without its card',
    unask(at('granted'), soon),
    'It has been approved already and is about to run.',
  ],
])('%s', (_, stepped, expected) => expect(outcome(stepped)).toBe(expected));

test('a reminder is due once, while it is open', () => {
  const { remindAt } = request();
  expect(remind(request(), remindAt - 1)).toHaveProperty('refused');
  expect(remind(request(), remindAt)).toMatchObject({ approval: { reminded: true, phase: 'open' } });
  expect(remind(request({ reminded: true }), remindAt)).toHaveProperty('refused');
  expect(remind(at('granted'), remindAt)).toHaveProperty('refused');
  expect(remind(request(), late)).toHaveProperty('refused');
});

describe('whatever anybody does, in whatever order', () => {
  const person = fc.constantFrom('U0ANA', 'U0BEN', 'U0CORA', 'U0VIC');
  const job = fc.integer({ min: 1, max: 12 }).map((number) => `j${number}`);
  const time = fc.oneof(
    { weight: 9, arbitrary: fc.constant(soon) },
    { weight: 1, arbitrary: fc.constant(late) },
  );
  type Step = (approval: Approval) => Stepped;
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ person, job, at: time, vote: fc.constantFrom('approve' as const, 'reject' as const) }).map(
      (vote): Step =>
        // A job brings one vote, by one person: the same each time.
        (approval) =>
          cast(approval, approval.votes.find((one) => one.job === vote.job) ?? vote),
    ),
    fc.tuple(person, time).map(
      ([who, now]): Step =>
        (approval) =>
          withdraw(approval, who, now),
    ),
    time.map(
      (now): Step =>
        (approval) =>
          expire(approval, now),
    ),
    time.map(
      (now): Step =>
        (approval) =>
          remind(approval, now),
    ),
    time.map(
      (now): Step =>
        (approval) =>
          grant(approval, now),
    ),
    time.map(
      (now): Step =>
        (approval) =>
          begin(approval, now),
    ),
    fc.tuple(person, time).map(
      ([by, now]): Step =>
        (approval) =>
          propose(approval, { ...proposal, by }, now),
    ),
    fc.tuple(person, job, time).map(
      ([who, by, now]): Step =>
        (approval) =>
          giveWay(approval, { ...taking, person: who, job: by }, now),
    ),
    fc.tuple(fc.constantFrom('open' as const, 'granted' as const), time).map(
      ([from, now]): Step =>
        (approval) =>
          spoil(approval, from, now),
    ),
    fc.tuple(fc.constantFrom('done' as const, 'failed' as const, 'unknown' as const), time).map(
      ([how, now]): Step =>
        (approval) =>
          end(approval, how, [], now),
    ),
  );
  const final: readonly Phase[] = [
    'done',
    'failed',
    'unknown',
    'rejected',
    'withdrawn',
    'expired',
    'stale',
    'replaced',
  ];

  /** All states that a request goes through. */
  function walk(steps: readonly Step[], approvers: number): readonly Approval[] {
    const states = [request({ approvers })];
    for (const one of steps) {
      const stepped = one(states.at(-1) ?? request());
      if ('approval' in stepped) states.push(stepped.approval);
    }
    return states;
  }
  const walks = fc.record({ steps: fc.array(step, { maxLength: 40 }), approvers: fc.constantFrom(1, 2) });

  test('it is granted by enough distinct people, none of them its asker, or not at all', () => {
    let granted = 0;
    fc.assert(
      fc.property(walks, ({ steps, approvers }) => {
        for (const { phase, votes } of walk(steps, approvers)) {
          expect(votes.map(({ person: who }) => who)).not.toContain('U0ANA');
          expect(new Set(votes.map(({ person: who }) => who)).size).toBe(votes.length);
          if (!['granted', 'running', 'done', 'failed', 'unknown'].includes(phase)) continue;
          granted += 1;
          expect(votes.filter(({ vote }) => vote === 'approve').length).toBeGreaterThanOrEqual(approvers);
          expect(votes.filter(({ vote }) => vote === 'reject')).toEqual([]);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(granted).toBeGreaterThan(100);
  });

  test('it begins once, and what has ended stays as it is', () => {
    let ended = 0;
    fc.assert(
      fc.property(walks, ({ steps, approvers }) => {
        const states = walk(steps, approvers);
        const phases = states.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1]);
        expect(phases.filter((phase) => phase === 'running').length).toBeLessThanOrEqual(1);
        const over = states.find(({ phase }) => final.includes(phase));
        if (!over) return;
        ended += 1;
        expect(states.at(-1)).toEqual(over);
      }),
      { numRuns: 2_000 },
    );
    expect(ended).toBeGreaterThan(100);
  });

  test('the same job twice is the same vote', () => {
    fc.assert(
      fc.property(walks, person, ({ steps, approvers }, who) => {
        const before = walk(steps, approvers).at(-1) ?? request();
        const vote = voteOf(who);
        const once = cast(before, vote);
        if (!('approval' in once)) return;
        expect(cast(once.approval, vote)).toEqual(once);
      }),
    );
  });
});

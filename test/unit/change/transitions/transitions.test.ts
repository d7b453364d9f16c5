import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failed } from '../../../../src/answer/answer.ts';
import { votesOf, withApproval } from '../../../../src/change/model/approval.ts';
import { type Change, requestName, type Status } from '../../../../src/change/model/change.ts';
import type { Transition, TransitionOfBoth } from '../../../../src/change/model/changes.ts';
import { expire, remind } from '../../../../src/change/transitions/expire.ts';
import { claim, end, markOutdated } from '../../../../src/change/transitions/running.ts';
import { storeTold } from '../../../../src/change/transitions/sent-messages.ts';
import { decline, restore, suggest, supersede } from '../../../../src/change/transitions/suggesting.ts';
import { addVote, approveIfAgreed, revoke } from '../../../../src/change/transitions/votes.ts';
import { discard, withdraw } from '../../../../src/change/transitions/withdraw.ts';
import { stepOf } from '../../changes.ts';
import { endOf } from '../../ends.ts';
import { noon, posted, request, suggestionOf, voteOf } from '../../requests.ts';

const soon = noon + 60_000;
const late = request().expires;
const suggestion = suggestionOf('do less');
const taking = { person: 'U0ANA', suggestion: 'p1', job: 'j-take', narrower: request({ id: 'a1-narrower' }) };
const back = { job: 'j-take', why: 'nobody sees it' };
const changed = { job: 'j-void', note: 'Void: it is gone.', answer: [] };
const found = { kind: 'done' as const, answer: [], job: 'j-run' };
const two = request({ approvers: 2 });
const by = (person: string) => ({ person, job: 'j-back' });
const claimed = (change: Change, job: string, now = soon) => claim(change, 0, { job, run: 'r1' }, now);
const glass = voteOf('U0ANA', 'approve', { breakGlass: true });
const guest = { why: 'A guest.', job: 'j1' };
const seen = request({ messages: [posted('card', '1.1')] });
const accepted = (job: string): Change => request({ status: 'superseded', suggestion, acceptedBy: job });
const own = 'You requested this, so you can’t decide on it. You can withdraw it.';
const suggestedSince =
  'Changes were suggested after you opened it. Press Review again to approve all of it, or wait for the requester.';
const notPending = 'This suggestion is no longer pending.';
const applying = 'It’s approved already and is being applied.';
const bens = voteOf('U0BEN');
const bensLapsed = new Map([['U0BEN', 'A guest.']]);
const half = request({ approvers: 2, votes: [bens] });
const offered = request({ suggestion });
const at = (status: Status): Change => request({ status });
const waiting = request({ status: 'approved' }, { startsAt: late });
const claimedBy = (job: string): Change =>
  request({ status: 'running' }, { claimed: { at: noon, job, run: 'r1' } });

/** Of its two steps the first has ended. */
const partly = request({ status: 'running', steps: [stepOf({ outcome: found }), stepOf()] });
/** The status that a step leads to, how many have voted, or why it was refused. */
const outcome = (transitioned: Transition | TransitionOfBoth): string =>
  'refused' in transitioned
    ? transitioned.refused
    : `${transitioned.change.status}, ${votesOf(transitioned.change).length} voted`;

test.each<[string, () => Transition | TransitionOfBoth, string]>([
  ['One other person grants what needs one', () => addVote(request(), voteOf('U0BEN')), 'approved, 1 voted'],
  ['One of two leaves it open', () => addVote(two, voteOf('U0BEN')), 'open, 1 voted'],
  ['The second of two grants it', () => addVote(half, voteOf('U0CORA')), 'approved, 2 voted'],
  ['The same person again does not', () => addVote(half, voteOf('U0BEN')), 'You already voted.'],
  ['nor with a "no" after a "yes"', () => addVote(half, voteOf('U0BEN', 'reject')), 'You already voted.'],
  ['The same job again is the same vote', () => addVote(half, bens), 'open, 1 voted'],
  [
    'even when that was decided',
    () => addVote(request({ status: 'done', votes: [bens] }), bens),
    'done, 1 voted',
  ],
  ['One "no" ends it', () => addVote(half, voteOf('U0CORA', 'reject')), 'rejected, 2 voted'],
  ['Who asked does not approve', () => addVote(request(), voteOf('U0ANA')), own],
  ['nor reject', () => addVote(request(), voteOf('U0ANA', 'reject')), own],
  ['but may break the glass, and needs nobody else', () => addVote(two, glass), 'approved, 1 voted'],
  [
    'An approval of the wide version counts from an approver who saw the suggestion',
    () => addVote(offered, voteOf('U0CORA'), { saw: 'p1' }),
    'approved, 1 voted',
  ],
  [
    'and not from who saw none, or another',
    () => addVote(offered, voteOf('U0CORA'), { saw: 'p0' }),
    suggestedSince,
  ],
  ['nor with the glass broken', () => addVote(offered, glass), suggestedSince],
  [
    'A vote that counts no more is not among those that grant it',
    () => addVote(half, voteOf('U0CORA'), { lapsed: bensLapsed }),
    'open, 2 voted',
  ],
  [
    'and its voter can vote again',
    () => addVote(request({ approvers: 2, votes: [{ ...bens, lapsed: 'A guest.' }] }), voteOf('U0BEN')),
    'open, 2 voted',
  ],
  [
    'A "no" never lapses',
    () =>
      addVote(request({ approvers: 2, votes: [voteOf('U0BEN', 'reject')] }), voteOf('U0BEN'), {
        lapsed: bensLapsed,
      }),
    'You already voted.',
  ],
  [
    'A request is refused when its requester lost the right',
    () => revoke(half, guest, soon),
    'refused, 1 voted',
  ],
  ['but not once it is over', () => revoke(at('rejected'), guest, soon), 'It was already rejected.'],
  ['A "no" counts all the same', () => addVote(offered, voteOf('U0CORA', 'reject')), 'rejected, 1 voted'],
  [
    'In the last moment it is open',
    () => addVote(request(), voteOf('U0BEN', 'approve', { at: late - 1 })),
    'approved, 1 voted',
  ],
  [
    'After it nobody decides',
    () => addVote(request(), voteOf('U0BEN', 'approve', { at: late })),
    'It expired.',
  ],
  [
    'nor breaks the glass',
    () => addVote(request(), voteOf('U0ANA', 'approve', { breakGlass: true, at: late })),
    'It expired.',
  ],
  ['Its requester withdraws it', () => withdraw(request(), by('U0ANA'), soon), 'withdrawn, 0 voted'],
  ['and nobody else', () => withdraw(request(), by('U0BEN'), soon), 'Only the requester can withdraw it.'],
  ['and not once it is granted', () => withdraw(at('approved'), by('U0ANA'), soon), applying],
  ['unless it waits for its start', () => withdraw(waiting, by('U0ANA'), soon), 'withdrawn, 0 voted'],
  ['An end is not withdrawn', () => withdraw(endOf(), by('U0ANA'), soon), 'It needs nobody’s decision.'],
  ['It expires when its time is over', () => expire(half, late), 'expired, 1 voted'],
  ['not before', () => expire(request(), late - 1), 'It has not expired.'],
  ['also once it is granted', () => expire(at('approved'), late), 'expired, 0 voted'],
  ['and not once it runs', () => expire(at('running'), late), 'It has not expired.'],
  [
    'What is open goes stale under a vote',
    () => markOutdated(half, 'open', changed, soon),
    'outdated, 1 voted',
  ],
  [
    'What is granted goes stale under the worker',
    () => markOutdated(at('approved'), 'approved', changed, soon),
    'outdated, 0 voted',
  ],
  [
    'and what it has begun',
    () => markOutdated(at('running'), 'approved', changed, soon),
    'outdated, 0 voted',
  ],
  [
    'but never under a vote, for it may have changed things itself',
    () => markOutdated(at('running'), 'open', changed, soon),
    applying,
  ],
  [
    'Nor does a vote void what is granted',
    () => markOutdated(at('approved'), 'open', changed, soon),
    applying,
  ],
  [
    'The worker voids nothing else',
    () => markOutdated(request(), 'approved', changed, soon),
    'It isn’t approved.',
  ],
  [
    'Enough early votes grant it',
    () => approveIfAgreed(request({ votes: [bens] }), soon),
    'approved, 1 voted',
  ],
  ['too few do not', () => approveIfAgreed(half, soon), 'It needs more approvals.'],
  ['and nothing is granted too late', () => approveIfAgreed(request({ votes: [bens] }), late), 'It expired.'],
  ['What is granted is claimed by a job', () => claimed(at('approved'), 'j-run'), 'running, 0 voted'],
  ['and by no other', () => claimed(claimedBy('j-run'), 'j-other'), 'It’s being applied.'],
  ['but by it once more', () => claimed(claimedBy('j-run'), 'j-run', late), 'running, 0 voted'],
  ['It is never claimed after its time', () => claimed(at('approved'), 'j-run', late), 'It expired.'],
  ['nor once it has ended', () => claimed(at('done'), 'j-run'), 'It was already approved and applied.'],
  ['nor a step that has ended, while others run', () => claimed(partly, 'j-run'), 'This step has ended.'],
  ['What is open is not claimed', () => claimed(request(), 'j-run'), 'It isn’t approved.'],
  [
    'What one job has claimed is not ended by another',
    () => end(claimedBy('j-other'), [0], found, soon),
    'Another job applies it.',
  ],
  [
    'but by its poll',
    () => end(claimedBy('j-run'), [0], { ...found, job: 'j-run:2' }, soon),
    'done, 0 voted',
  ],
  [
    'nor is it stale',
    () => markOutdated(claimedBy('j-run'), 'approved', changed, soon),
    'Another job applies it.',
  ],
  ['What runs ends', () => end(at('running'), [0], found, soon), 'done, 0 voted'],
  ['What ended stays so', () => end(at('unknown'), [0], found, soon), 'It was approved. Outcome unknown.'],
  ['What is open does not end', () => end(request(), [0], found, soon), 'It isn’t being applied.'],
  ['A proposal leaves it open', () => suggest(half, suggestion, soon), 'open, 1 voted'],
  [
    'What is over takes no suggestion',
    () => suggest(at('rejected'), suggestion, soon),
    'It was already rejected.',
  ],
  [
    'Its requester takes the proposal',
    () => supersede(offered, undefined, taking, soon),
    'superseded, 0 voted',
  ],
  [
    'and nobody else',
    () => supersede(offered, undefined, { ...taking, person: 'U0BEN' }, soon),
    'Only the requester can accept a suggestion.',
  ],
  [
    'and no other than they saw',
    () => supersede(offered, undefined, { ...taking, suggestion: 'p0' }, soon),
    notPending,
  ],
  ['and none that there is not', () => supersede(request(), undefined, taking, soon), notPending],
  [
    'That job takes it again',
    () => supersede(accepted('j-take'), request(), taking, soon),
    'superseded, 0 voted',
  ],
  [
    'and another job does not',
    () => supersede(accepted('j-other'), request(), taking, soon),
    'The requester accepted a suggestion, so another request replaced it.',
  ],
  ['Its requester declines it', () => decline(offered, { ...taking, job: 'j-no' }, soon), 'open, 0 voted'],
  [
    'and nobody else',
    () => decline(offered, { ...taking, person: 'U0BEN' }, soon),
    'Only the requester can decline a suggestion.',
  ],
  ['and no other than they saw', () => decline(offered, { ...taking, suggestion: 'p0' }, soon), notPending],
  [
    'The same job declines it again',
    () =>
      decline(request({ declined: { id: 'p1', by: 'U0BEN', title: 'less', job: 'j-take' } }), taking, soon),
    'open, 0 voted',
  ],
  [
    'What is closed has no suggestion to decline',
    () => decline(request({ status: 'rejected', suggestion }), taking, soon),
    'It was already rejected.',
  ],
  [
    'What gave way to a request that was not made waits again',
    () => restore(accepted('j-take'), request(), back, soon),
    'open, 0 voted',
  ],
  [
    'and not for another job',
    () => restore(accepted('j-other'), request(), back, soon),
    'It wasn’t replaced.',
  ],
  [
    'nor once the narrower one can be seen',
    () => restore(accepted('j-take'), seen, back, soon),
    'The suggested request was posted meanwhile.',
  ],
  ['nor where it never did', () => restore(offered, request(), back, soon), 'It wasn’t replaced.'],
  ['What nobody can see is refused', () => discard(half, 'nobody sees it', soon), 'refused, 1 voted'],
  [
    'What the sweeper has posted meanwhile is not',
    () => discard(seen, 'nobody sees it', soon),
    'open, 0 voted',
  ],
  ['nor what was approved without its card', () => discard(at('approved'), 'nobody sees it', soon), applying],
])('%s', (_, transitioned, expected) => expect(outcome(transitioned())).toBe(expected));

const undoes = { id: 'r1', subject: { kind: 'alert policy', id: '1' }, usedBy: 'j-ask' };
const undoing = (status: Status): Change => request({ status }, { undoes });

test.each<[string, () => Transition | TransitionOfBoth, object]>([
  [
    'A rejection',
    () => addVote(undoing('open'), voteOf('U0BEN', 'reject', { job: 'j1', comment: 'no' })),
    {
      ended: { event: 'rejected', person: 'U0BEN', job: 'j1', note: 'no' },
      due: ['card', 'requester', 'log', 'undo'],
    },
  ],
  [
    'A withdrawal',
    () => withdraw(undoing('open'), { person: 'U0ANA', job: 'j1' }, soon),
    { ended: { event: 'withdrawn', person: 'U0ANA', job: 'j1' }, due: ['card', 'requester', 'log', 'undo'] },
  ],
  [
    'An expiry',
    () => expire(undoing('approved'), late),
    {
      ended: { event: 'expired', person: 'U0ANA', job: 'expiry' },
      due: ['card', 'requester', 'log', 'channel', 'undo'],
    },
  ],
  [
    'A void',
    () => markOutdated(undoing('approved'), 'approved', changed, soon),
    {
      ended: { event: 'failed', person: 'U0ANA', job: 'j-void', note: 'Void: it is gone.' },
      due: ['card', 'requester', 'log', 'channel', 'undo'],
    },
  ],
  [
    'What nobody can see',
    () => discard(undoing('open'), 'nobody sees it', soon),
    {
      ended: { event: 'refused', person: 'U0ANA', job: 'j-ask', note: 'nobody sees it' },
      due: ['requester', 'log', 'undo'],
    },
  ],
  [
    'A narrower request in its place, which goes on with its Undo',
    () => supersede(request({ suggestion }, { undoes }), undefined, taking, soon),
    {
      approval: { acceptedBy: 'j-take', replacedBy: requestName(taking.narrower) },
      ended: { event: 'superseded', person: 'U0ANA', job: 'j-take' },
      due: ['card', 'log', 'suggester'],
    },
  ],
  [
    'A requester who may not make it any more',
    () => revoke(undoing('open'), guest, soon),
    {
      ended: {
        event: 'refused',
        person: 'U0ANA',
        job: 'j1',
        note: 'A guest.',
        answer: [failed('A guest. Nothing was changed.')],
      },
      due: ['card', 'requester', 'log', 'undo'],
    },
  ],
  [
    'A change that was made',
    () => end(undoing('running'), [0], found, soon),
    {
      ended: { event: 'applied', person: 'U0ANA', job: 'j-run' },
      due: ['card', 'requester', 'log', 'channel', 'undo'],
    },
  ],
  [
    'A change that surely was not',
    () => end(undoing('running'), [0], { ...found, kind: 'failed', note: 'no' }, soon),
    { ended: { event: 'failed', note: 'no' }, due: ['card', 'requester', 'log', 'channel', 'undo'] },
  ],
  [
    'A change that may have been',
    () => end(undoing('running'), [0], { ...found, kind: 'unknown' }, soon),
    { ended: { event: 'unknown' }, due: ['card', 'requester', 'log', 'channel', 'undo'] },
  ],
])(
  '%s is to be told and logged, and an Undo that came to nothing given back',
  (_, transitioned, expected) => {
    expect(transitioned()).toMatchObject({ change: expected });
  },
);

test.each<[string, (change: Change) => Transition, Change]>([
  ['a withdrawal', (was) => withdraw(was, { person: 'U0ANA', job: 'j1' }, soon), request()],
  ['a void', (was) => markOutdated(was, 'open', changed, soon), request()],
  ['an end', (was) => end(was, [0], found, soon), at('running')],
])('%s that its job brings twice is the same, and not refused', (_, step, before) => {
  const once = step(before);
  if ('refused' in once) throw new Error(once.refused);
  expect(step(once.change)).toEqual({ change: once.change });
});

test('a request of several steps ends with the last of them, as the worst of them ended', () => {
  const several = request({ status: 'running', steps: [stepOf(), stepOf(), stepOf()] });
  const first = end(several, [1], { ...found, kind: 'unknown', job: 'j2' }, soon);
  if ('refused' in first) throw new Error(first.refused);
  expect(first.change).toMatchObject({ status: 'running', steps: [{}, { outcome: { job: 'j2' } }, {}] });
  expect(end(first.change, [1], { ...found, job: 'j2' }, soon)).toEqual({ change: first.change });
  expect(end(first.change, [1], { ...found, job: 'j3' }, soon)).toHaveProperty('refused');
  const last = end(first.change, [0, 2], found, soon);
  expect(last).toMatchObject({ change: { status: 'unknown', ended: { job: 'j-run' } } });
});

test('what was told of an end is due no more, and of no other end than that', () => {
  const ended = end(at('running'), [0], found, soon);
  if ('refused' in ended) throw new Error(ended.refused);
  expect(storeTold(ended.change, { of: ended.change, left: [], posted: [] }, soon)).toMatchObject({
    change: { status: 'done', due: undefined },
  });
  expect(storeTold(ended.change, { of: ended.change, left: ['log'], posted: [] }, soon)).toMatchObject({
    change: { due: ['log'] },
  });
  expect(storeTold(ended.change, { of: at('running'), left: [], posted: [] }, soon)).toEqual({
    change: ended.change,
  });
});

test('a reminder is due once, while it is open', () => {
  const { remindAt = 0 } = request().approval ?? {};
  expect(remind(request(), remindAt - 1)).toHaveProperty('refused');
  expect(remind(request(), remindAt)).toMatchObject({
    change: { approval: { reminded: true }, status: 'open' },
  });
  expect(remind(request({ reminded: true }), remindAt)).toHaveProperty('refused');
  expect(remind(at('approved'), remindAt)).toHaveProperty('refused');
  expect(remind(request(), late)).toHaveProperty('refused');
});

describe('whatever anybody does, in whatever order', () => {
  const person = fc.constantFrom('U0ANA', 'U0BEN', 'U0CORA', 'U0VIC');
  const job = fc.integer({ min: 1, max: 12 }).map((number) => `j${number}`);
  const time = fc.oneof(
    { weight: 9, arbitrary: fc.constant(soon) },
    { weight: 1, arbitrary: fc.constant(late) },
  );
  type Step = (change: Change) => Transition;
  const kind = fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const);
  const votes = fc.record({ person, job, at: time, vote: kind }).map(
    (vote): Step =>
      // A job brings one vote, by one person: the same each time.
      (change) =>
        addVote(
          change,
          votesOf(change).find((one) => one.job === vote.job) ?? { ...vote, accounts: ['ACME'] },
        ),
  );
  const step: fc.Arbitrary<Step> = fc.oneof(
    // As many as all else together, so that there is something to run, to outdate and to end.
    { weight: 9, arbitrary: votes },
    fc.tuple(person, time).map(
      ([who, now]): Step =>
        (change) =>
          withdraw(change, { person: who, job: 'j-back' }, now),
    ),
    time.map(
      (now): Step =>
        (change) =>
          expire(change, now),
    ),
    time.map(
      (now): Step =>
        (change) =>
          remind(change, now),
    ),
    time.map(
      (now): Step =>
        (change) =>
          approveIfAgreed(change, now),
    ),
    time.map(
      (now): Step =>
        (change) =>
          claim(change, 0, { job: 'j-run', run: 'r1' }, now),
    ),
    fc.tuple(person, time).map(
      ([by, now]): Step =>
        (change) =>
          suggest(change, { ...suggestion, by }, now),
    ),
    fc.tuple(person, job, time).map(
      ([who, by, now]): Step =>
        (change) =>
          supersede(change, undefined, { ...taking, person: who, job: by }, now),
    ),
    fc.tuple(fc.constantFrom('open' as const, 'approved' as const), time).map(
      ([from, now]): Step =>
        (change) =>
          markOutdated(change, from, changed, now),
    ),
    fc.tuple(fc.constantFrom('done' as const, 'failed' as const, 'unknown' as const), time).map(
      ([how, now]): Step =>
        (change) =>
          end(change, [0], { ...found, kind: how }, now),
    ),
  );
  const final: readonly Status[] = [
    'done',
    'failed',
    'unknown',
    'rejected',
    'withdrawn',
    'refused',
    'expired',
    'outdated',
    'superseded',
  ];

  /** All states that a request goes through. */
  function walk(steps: readonly Step[], approvers: number): readonly Change[] {
    const states = [request({ approvers })];
    for (const step of steps) {
      const transitioned = step(states.at(-1) ?? request());
      if ('change' in transitioned) states.push(transitioned.change);
    }
    return states;
  }
  const walks = fc.record({ steps: fc.array(step, { maxLength: 40 }), approvers: fc.constantFrom(1, 2) });

  test('it is granted by enough distinct people, none of them its requester, or not at all', () => {
    let granted = 0;
    fc.assert(
      fc.property(walks, ({ steps, approvers }) => {
        for (const change of walk(steps, approvers)) {
          const { status } = change;
          const votes = votesOf(change);
          expect(votes.map(({ person: who }) => who)).not.toContain('U0ANA');
          expect(new Set(votes.map(({ person: who }) => who)).size).toBe(votes.length);
          if (!['approved', 'running', 'done', 'failed', 'unknown'].includes(status)) continue;
          granted += 1;
          expect(votes.filter(({ vote }) => vote === 'approve').length).toBeGreaterThanOrEqual(approvers);
          expect(votes.filter(({ vote }) => vote === 'reject')).toEqual([]);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(granted).toBeGreaterThan(100);
  });

  test('it is not approved again, and what has ended stays as it is', () => {
    let ended = 0;
    fc.assert(
      fc.property(walks, ({ steps, approvers }) => {
        const states = walk(steps, approvers);
        const statuses = states.map(({ status }) => status).filter((status, i, all) => status !== all[i - 1]);
        expect(statuses.filter((status) => status === 'running').length).toBeLessThanOrEqual(1);
        const over = states.find(({ status }) => final.includes(status));
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
        const once = addVote(before, vote);
        if (!('change' in once)) return;
        expect(addVote(once.change, vote)).toEqual(once);
      }),
    );
  });
});

test('a suggestion that is declined is pending no more, and the message that offered it is marked', () => {
  const offers = [{ id: 'p1', by: 'U0BEN', title: 'less', message: { channel: 'D1', ts: '1' } }];
  const transitioned = decline(withApproval(offered, { offers }), { ...taking, job: 'j-no' }, soon);
  expect(transitioned).toMatchObject({
    change: {
      approval: {
        suggestion: undefined,
        offers: [{ declined: true }],
        declined: { id: 'p1', by: 'U0BEN', job: 'j-no' },
      },
    },
  });
});

test('a vote that counts no more says why, and so does a request that is open again after its replacement', () => {
  const voted = addVote(half, voteOf('U0CORA'), { lapsed: bensLapsed });
  expect(voted).toMatchObject({ change: { approval: { votes: [{ ...bens, lapsed: 'A guest.' }, {}] } } });
  const open = restore(
    request({ status: 'superseded', suggestion, acceptedBy: 'j-take', replacedBy: '#2' }),
    request(),
    back,
    soon,
  );
  expect('change' in open && open.change).toEqual(request({ suggestion, since: soon }));
});

test('a suggestion that was declined is marked among those that were offered, and no other', () => {
  const offers = ['p0', 'p1'].map((id) => ({ id, by: 'U0BEN', title: 'less' }));
  const declined = decline(withApproval(offered, { offers }), { ...taking, job: 'j-no' }, soon);
  expect(declined).toMatchObject({
    change: { approval: { offers: [{ id: 'p0' }, { id: 'p1', declined: true }] } },
  });
  expect('change' in declined && declined.change.approval?.offers?.[0]).toEqual(offers[0]);
});

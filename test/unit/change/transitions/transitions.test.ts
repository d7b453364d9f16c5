import { expect, test } from 'vitest';
import { failed } from '../../../../src/answer/answer.ts';
import { votesOf, withApproval } from '../../../../src/change/model/approval.ts';
import { type Change, type Due, requestName, type Status } from '../../../../src/change/model/change.ts';
import type { Transition, TransitionOfBoth } from '../../../../src/change/model/changes.ts';
import { expire, remind } from '../../../../src/change/transitions/expire.ts';
import { claim, end, markOutdated } from '../../../../src/change/transitions/running.ts';
import { markHandled } from '../../../../src/change/transitions/sent-messages.ts';
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
const changeOf = (transitioned: Transition | TransitionOfBoth): Change => {
  if ('refused' in transitioned) throw new Error(transitioned.refused);
  return transitioned.change;
};

/** The status that a step leads to, how many have voted, or why it was refused. */
const outcome = (transitioned: Transition | TransitionOfBoth): string =>
  'refused' in transitioned
    ? transitioned.refused
    : `${transitioned.change.status}, ${votesOf(transitioned.change).length} voted`;

/** What each of these leads to, or why it is refused. */
const transitions: Readonly<Record<string, Readonly<Record<string, () => Transition | TransitionOfBoth>>>> = {
  'approved, 1 voted': {
    'One other person grants what needs one': () => addVote(request(), voteOf('U0BEN')),
    'Who asked may break the glass, and needs nobody else': () => addVote(two, glass),
    'An approval of the wide version counts from an approver who saw the suggestion': () =>
      addVote(offered, voteOf('U0CORA'), { saw: 'p1' }),
    'In the last moment it is open': () => addVote(request(), voteOf('U0BEN', 'approve', { at: late - 1 })),
    'Enough early votes grant it': () => approveIfAgreed(request({ votes: [bens] }), soon),
  },
  'approved, 2 voted': { 'The second of two grants it': () => addVote(half, voteOf('U0CORA')) },
  'rejected, 2 voted': { 'One "no" ends it': () => addVote(half, voteOf('U0CORA', 'reject')) },
  'rejected, 1 voted': {
    'A "no" counts also where something is suggested': () => addVote(offered, voteOf('U0CORA', 'reject')),
  },
  'open, 1 voted': {
    'One of two leaves it open': () => addVote(two, voteOf('U0BEN')),
    'The same job again is the same vote': () => addVote(half, bens),
    'A proposal leaves it open': () => suggest(half, suggestion, soon),
  },
  'open, 2 voted': {
    'A vote that counts no more is not among those that grant it': () =>
      addVote(half, voteOf('U0CORA'), { lapsed: bensLapsed }),
    'Whose vote counts no more can vote again': () =>
      addVote(request({ approvers: 2, votes: [{ ...bens, lapsed: 'A guest.' }] }), voteOf('U0BEN')),
  },
  'You already voted.': {
    'Nobody grants it twice': () => addVote(half, voteOf('U0BEN')),
    'No "no" comes after a "yes" of the same person': () => addVote(half, voteOf('U0BEN', 'reject')),
    'A "no" never lapses': () =>
      addVote(request({ approvers: 2, votes: [voteOf('U0BEN', 'reject')] }), voteOf('U0BEN'), {
        lapsed: bensLapsed,
      }),
  },
  'You requested this, so you can’t decide on it. You can withdraw it.': {
    'Who asked does not approve': () => addVote(request(), voteOf('U0ANA')),
    'Who asked does not reject': () => addVote(request(), voteOf('U0ANA', 'reject')),
  },
  'Changes were suggested after you opened it. Press Review again to approve all of it, or wait for the requester.':
    {
      'An approval does not count from who saw another suggestion, or none': () =>
        addVote(offered, voteOf('U0CORA'), { saw: 'p0' }),
      'Nor does one with the glass broken': () => addVote(offered, glass),
    },
  'It expired.': {
    'Nobody decides after its time': () => addVote(request(), voteOf('U0BEN', 'approve', { at: late })),
    'Nobody breaks the glass then': () =>
      addVote(request(), voteOf('U0ANA', 'approve', { breakGlass: true, at: late })),
    'Nothing is granted too late': () => approveIfAgreed(request({ votes: [bens] }), late),
    'It is never claimed after its time': () => claimed(at('approved'), 'j-run', late),
  },
  'It needs more approvals.': { 'Too few early votes do not grant it': () => approveIfAgreed(half, soon) },
  'refused, 1 voted': {
    'A request is refused when its requester lost the right': () => revoke(half, guest, soon),
    'What nobody can see is refused': () => discard(half, 'nobody sees it', soon),
  },
  'It was already rejected.': {
    'It is not refused once it is over': () => revoke(at('rejected'), guest, soon),
    'What is over takes no suggestion': () => suggest(at('rejected'), suggestion, soon),
    'What is closed has no suggestion to decline': () =>
      decline(request({ status: 'rejected', suggestion }), taking, soon),
  },
  'withdrawn, 0 voted': {
    'Its requester withdraws it': () => withdraw(request(), by('U0ANA'), soon),
    'So they do while it waits for its start': () => withdraw(waiting, by('U0ANA'), soon),
  },
  'Only the requester can withdraw it.': {
    'Nobody else withdraws it': () => withdraw(request(), by('U0BEN'), soon),
  },
  'It needs nobody’s decision.': { 'An end is not withdrawn': () => withdraw(endOf(), by('U0ANA'), soon) },
  'It’s approved already and is being applied.': {
    'It is not withdrawn once it is granted': () => withdraw(at('approved'), by('U0ANA'), soon),
    'It is not withdrawn once it runs, though it waited for its start': () =>
      withdraw({ ...waiting, status: 'running' }, by('U0ANA'), soon),
    'It goes never stale under a vote once it runs, for it may have changed things itself': () =>
      markOutdated(at('running'), 'open', changed, soon),
    'Nor does a vote void what is granted': () => markOutdated(at('approved'), 'open', changed, soon),
    'What was approved without its card is not discarded': () =>
      discard(at('approved'), 'nobody sees it', soon),
  },
  'expired, 1 voted': { 'It expires when its time is over': () => expire(half, late) },
  'expired, 0 voted': { 'It expires also once it is granted': () => expire(at('approved'), late) },
  'It has not expired.': {
    'It does not expire before its time': () => expire(request(), late - 1),
    'It does not expire once it runs': () => expire(at('running'), late),
  },
  'outdated, 1 voted': {
    'What is open goes stale under a vote': () => markOutdated(half, 'open', changed, soon),
  },
  'outdated, 0 voted': {
    'What is granted goes stale under the worker': () =>
      markOutdated(at('approved'), 'approved', changed, soon),
    'So does what it has begun': () => markOutdated(at('running'), 'approved', changed, soon),
  },
  'It isn’t approved.': {
    'The worker voids nothing that is open': () => markOutdated(request(), 'approved', changed, soon),
    'What is open is not claimed': () => claimed(request(), 'j-run'),
  },
  'running, 0 voted': {
    'What is granted is claimed by a job': () => claimed(at('approved'), 'j-run'),
    'It is claimed by that job once more': () => claimed(claimedBy('j-run'), 'j-run', late),
  },
  'It’s being applied.': { 'It is claimed by no other': () => claimed(claimedBy('j-run'), 'j-other') },
  'It was already approved and applied.': {
    'It is not claimed once it has ended': () => claimed(at('done'), 'j-run'),
  },
  'This step has ended.': {
    'A step that has ended is not claimed while others run': () => claimed(partly, 'j-run'),
  },
  'Another job applies it.': {
    'What one job has claimed is not ended by another': () => end(claimedBy('j-other'), 0, found, soon),
    'What one job has claimed is not stale': () =>
      markOutdated(claimedBy('j-run'), 'approved', changed, soon),
  },
  'done, 1 voted': {
    'The same vote again is the same once that was decided': () =>
      addVote(request({ status: 'done', votes: [bens] }), bens),
  },
  'done, 0 voted': {
    'What runs ends': () => end(at('running'), 0, found, soon),
    'What a job has claimed is ended by its poll': () =>
      end(claimedBy('j-run'), 0, { ...found, job: 'j-run:2' }, soon),
  },
  'It was approved. Outcome unknown.': {
    'What ended stays so': () => end(at('unknown'), 0, found, soon),
  },
  'It isn’t being applied.': { 'What is open does not end': () => end(request(), 0, found, soon) },
  'superseded, 0 voted': {
    'Its requester takes the proposal': () => supersede(offered, undefined, taking, soon),
    'That job takes it again': () => supersede(accepted('j-take'), request(), taking, soon),
  },
  'Only the requester can accept a suggestion.': {
    'Nobody else takes it': () => supersede(offered, undefined, { ...taking, person: 'U0BEN' }, soon),
  },
  'This suggestion is no longer pending.': {
    'No other is taken than they saw': () =>
      supersede(offered, undefined, { ...taking, suggestion: 'p0' }, soon),
    'None is taken that there is not': () => supersede(request(), undefined, taking, soon),
    'No other is declined than they saw': () => decline(offered, { ...taking, suggestion: 'p0' }, soon),
  },
  'The requester accepted a suggestion, so another request replaced it.': {
    'Another job does not take it again': () => supersede(accepted('j-other'), request(), taking, soon),
  },
  'Only the requester can decline a suggestion.': {
    'Nobody else declines it': () => decline(offered, { ...taking, person: 'U0BEN' }, soon),
  },
  'open, 0 voted': {
    'Its requester declines it': () => decline(offered, { ...taking, job: 'j-no' }, soon),
    'The same job declines it again': () =>
      decline(request({ declined: { id: 'p1', by: 'U0BEN', title: 'less', job: 'j-take' } }), taking, soon),
    'What gave way to a request that was not made waits again': () =>
      restore(accepted('j-take'), request(), back, soon),
    'What the sweeper has posted meanwhile is not refused': () => discard(seen, 'nobody sees it', soon),
  },
  'It wasn’t replaced.': {
    'It waits not again for another job': () => restore(accepted('j-other'), request(), back, soon),
    'What never gave way does not wait again': () => restore(offered, request(), back, soon),
  },
  'The suggested request was posted meanwhile.': {
    'It does not wait again once the narrower one can be seen': () =>
      restore(accepted('j-take'), seen, back, soon),
  },
};

test.each(
  Object.entries(transitions).flatMap(([expected, rows]) =>
    Object.entries(rows).map(([says, transitioned]) => ({ says, transitioned, expected })),
  ),
)('$says', ({ transitioned, expected }) => expect(outcome(transitioned())).toBe(expected));

const undoes = { id: 'r1', subject: { kind: 'alert policy', id: '1' }, usedBy: 'j-ask' };
const undoing = (status: Status): Change => request({ status }, { undoes });

test.each<[string, () => Transition | TransitionOfBoth, ended: string, due: string]>([
  [
    'A rejection',
    () => addVote(undoing('open'), voteOf('U0BEN', 'reject', { job: 'j1', comment: 'no' })),
    'rejected by U0BEN in j1: no',
    'card requester log undo',
  ],
  [
    'A withdrawal',
    () => withdraw(undoing('open'), by('U0ANA'), soon),
    'withdrawn by U0ANA in j-back: undefined',
    'card requester log undo',
  ],
  [
    'An expiry',
    () => expire(undoing('approved'), late),
    'expired by U0ANA in expiry: undefined',
    'card requester log channel undo',
  ],
  [
    'A void',
    () => markOutdated(undoing('approved'), 'approved', changed, soon),
    'failed by U0ANA in j-void: Void: it is gone.',
    'card requester log channel undo',
  ],
  [
    'What nobody can see',
    () => discard(undoing('open'), 'nobody sees it', soon),
    'refused by U0ANA in j-ask: nobody sees it',
    'requester log undo',
  ],
  [
    'A narrower request in its place, which goes on with its Undo,',
    () => supersede(request({ suggestion }, { undoes }), undefined, taking, soon),
    'superseded by U0ANA in j-take: Replaced by a1-narro.',
    'card log suggester',
  ],
  [
    'A requester who may not make it any more',
    () => revoke(undoing('open'), guest, soon),
    'refused by U0ANA in j1: A guest.',
    'card requester log undo',
  ],
  ...(['done', 'failed', 'unknown'] as const).map((kind): [string, () => Transition, string, string] => [
    `A change that is ${kind}`,
    () => end(undoing('running'), 0, { ...found, kind, note: 'so' }, soon),
    `${kind === 'done' ? 'applied' : kind} by U0ANA in j-run: so`,
    'card requester log channel undo',
  ]),
])(
  '%s is to be told and logged, and an Undo that came to nothing given back',
  (_, transitioned, ended, due) => {
    const { event, person, job, note } = changeOf(transitioned()).ended ?? {};
    expect(`${event} by ${person} in ${job}: ${note}`).toBe(ended);
    expect(changeOf(transitioned()).due?.join(' ')).toBe(due);
  },
);

test('who may not make it any more reads why, and a request that was replaced names the other one', () => {
  expect(changeOf(revoke(half, guest, soon)).ended?.answer).toEqual([
    failed('A guest. Nothing was changed.'),
  ]);
  expect(changeOf(supersede(offered, undefined, taking, soon)).approval).toMatchObject({
    acceptedBy: 'j-take',
    replacedBy: requestName(taking.narrower),
  });
});

test.each<[string, (change: Change) => Transition, Change]>([
  ['a withdrawal', (was) => withdraw(was, { person: 'U0ANA', job: 'j1' }, soon), request()],
  ['a void', (was) => markOutdated(was, 'open', changed, soon), request()],
  ['an end', (was) => end(was, 0, found, soon), at('running')],
])('%s that its job brings twice is the same, and not refused', (_, step, before) => {
  const once = changeOf(step(before));
  expect(step(once)).toEqual({ change: once });
});

test('what was told of an end is due no more, and of no other end than that', () => {
  const ended = changeOf(end(at('running'), 0, found, soon));
  const told = (of: Change, ...left: readonly Due[]) =>
    changeOf(markHandled(ended, { of, remaining: left, posted: [] }, soon));
  expect(told(ended)).toMatchObject({ status: 'done', due: undefined });
  expect(told(ended, 'log').due).toEqual(['log']);
  expect(told(at('running'))).toEqual(ended);
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

test('a suggestion that is declined is pending no more, and is marked among those that were offered', () => {
  const offers = ['p0', 'p1'].map((id) => ({ id, by: 'U0BEN', title: 'less' }));
  const declining = decline(withApproval(offered, { offers }), { ...taking, job: 'j-no' }, soon);
  expect(changeOf(declining).approval).toMatchObject({
    suggestion: undefined,
    offers: [offers[0], { ...offers[1], declined: true }],
    declined: { id: 'p1', by: 'U0BEN', job: 'j-no' },
  });
});

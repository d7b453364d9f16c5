import { expect, test } from 'vitest';
import { failed } from '../../../../src/answer/answer.ts';
import { votesOf, withApproval } from '../../../../src/change/model/approval.ts';
import { type Change, type Due, requestName, type Status } from '../../../../src/change/model/change.ts';
import type { Transition, TransitionOfBoth } from '../../../../src/change/model/changes.ts';
import { startDeadline } from '../../../../src/change/model/deadlines.ts';
import { expire, remind } from '../../../../src/change/transitions/expire.ts';
import { claim, complete, markOutdated } from '../../../../src/change/transitions/running.ts';
import { markHandled } from '../../../../src/change/transitions/sent-messages.ts';
import { decline, restore, suggest, supersede } from '../../../../src/change/transitions/suggesting.ts';
import { addVote, approveIfAgreed, revoke } from '../../../../src/change/transitions/votes.ts';
import { discard, withdraw } from '../../../../src/change/transitions/withdraw.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, posted, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

const soon = noon + 60_000;
const late = request().expires;
const tooLate = startDeadline(request());
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

/** A change whose first of two steps has ended. */
const partly = request({ status: 'running', steps: [stepOf({ outcome: found }), stepOf()] });
const changeOf = (transitioned: Transition | TransitionOfBoth): Change => {
  if ('refused' in transitioned) throw new Error(transitioned.refused);
  return transitioned.change;
};

/** The status that a transition leads to and the number of votes, or the reason of its refusal. */
const outcome = (transitioned: Transition | TransitionOfBoth): string =>
  'refused' in transitioned
    ? transitioned.refused
    : `${transitioned.change.status}, ${votesOf(transitioned.change).length} voted`;

/** Transitions, by the status that they lead to or the reason of their refusal. */
const transitions: Readonly<Record<string, Readonly<Record<string, () => Transition | TransitionOfBoth>>>> = {
  'approved, 1 voted': {
    'One approval is enough if one is needed': () => addVote(request(), voteOf('U0BEN')),
    'A break-glass approval by the requester is enough': () => addVote(two, glass),
    'An approval of the wide version counts from an approver who saw the suggestion': () =>
      addVote(offered, voteOf('U0CORA'), { saw: 'p1' }),
    'A vote just in time counts': () => addVote(request(), voteOf('U0BEN', 'approve', { at: late - 1 })),
    'Enough early votes approve a request': () => approveIfAgreed(request({ votes: [bens] }), soon),
  },
  'approved, 2 voted': { 'The second of two approvals is enough': () => addVote(half, voteOf('U0CORA')) },
  'rejected, 2 voted': { 'One rejection is enough': () => addVote(half, voteOf('U0CORA', 'reject')) },
  'rejected, 1 voted': {
    'A rejection counts despite a suggestion': () => addVote(offered, voteOf('U0CORA', 'reject')),
  },
  'open, 1 voted': {
    'One of two approvals leaves a request open': () => addVote(two, voteOf('U0BEN')),
    'A vote by the same job is the same vote': () => addVote(half, bens),
    'A suggestion leaves a request open': () => suggest(half, suggestion, soon),
  },
  'open, 2 voted': {
    'A lapsed vote does not count towards the approval': () =>
      addVote(half, voteOf('U0CORA'), { lapsed: bensLapsed }),
    'A person whose vote lapsed can vote again': () =>
      addVote(request({ approvers: 2, votes: [{ ...bens, lapsed: 'A guest.' }] }), voteOf('U0BEN')),
  },
  'You already voted.': {
    'Nobody approves a request twice': () => addVote(half, voteOf('U0BEN')),
    'Nobody rejects a request after approving it': () => addVote(half, voteOf('U0BEN', 'reject')),
    'A rejection never lapses': () =>
      addVote(request({ approvers: 2, votes: [voteOf('U0BEN', 'reject')] }), voteOf('U0BEN'), {
        lapsed: bensLapsed,
      }),
  },
  'You requested this, so you can’t decide on it. You can withdraw it.': {
    'The requester can’t approve': () => addVote(request(), voteOf('U0ANA')),
    'The requester can’t reject': () => addVote(request(), voteOf('U0ANA', 'reject')),
  },
  'Changes were suggested after you opened it. Press Review again to approve all of it, or wait for the requester.':
    {
      'An approval does not count from an approver who saw another suggestion, or none': () =>
        addVote(offered, voteOf('U0CORA'), { saw: 'p0' }),
      'A break-glass approval does not count without seeing the suggestion': () => addVote(offered, glass),
    },
  'It expired.': {
    'Nobody votes after the expiry': () => addVote(request(), voteOf('U0BEN', 'approve', { at: late })),
    'Nobody uses break-glass after the expiry': () =>
      addVote(request(), voteOf('U0ANA', 'approve', { breakGlass: true, at: late })),
    'Early votes do not approve an expired request': () => approveIfAgreed(request({ votes: [bens] }), late),
    'A change is never claimed too late': () => claimed(at('approved'), 'j-run', tooLate),
  },
  'It needs more approvals.': { 'Too few early votes do not approve': () => approveIfAgreed(half, soon) },
  'refused, 1 voted': {
    'A request is refused if its requester lost the permission': () => revoke(half, guest, soon),
    'A request that nobody can see is refused': () => discard(half, 'nobody sees it', soon),
  },
  'It was already rejected.': {
    'A closed request is not refused': () => revoke(at('rejected'), guest, soon),
    'A closed request takes no suggestion': () => suggest(at('rejected'), suggestion, soon),
    'A closed request has no suggestion to decline': () =>
      decline(request({ status: 'rejected', suggestion }), taking, soon),
  },
  'withdrawn, 0 voted': {
    'The requester withdraws a request': () => withdraw(request(), by('U0ANA'), soon),
    'The requester withdraws a change that waits for its start': () => withdraw(waiting, by('U0ANA'), soon),
  },
  'Only the requester can withdraw it.': {
    'Nobody else withdraws a request': () => withdraw(request(), by('U0BEN'), soon),
  },
  'It needs nobody’s decision.': { 'An end is not withdrawn': () => withdraw(endOf(), by('U0ANA'), soon) },
  'It’s approved already and is being applied.': {
    'An approved request is not withdrawn': () => withdraw(at('approved'), by('U0ANA'), soon),
    'A running change is not withdrawn, even if it waited for its start': () =>
      withdraw({ ...waiting, status: 'running' }, by('U0ANA'), soon),
    'A vote does not outdate a running change, which may have changed things itself': () =>
      markOutdated(at('running'), 'open', changed, soon),
    'A vote does not outdate an approved request': () => markOutdated(at('approved'), 'open', changed, soon),
    'A request that was approved without its card is not discarded': () =>
      discard(at('approved'), 'nobody sees it', soon),
  },
  'expired, 1 voted': { 'An open request expires': () => expire(half, late) },
  'expired, 0 voted': {
    'An approved request that can’t start any more expires, too': () => expire(at('approved'), tooLate),
  },
  'It has not expired.': {
    'A request does not expire before its time': () => expire(request(), late - 1),
    'What was approved in time can still start': () => expire(at('approved'), late),
    'A running change does not expire': () => expire(at('running'), tooLate),
  },
  'outdated, 1 voted': {
    'A vote outdates an open request': () => markOutdated(half, 'open', changed, soon),
  },
  'outdated, 0 voted': {
    'The worker outdates a request that is approved': () =>
      markOutdated(at('approved'), 'approved', changed, soon),
    'The worker outdates a running change': () => markOutdated(at('running'), 'approved', changed, soon),
  },
  'It isn’t approved.': {
    'The worker does not outdate an open request': () => markOutdated(request(), 'approved', changed, soon),
    'An open request is not claimed': () => claimed(request(), 'j-run'),
  },
  'running, 0 voted': {
    'A job claims an approved change': () => claimed(at('approved'), 'j-run'),
    'A job claims its change again': () => claimed(claimedBy('j-run'), 'j-run', late),
  },
  'It’s being applied.': { 'No other job claims a change': () => claimed(claimedBy('j-run'), 'j-other') },
  'It was already approved and applied.': {
    'A closed change is not claimed': () => claimed(at('done'), 'j-run'),
  },
  'This step has ended.': {
    'A step that has ended is not claimed while others run': () => claimed(partly, 'j-run'),
  },
  'Another job applies it.': {
    'A job does not end a step of another job': () => complete(claimedBy('j-other'), 0, found, soon),
    'A job does not outdate a step of another job': () =>
      markOutdated(claimedBy('j-run'), 'approved', changed, soon),
  },
  'done, 1 voted': {
    'A repeated vote is the same vote after the decision': () =>
      addVote(request({ status: 'done', votes: [bens] }), bens),
  },
  'done, 0 voted': {
    'A running change ends': () => complete(at('running'), 0, found, soon),
    'A poll ends a step that its job has claimed': () =>
      complete(claimedBy('j-run'), 0, { ...found, job: 'j-run:2' }, soon),
  },
  'It was approved. Outcome unknown.': {
    'A closed change stays as it is': () => complete(at('unknown'), 0, found, soon),
  },
  'It isn’t being applied.': { 'An open request does not end': () => complete(request(), 0, found, soon) },
  'superseded, 0 voted': {
    'The requester accepts a suggestion': () => supersede(offered, undefined, taking, soon),
    'A job accepts its suggestion again': () => supersede(accepted('j-take'), request(), taking, soon),
  },
  'Only the requester can accept a suggestion.': {
    'Others accept no suggestion': () => supersede(offered, undefined, { ...taking, person: 'U0BEN' }, soon),
  },
  'This suggestion is no longer pending.': {
    'Only the seen suggestion is accepted': () =>
      supersede(offered, undefined, { ...taking, suggestion: 'p0' }, soon),
    'A missing suggestion is not accepted': () => supersede(request(), undefined, taking, soon),
    'Only the seen suggestion is declined': () => decline(offered, { ...taking, suggestion: 'p0' }, soon),
  },
  'The requester accepted a suggestion, so another request replaced it.': {
    'No other job accepts a suggestion again': () => supersede(accepted('j-other'), request(), taking, soon),
  },
  'Only the requester can decline a suggestion.': {
    'Others decline no suggestion': () => decline(offered, { ...taking, person: 'U0BEN' }, soon),
  },
  'open, 0 voted': {
    'The requester declines a suggestion': () => decline(offered, { ...taking, job: 'j-no' }, soon),
    'A job declines its suggestion again': () =>
      decline(request({ declined: { id: 'p1', by: 'U0BEN', title: 'less', job: 'j-take' } }), taking, soon),
    'A request whose replacement was not made is open again': () =>
      restore(accepted('j-take'), request(), back, soon),
    'A request that was posted meanwhile is not discarded': () => discard(seen, 'nobody sees it', soon),
  },
  'It wasn’t replaced.': {
    'Another job does not reopen a request': () => restore(accepted('j-other'), request(), back, soon),
    'A request that was never replaced is not reopened': () => restore(offered, request(), back, soon),
  },
  'The suggested request was posted meanwhile.': {
    'A request is not reopened once the narrower one is posted': () =>
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
    () => expire(undoing('approved'), tooLate),
    'expired by U0ANA in expiry: undefined',
    'card requester log channel undo',
  ],
  [
    'An outdated request',
    () => markOutdated(undoing('approved'), 'approved', changed, soon),
    'failed by U0ANA in j-void: Void: it is gone.',
    'card requester log channel undo',
  ],
  [
    'A request that nobody can see',
    () => discard(undoing('open'), 'nobody sees it', soon),
    'refused by U0ANA in j-ask: nobody sees it',
    'requester log undo',
  ],
  [
    'A replacement by a narrower request, which takes its Undo over,',
    () => supersede(request({ suggestion }, { undoes }), undefined, taking, soon),
    'superseded by U0ANA in j-take: Replaced by a1-narro.',
    'card log suggester',
  ],
  [
    'A request whose requester lost the permission',
    () => revoke(undoing('open'), guest, soon),
    'refused by U0ANA in j1: A guest.',
    'card requester log undo',
  ],
  ...(['done', 'failed', 'unknown'] as const).map((kind): [string, () => Transition, string, string] => [
    `A change that is ${kind}`,
    () => complete(undoing('running'), 0, { ...found, kind, note: 'so' }, soon),
    `${kind === 'done' ? 'applied' : kind} by U0ANA in j-run: so`,
    'card requester log channel undo',
  ]),
])(
  '%s is to be reported and logged, and an Undo that came to nothing is released',
  (_, transitioned, ended, due) => {
    const { event, person, job, note } = changeOf(transitioned()).closed ?? {};
    expect(`${event} by ${person} in ${job}: ${note}`).toBe(ended);
    expect(changeOf(transitioned()).due?.join(' ')).toBe(due);
  },
);

test('a requester who lost the permission reads why, and a replaced request names its replacement', () => {
  expect(changeOf(revoke(half, guest, soon)).closed?.answer).toEqual([
    failed('A guest. Nothing was changed.'),
  ]);
  expect(changeOf(supersede(offered, undefined, taking, soon)).approval).toMatchObject({
    acceptedBy: 'j-take',
    replacedBy: requestName(taking.narrower),
  });
});

test.each<[string, (change: Change) => Transition, Change]>([
  ['a withdrawal', (was) => withdraw(was, { person: 'U0ANA', job: 'j1' }, soon), request()],
  ['an outdated request', (was) => markOutdated(was, 'open', changed, soon), request()],
  ['an end', (was) => complete(was, 0, found, soon), at('running')],
])('%s that its job repeats is the same, and not refused', (_, step, before) => {
  const once = changeOf(step(before));
  expect(step(once)).toEqual({ change: once });
});

test('a sent report is no longer due, but only for the end that it was about', () => {
  const ended = changeOf(complete(at('running'), 0, found, soon));
  const told = (of: Change, ...left: readonly Due[]) =>
    changeOf(markHandled(ended, { of, remaining: left, posted: [] }, soon));
  expect(told(ended)).toMatchObject({ status: 'done', due: undefined });
  expect(told(ended, 'log').due).toEqual(['log']);
  expect(told(at('running'))).toEqual(ended);
});

test('a reminder is due once, while the request is open', () => {
  const { remindAt = 0 } = request().approval ?? {};
  expect(remind(request(), remindAt - 1)).toHaveProperty('refused');
  expect(remind(request(), remindAt)).toMatchObject({
    change: { approval: { reminded: true }, status: 'open' },
  });
  expect(remind(request({ reminded: true }), remindAt)).toHaveProperty('refused');
  expect(remind(at('approved'), remindAt)).toHaveProperty('refused');
  expect(remind(request(), late)).toHaveProperty('refused');
});

test('a lapsed vote says why, and a reopened request has its suggestion again', () => {
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

test('a suggestion that is accepted again keeps the number that leads to its request', () => {
  const unposted = request({ id: 'a1-narrower', status: 'refused', number: 8 });
  const narrower = { ...taking.narrower, number: 9 };
  expect(supersede(offered, unposted, { ...taking, narrower }, soon)).toMatchObject({
    change: { approval: { replacedBy: '#8' }, closed: { note: 'Replaced by #8.' } },
    narrower: { number: 8, status: 'open' },
  });
});

test('a declined suggestion is no longer pending, and is marked among the offers', () => {
  const offers = ['p0', 'p1'].map((id) => ({ id, by: 'U0BEN', title: 'less' }));
  const declining = decline(withApproval(offered, { offers }), { ...taking, job: 'j-no' }, soon);
  expect(changeOf(declining).approval).toMatchObject({
    suggestion: undefined,
    offers: [offers[0], { ...offers[1], declined: true }],
    declined: { id: 'p1', by: 'U0BEN', job: 'j-no' },
  });
});

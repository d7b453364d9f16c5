import { expect, test } from 'vitest';
import { reasons, saying, wordsOf } from '../../../../scripts/derived/reasons-table.ts';
import type { Change, Closing, Status } from '../../../../src/change/model/change.ts';
import { startDeadline } from '../../../../src/change/model/deadlines.ts';
import { type Step, type StepOutcome, stepsOf } from '../../../../src/change/model/step.ts';
import { failWaiting } from '../../../../src/change/model/step-order.ts';
import { keep } from '../../../../src/change/transitions/keeping.ts';
import { whyEndOver } from '../../../../src/change/transitions/moving.ts';
import { closeRestored } from '../../../../src/change/transitions/restored.ts';
import { claim, tooLate } from '../../../../src/change/transitions/running.ts';
import { revoke } from '../../../../src/change/transitions/votes.ts';
import type { Refusal } from '../../../../src/change/words/refusal.ts';
import { statusInWords } from '../../../../src/change/words/status-in-words.ts';
import type { Authority } from '../../../../src/lifecycle/prepare/authority.ts';
import { whyOutdated } from '../../../../src/lifecycle/prepare/still-agreed.ts';
import { refuseClick } from '../../../../src/lifecycle/request/refuse-click.ts';
import { tooManyOpen, whyNotPosted } from '../../../../src/lifecycle/request/request-approval.ts';
import { changedSince, whyNotOffered } from '../../../../src/lifecycle/request/use-offers.ts';
import { checkEnd } from '../../../../src/lifecycle/run/check-end.ts';
import { runReversal } from '../../../../src/lifecycle/run/run-reversal.ts';
import { runStep } from '../../../../src/lifecycle/run/run-step.ts';
import { whyNotAllowed } from '../../../../src/lifecycle/run/still-allowed.ts';
import type { Decision } from '../../../../src/policy/decide.ts';
import type { Person } from '../../../../src/policy/people.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { filesIn, textOf } from '../../../support/imports.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected, outside } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { approvalRequired } from '../../../support/made/approval-required.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { type EndFacts, endOf } from '../../../support/made/ends.ts';
import { noon, previewOf, request, voteOf } from '../../../support/made/requests.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * The list of why a change did not run is closed: each reason is found by a file that is called here, or said in a test that plays it.
 */

type Name = keyof typeof reasons;

const cloud = await cloudOfFile(quick);
const job = { job: 'j1', run: 'r1' };
const late = startDeadline(request());
const refusedIn = (said: object): string => ('refused' in said ? String(said.refused) : '');
const closedIn = (said: { readonly change: Change } | { readonly refused: string }) =>
  'change' in said ? said.change.closed : undefined;
const textOfAnswer = (closed: Closing | undefined): string =>
  wordsOf({ answer: closed?.answer ?? [], note: '' });
const claiming = (status: Status): string => refusedIn(claim(request({ status }), 0, job, noon));
const saidBy = (why: Refusal | undefined): string => (why ? wordsOf(why) : '');

const clicked = (refused: Parameters<typeof refuseClick>[0]): string =>
  words(refuseClick(refused).deliveries);

const person: Person = { id: 'U0BEN', aliases: [], groups: [] };
const approvedBy = (...approvers: readonly Person[]): Authority => ({
  ...{ approvers, lapsed: new Map(), brokeGlass: false, unlisted: undefined },
});
const allowed = (decision: Decision, authority = approvedBy(person), change = request()): string =>
  saidBy(
    whyNotAllowed(change, authority, { decision, riskLine: 'Risk 5: production.' }, { policy: defaults }),
  );
const guest = new Map([['U0CORA', 'A guest.']]);
const freeze = { why: 'Year-end freeze', until: Date.UTC(2027, 0, 4, 8), timeZone: 'UTC' };

const basis = (hash: string, more: object = {}) => ({ hash, title: 'open it', ...more });
const itself = (hash: string, isUnread?: true) => ({ name: 'Firewall policy 5f2c1a90', hash, isUnread });
const outdated = (was: object, is: object, impact: readonly string[] = []): string =>
  String(whyOutdated({ basis: [basis('1', was)], impact: [] }, { basis: [basis('2', is)], impact }));

const step = (after: number | undefined, kind?: StepOutcome['kind']): Step =>
  stepOf({ after, ...(kind && { outcome: { kind, answer: [], job: 'j1' } }) });
const waiting = (kind: StepOutcome['kind']) =>
  failWaiting([step(undefined, 'done'), step(0, kind), step(1)], 'j1')[2]?.outcome;
const by = { person: 'U0BEN', job: 'j0' };
const offered = (more: object) => saidBy(whyNotOffered({ refused: 'used', by: { ...by, ...more } }));

const subject = { kind: 'alert policy', id: 'x' };
const undo = {
  ...{ operation: 'alert.delete', raw: {}, line: 'alert delete x', warning: [], subject, expires: noon },
  ...{ change: 'a1', index: 0, step: stepOf(), requester: 'U0ANA' },
};
const now = {
  content: 'other',
  description: ['It is “Busy”.'],
  changed: 'Somebody changed it since',
  uses: [],
};
const differs = (state: string, unread?: readonly string[]): string =>
  saidBy(changedSince({ ...undo, state }, { ...now, ...(unread && { unread }) }));

/** Each reason as the file that finds it says it. */
const found: readonly (readonly [Name, said: () => string | undefined, words: string])[] = [
  ['rejected', () => claiming('rejected'), 'It was already rejected.'],
  ['withdrawn', () => claiming('withdrawn'), 'The requester withdrew it.'],
  [
    'superseded',
    () => claiming('superseded'),
    'The requester accepted a suggestion, so another request replaced it.',
  ],
  ['expired', () => refusedIn(claim(request({ status: 'approved' }), 0, job, late)), 'It expired.'],
  ['refused', () => claiming('refused'), 'It was refused.'],
  ['outdated', () => claiming('outdated'), 'It’s outdated.'],
  ['notUndone', () => claiming('skipped'), 'Somebody changed it, so it was not undone.'],
  ['nothingWasLeft', () => claiming('over'), 'Nothing was left to end.'],
  ['expiredUnapproved', () => statusInWords(request(), 'expired')[1], 'Expired without enough approvals'],
  [
    'expiredUnstarted',
    () => statusInWords(request({ votes: [voteOf('U0BEN')] }), 'expired')[1],
    'Expired before it could be applied',
  ],
  [
    'waitsForLog',
    () => statusInWords(request({ isUnlogged: true }), 'approved')[1],
    'Approved · waits for the audit log',
  ],
  ['cardNotPosted', () => whyNotPosted(request()), 'The request couldn’t be posted to #approvals.'],
  ['doesOther', () => outdated({}, { title: 'close it' }), 'It would now close it.'],
  ['undoneChanged', () => outdated({ subject: '1' }, {}), 'Somebody has changed what this would undo.'],
  [
    'policyChanged',
    () => outdated({ itself: itself('1') }, { itself: itself('2') }),
    'Firewall policy 5f2c1a90 was changed.',
  ],
  ['policyGone', () => outdated({ itself: itself('1') }, {}), 'Firewall policy 5f2c1a90 is gone.'],
  [
    'policyUnread',
    () => outdated({ itself: itself('1') }, { itself: itself('2', true) }),
    'Firewall policy 5f2c1a90 can’t be read now.',
  ],
  ['impactDiffers', () => outdated({}, {}, ['Opens port 22.']), 'Now: Opens port 22.'],
  ['comparedChanged', () => outdated({}, {}), 'What it was compared with has changed.'],
  ['notYours', () => clicked({ refused: 'not yours' }), 'Only the requester can confirm or cancel this.'],
  ['confirmedBefore', () => clicked({ refused: 'confirmed before' }), 'This was already confirmed.'],
  ['cancelledBefore', () => clicked({ refused: 'cancelled before' }), 'This was already cancelled.'],
  [
    'previewGone',
    () => clicked({ refused: 'unknown' }),
    'This preview is no longer available. Run the command again.',
  ],
  [
    'previewExpired',
    () => clicked({ refused: 'expired', change: previewOf() }),
    'The preview expired: delete a rule',
  ],
  [
    'previewReplaced',
    () => clicked({ refused: 'not seen', change: previewOf() }),
    'This isn’t what the preview showed any more. Nothing was changed.',
  ],
  [
    'undoGone',
    () => saidBy(whyNotOffered({ refused: 'unknown' })),
    'This can’t be undone with one click any more. Nothing was changed.',
  ],
  [
    'undoOver',
    () => saidBy(whyNotOffered({ refused: 'expired' })),
    'This was offered for 30 minutes, which are over. Nothing was changed.',
  ],
  [
    'undoneBefore',
    () => offered({ outcome: 'done' }),
    'This was undone by <@U0BEN> already. Nothing was changed.',
  ],
  [
    'undoUnknown',
    () => offered({ outcome: 'unknown' }),
    'The outcome of the Undo by <@U0BEN> is unknown. Nothing was changed.',
  ],
  [
    'undoRequested',
    () => offered({ request: { id: 'a2', name: '#7' } }),
    '<@U0BEN> requested this Undo: #7 isn’t over yet. Nothing was changed.',
  ],
  [
    'undoRunning',
    () => offered({}),
    '<@U0BEN> is undoing this right now. Nothing was changed. See how it ended in a minute.',
  ],
  [
    'retriedBefore',
    () => saidBy(whyNotOffered({ refused: 'retried', by })),
    'This was retried by <@U0BEN> already. Nothing was changed.',
  ],
  [
    'undoneDiffers',
    () => differs('1:x'),
    'Somebody changed it since, so it can’t be undone with one click. Nothing was changed. It is “Busy”. If you still want to, type: /cloud alert delete x',
  ],
  [
    'undoneUnread',
    () => differs('1:x', ['name']),
    'Skydesk can’t read its name, so it can’t tell whether somebody changed it since, so it can’t be undone',
  ],
  [
    'undoneOfNewVersion',
    () => differs('0:x'),
    'A newer version of Skydesk can’t tell whether somebody changed it since, so it can’t be undone',
  ],
  [
    'notPermitted',
    () => textOfAnswer(closedIn(revoke(request(), { why: 'They left.', job: 'j1' }, noon))),
    'They left. Nothing was changed.',
  ],
  [
    'frozen',
    () => allowed({ kind: 'deny', why: 'It is frozen.', whom: [], freeze }),
    'Changes are frozen until Mon 4 Jan 2027, 08:00 (UTC): Year-end freeze. Nothing was changed. Request it again with starts= after that.',
  ],
  [
    'needsApprovalNow',
    () => allowed(approvalRequired(), approvedBy(), request({ approvers: 0 })),
    'It needs approval now. Nothing was changed. Risk 5: production. Request it again.',
  ],
  [
    'lacksNow',
    () => allowed(approvalRequired({ ticket: true })),
    'A change this risky needs a ticket: add ticket=…. Nothing was changed. Risk 5: production. Request it again.',
  ],
  [
    'approvalsLapsed',
    () => allowed({ kind: 'run' }, approvedBy()),
    '1 approval needed, and 0 still counted. Nothing was changed.',
  ],
  [
    'approvalLapsed',
    () => allowed({ kind: 'run' }, { ...approvedBy(), lapsed: guest }),
    'The approval of <@U0CORA> doesn’t count: A guest.',
  ],
  [
    'needsMoreApprovals',
    () => allowed(approvalRequired({ approvers: 2 })),
    '2 approvals needed, and 1 still counted. Nothing was changed. Risk 5: production. Request it again.',
  ],
  [
    'startedTooLate',
    () => saidBy(tooLate(request(), 0)),
    'It expired before it could run. Nothing was changed.',
  ],
  [
    'endCameFirst',
    () => saidBy(tooLate(request({}, { ends: { at: noon } }), 0)),
    'Its end came before it could run. Nothing was changed.',
  ],
  ['earlierStepFailed', () => waiting('failed')?.note, 'Not started: step 2 failed.'],
  ['earlierStepUnknown', () => waiting('unknown')?.note, 'Not started: the outcome of step 2 is unknown.'],
  [
    'tableRestored',
    () => textOfAnswer(closedIn(closeRestored(request(), 'j1', noon))),
    'Skydesk’s table was restored to an earlier time, so this may have been applied since then. Check that first. If it wasn’t applied, request it again.',
  ],
  [
    'outdatedBy',
    () => closedIn(closeRestored(request(), 'j1', noon))?.note,
    'Outdated: Skydesk’s table was restored to an earlier time',
  ],
  [
    'endsNoMore',
    () => whyEndOver({ status: 'skipped' }),
    'Somebody changed it, so it no longer ends by itself.',
  ],
  ['nothingIsLeft', () => whyEndOver({ status: 'over' }), 'Nothing is left to end.'],
  ['undoneWithPlan', () => whyEndOver({ status: 'superseded' }), 'It is undone with its plan.'],
  [
    'keptForGood',
    () => closedIn(keep(endOf(), 'U0ANA', noon))?.note,
    'It was kept for good, so it no longer ends by itself.',
  ],
];

test.each(found)('%s is said by the file that finds it', (_, said, text) => {
  expect(said()).toContain(text);
});

/** What the check of an end says: its error, or why nothing was sent. */
async function checked(facts: EndFacts, auditLog = {}): Promise<string> {
  const change = endOf(facts);
  const { deps } = memory({ service: connected(cloud), auditLog, ...changesInMemory(change) });
  return checkEnd({ change, changeStep: stepsOf(change)[0] }, deps).then(
    (result) => ('unsent' in result ? (result.unsent.note ?? '') : ''),
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}
const proven = { causedBy: async () => ['U0ANA'] };

const foundLater: readonly (readonly [Name, said: () => Promise<string | undefined>, words: string])[] = [
  [
    'tooManyOpen',
    () => {
      const open = Array.from({ length: 20 }, (_, at) => `a${at}`);
      const changes = { openOf: async () => open, get: async (id: string) => request({ id }) };
      return tooManyOpen('U0ANA', 'other', { changes });
    },
    'You have 20 open requests, and 20 is the limit.',
  ],
  [
    'lookUpFailed',
    async () => {
      const bot = new InMemoryBot(cloud);
      const id = await bot.type('U0ANA', 'alert delete "Disk 80"');
      const { alertPolicies } = outside(cloud);
      const policy = (await alertPolicies.list()).find(({ name }) => name === 'Disk 80');
      await alertPolicies.delete(policy?.id ?? '');
      await bot.press('U0ANA', 'confirm', id);
      return bot.said.at(-1)?.text;
    },
    'There is no alert policy',
  ],
  [
    'endPassed',
    async () => {
      const said: StepOutcome[] = [];
      const [changeStep] = stepsOf(request({}, { ends: { at: 0 } }));
      const { deps } = memory();
      const nothing = { deliveries: [] };
      await runStep(
        {
          changeStep,
          resolved: {
            ...{ raw: {}, title: '', action: undefined, targets: [], target: undefined, warnings: [] },
            ...{ networkChange: undefined, statusCommand: undefined },
            run: () => Promise.reject(new Error('It was sent')),
          },
          claim: async () => undefined,
          undoOf: async () => ({}),
          track: async () => nothing,
          async complete(outcome) {
            said.push(outcome);
            return nothing;
          },
        },
        'j1',
        deps,
      );
      return said[0]?.note;
    },
    'The time at which it should end has passed, so it wasn’t applied. Nothing was changed.',
  ],
  [
    'endUnproven',
    () => checked({}, { causedBy: async () => [] }),
    'The audit log doesn’t have yet that this was applied, and what undoes it.',
  ],
  [
    'endOfNewVersion',
    () => checked({ step: { operation: 'alert.forget' } }, proven),
    'This command changed in a newer version.',
  ],
  [
    'broughtBackTooLate',
    () => checked({ step: { until: 0 } }, proven),
    'What this would bring back had an end, which has passed, so nothing was changed.',
  ],
  [
    'stateUnread',
    async () => {
      const change = endOf();
      const { changes, kept } = changesInMemory(change);
      const { deps } = memory({ changes, auditLog: proven });
      await runReversal({ change, changeStep: stepsOf(change)[0] }, 'j1', deps);
      return words(kept.get(change.id)?.steps[0].failure?.answer);
    },
    'Its state couldn’t be read.',
  ],
];

test.each(foundLater)('%s is said by the file that finds it, which reads first', async (_, said, text) => {
  expect(await said()).toContain(text);
});

const lifecycle = 'test/unit/lifecycle';

/** The reasons that other tests play, by a part of their words, with the test that says it. */
const played: readonly (readonly [Name, words: string, test: string])[] = [
  ['doneByAnother', 'did exactly this meanwhile', `${lifecycle}/decide/unrelated-requests.test.ts`],
  ['changedByAnother', 'changed it meanwhile', 'test/unit/operations/firewall/firewall.test.ts'],
  ['titleUntrue', 'which is not what it says', `${lifecycle}/decide/unrelated-requests.test.ts`],
  ['movedEndOver', 'What it would extend or end has ended', `${lifecycle}/reconcile/ended-extension.test.ts`],
  ['nothingTicked', 'Nothing is ticked, so nothing was changed.', 'test/system/many-targets.test.ts'],
  [
    'previewOfNewVersion',
    'This command changed in a newer version. Nothing was changed. Run it again',
    'test/unit/jobs/process-job.test.ts',
  ],
  ['previewOutdated', 'It changed since you saw the preview', `${lifecycle}/run/end-as-seen.test.ts`],
  ['logAway', 'the audit log is unavailable', `${lifecycle}/request/confirmed-change.test.ts`],
  [
    'requesterMayNotChange',
    'The requester can no longer make changes in',
    `${lifecycle}/prepare/authority.test.ts`,
  ],
  [
    'requesterMayNotBreakGlass',
    'The requester can no longer use break-glass approval',
    `${lifecycle}/prepare/authority.test.ts`,
  ],
  ['approverMayNotApprove', 'They can no longer approve in', `${lifecycle}/prepare/authority.test.ts`],
  ['approverIsRequester', 'This is the requester', `${lifecycle}/prepare/authority.test.ts`],
  [
    'ofNewVersion',
    'This command changed in a newer version. Request it again',
    `${lifecycle}/views/outcome-in-channel.test.ts`,
  ],
  ['busyWith', 'is changing it right now. Nothing was changed', `${lifecycle}/run/busy-resource.test.ts`],
  [
    'interrupted',
    'Skydesk was interrupted before it sent this. Nothing was changed',
    `${lifecycle}/reconcile/never-started.test.ts`,
  ],
  [
    'nobodyForAccount',
    'Nobody who may approve in account ACME has approved. Nothing was changed.',
    `${lifecycle}/decide/accounts.test.ts`,
  ],
  ['removedBefore', 'It was removed before', `${lifecycle}/run/end-table.test.ts`],
  ['nothingLeft', 'Nothing was left to end', `${lifecycle}/run/end-table.test.ts`],
  [
    'changedSince',
    'Somebody changed it since, so Skydesk didn’t touch it',
    `${lifecycle}/run/combinations.test.ts`,
  ],
  [
    'othersOpenedMore',
    'Somebody opened more there, so Skydesk didn’t close it.',
    `${lifecycle}/run/end-as-seen.test.ts`,
  ],
  ['wouldOpenMore', 'since something else changed there', `${lifecycle}/run/end-table.test.ts`],
  ['opensTooMuch', 'since something else changed there. Put that back', `${lifecycle}/run/end-table.test.ts`],
  [
    'openedMoreAtRollback',
    'didn’t close it. Put that back, or close it yourself',
    `${lifecycle}/run/combinations.test.ts`,
  ],
  ['openingUnread', 'so it can’t tell what this would open', `${lifecycle}/run/odd-states.test.ts`],
  ['stillUsed', 'and that ends by itself. This ends after it', `${lifecycle}/run/end-in-use.test.ts`],
];
test.each(played)('%s is played by a test that says it', (name, text, file) => {
  expect(wordsOf(reasons[name][1])).toContain(text);
  expect(textOf(file)).toContain(text);
});

test('no reason is missing here, none has the words of another, and each has a file that says it', () => {
  const names = Object.keys(reasons);
  const here: readonly string[] = [...found, ...foundLater, ...played].map(([name]) => name);
  expect(here.toSorted()).toEqual(names.toSorted());
  const said = Object.values(reasons).map(([, words]) => wordsOf(words));
  expect(new Set(said).size).toBe(names.length);
  expect(names.filter((name) => saying(name).length === 0)).toEqual([]);
});

/** Refusals of what is no change yet: nothing is left to undo or to retry, and a suggestion that its requester reads again. */
const ofNoChange = [
  'start-undo.ts',
  'retry-failed.ts',
  'requester-actions.ts',
  'newer-table.ts',
  'refusal.ts',
];

test('no other file about changes has words for why one did not run', () => {
  const others = filesIn('src/change', 'src/lifecycle').filter(
    (file) => !['why-not-run.ts', ...ofNoChange].some((name) => file.endsWith(`/${name}`)),
  );
  const own = /^(?! *(\/?\*|\/\/)).*['"`][^'"`\n]*([Nn]othing was changed|Request it again)/m;
  expect(others.filter((file) => own.test(textOf(file)))).toEqual([]);
});

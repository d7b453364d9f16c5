import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { note } from '../../src/answer/answer.ts';
import { UserError } from '../../src/answer/user-error.ts';
import { type Refusal, refusal } from '../../src/change/words/refusal.ts';
import * as whyNotRun from '../../src/change/words/why-not-run.ts';
import { inlines, lines, plain } from '../../src/slack/render/plain-text.ts';
import { table } from './figures.ts';

const root = path.join(import.meta.dirname, '../..');

type When = 'before its approval' | 'when it is confirmed' | 'when it should start' | 'at its end';

/** What a reason says of example facts. */
type Said = string | ReturnType<typeof note> | Refusal | UserError;

/** When a reason is found, what it says, and the files that find it, if they don’t say it themselves. */
type Reason = readonly [when: readonly When[], said: Said, ...finders: string[]];

const before: readonly When[] = ['before its approval'];
const confirmed: readonly When[] = ['when it is confirmed'];
const start: readonly When[] = ['when it should start'];
const end: readonly When[] = ['at its end'];
const sinceAgreed = [...before, ...start];
const anyTime = [...before, ...confirmed, ...start];

const [votes, closing, click] = ['votes.ts', 'withdraw.ts', 'click.ts'];
const [expiry, another, ends] = ['expire.ts', 'done-by-another.ts', 'check-end.ts'];
const risk = 'Risk 5: production.';
const policy = 'Firewall policy 5f2c1a90';
const since = 'Somebody changed it since';
const noApprover = whyNotRun.approverMayNotApprove('ACME');
const lapsed = whyNotRun.approvalLapsed('Ben', noApprover);
const newVersion = refusal('This command changed in a newer version. Nothing was changed. Run it again.');
const frozenUntil = 'Changes are frozen until Mon 4 Jan 2027, 08:00 (UTC): Year-end freeze.';
const noTicket = 'A change this risky needs a ticket: add ticket=….';
const again = note('Press Preview Again.');

/** All reasons why a change did not run, in their order. */
export const reasons: Readonly<Record<keyof typeof whyNotRun, Reason>> = {
  rejected: [before, whyNotRun.rejected, votes],
  withdrawn: [sinceAgreed, whyNotRun.withdrawn, closing],
  superseded: [before, whyNotRun.superseded, 'suggesting.ts'],
  expired: [sinceAgreed, whyNotRun.expired, expiry],
  expiredUnapproved: [before, whyNotRun.expiredUnapproved, expiry],
  expiredUnstarted: [start, whyNotRun.expiredUnstarted, expiry],
  refused: [[...before, ...confirmed], whyNotRun.refused, votes, closing, 'beginning.ts'],
  outdated: [sinceAgreed, whyNotRun.outdated, 'running.ts', 'restored.ts'],
  cardNotPosted: [before, whyNotRun.cardNotPosted('the channel')],
  outdatedBy: [sinceAgreed, whyNotRun.outdatedBy([whyNotRun.policyChanged(policy)])],
  doneByAnother: [anyTime, whyNotRun.doneByAnother('#7'), another],
  changedByAnother: [sinceAgreed, whyNotRun.changedByAnother('#7'), another],
  doesOther: [anyTime, whyNotRun.doesOther('Open port 22')],
  titleUntrue: [before, whyNotRun.titleUntrue('Open port 22')],
  impactDiffers: [anyTime, whyNotRun.impactDiffers('Opens port 22 from anywhere.')],
  undoneChanged: [anyTime, whyNotRun.undoneChanged],
  policyChanged: [anyTime, whyNotRun.policyChanged(policy)],
  policyGone: [anyTime, whyNotRun.policyGone(policy)],
  policyUnread: [anyTime, whyNotRun.policyUnread(policy)],
  comparedChanged: [anyTime, whyNotRun.comparedChanged],
  movedEndOver: [before, whyNotRun.movedEndOver],
  notYours: [confirmed, whyNotRun.notYours, click],
  confirmedBefore: [confirmed, whyNotRun.confirmedBefore, click],
  cancelledBefore: [confirmed, whyNotRun.cancelledBefore, click],
  nothingTicked: [confirmed, whyNotRun.nothingTicked, click],
  previewGone: [confirmed, whyNotRun.previewGone, 'preview-items.ts'],
  previewExpired: [
    confirmed,
    whyNotRun.previewExpired(['open SSH (22) on DE1ACMEWEB03'], []),
    click,
    'confirm.ts',
  ],
  previewOfNewVersion: [confirmed, whyNotRun.previewOfNewVersion(newVersion.answer)],
  previewReplaced: [confirmed, whyNotRun.previewReplaced([again]), click],
  previewOutdated: [confirmed, whyNotRun.previewOutdated([whyNotRun.policyChanged(policy)], [again])],
  tooManyOpen: [confirmed, whyNotRun.tooManyOpen(20, 20)],
  logAway: [confirmed, whyNotRun.logAway()],
  undoGone: [confirmed, whyNotRun.undoGone()],
  undoOver: [confirmed, whyNotRun.undoOver(30)],
  undoneBefore: [confirmed, whyNotRun.undoneBefore('Ben')],
  undoUnknown: [confirmed, whyNotRun.undoUnknown('Ben')],
  undoRequested: [confirmed, whyNotRun.undoRequested('Ben', '#7', note('Press Review.'))],
  undoRunning: [confirmed, whyNotRun.undoRunning('Ben')],
  retriedBefore: [confirmed, whyNotRun.retriedBefore('Ben')],
  undoneDiffers: [confirmed, whyNotRun.undoneDiffers(since, 'Now it has 2 CPUs.', 'server cpu WEB01 4')],
  undoneUnread: [[...confirmed, ...end], whyNotRun.undoneUnread('ports')],
  undoneOfNewVersion: [confirmed, whyNotRun.undoneOfNewVersion],
  requesterMayNotChange: [sinceAgreed, whyNotRun.requesterMayNotChange('ACME')],
  requesterMayNotBreakGlass: [sinceAgreed, whyNotRun.requesterMayNotBreakGlass],
  approverMayNotApprove: [sinceAgreed, noApprover],
  approverIsRequester: [sinceAgreed, whyNotRun.approverIsRequester],
  approvalLapsed: [start, lapsed],
  notPermitted: [
    anyTime,
    whyNotRun.notPermitted('You don’t have permission to make changes in ACME.', note('Ask Ben.')),
    'decide.ts',
    'authority.ts',
  ],
  frozen: [start, whyNotRun.frozen(frozenUntil)],
  needsApprovalNow: [start, whyNotRun.needsApprovalNow(risk)],
  lacksNow: [start, whyNotRun.lacksNow(noTicket, risk)],
  nobodyForAccount: [start, whyNotRun.nobodyForAccount('ACME', [lapsed], note('Ask Cora.'))],
  approvalsLapsed: [start, whyNotRun.approvalsLapsed(2, 1, [lapsed])],
  needsMoreApprovals: [start, whyNotRun.needsMoreApprovals(2, 1, [], risk)],
  waitsForLog: [start, whyNotRun.waitsForLog, 'proof.ts'],
  ofNewVersion: [start, whyNotRun.ofNewVersion()],
  busyWith: [start, whyNotRun.busyWith('#7')],
  lookUpFailed: [
    [...confirmed, ...start],
    whyNotRun.lookUpFailed(refusal('The cloud API couldn’t find this. It may have been deleted.').answer, ''),
  ],
  startedTooLate: [start, whyNotRun.startedTooLate()],
  endCameFirst: [start, whyNotRun.endCameFirst()],
  endPassed: [start, whyNotRun.endPassed()],
  interrupted: [start, whyNotRun.interrupted()],
  earlierStepFailed: [start, whyNotRun.earlierStepFailed(2)],
  earlierStepUnknown: [start, whyNotRun.earlierStepUnknown(2)],
  tableRestored: [sinceAgreed, whyNotRun.tableRestored()],
  endOfNewVersion: [end, whyNotRun.endOfNewVersion()],
  endUnproven: [end, whyNotRun.endUnproven()],
  undoneWithPlan: [end, whyNotRun.undoneWithPlan, 'run-reversal.ts'],
  keptForGood: [end, whyNotRun.keptForGood()],
  removedBefore: [end, whyNotRun.removedBefore()],
  nothingLeft: [end, whyNotRun.nothingLeft()],
  nothingWasLeft: [end, whyNotRun.nothingWasLeft, ends],
  nothingIsLeft: [end, whyNotRun.nothingIsLeft, ends],
  broughtBackTooLate: [end, whyNotRun.broughtBackTooLate()],
  changedSince: [end, whyNotRun.changedSince(since, 'Now it has 2 CPUs.', 'server cpu WEB01 4')],
  notUndone: [end, whyNotRun.notUndone, ends],
  endsNoMore: [end, whyNotRun.endsNoMore, ends],
  othersOpenedMore: [end, whyNotRun.othersOpenedMore],
  openedMoreAtRollback: [end, whyNotRun.openedMoreAtRollback],
  wouldOpenMore: [end, whyNotRun.wouldOpenMore],
  opensTooMuch: [end, whyNotRun.opensTooMuch],
  openingUnread: [end, whyNotRun.openingUnread('ports')],
  stillUsed: [end, whyNotRun.stillUsed('Somebody opened port 22 there since')],
  stateUnread: [end, whyNotRun.stateUnread],
};

/** Returns what people read, as one text. */
export function wordsOf(said: Said): string {
  if (typeof said === 'string') return said;
  if (said instanceof UserError) return [said.message, said.next].filter(Boolean).join(' ');
  const parts = 'kind' in said ? [said] : said.answer;
  const texts = parts.flatMap(lines).map((text) => inlines(text).map((inline) => plain(inline, '/cloud')));
  return texts.map((words) => words.join('').trim()).join(' ');
}

const sources = [...globSync('src/**/*.ts', { cwd: root })]
  .sort()
  .map((file) => [path.basename(file), readFileSync(path.join(root, file), 'utf8')] as const);

/** Returns the names of the files that say a reason. */
export const saying = (name: string): readonly string[] =>
  sources.filter(([, text]) => new RegExp(`\\bwhyNotRun\\.${name}\\b`).test(text)).map(([file]) => file);

/** Writes the table of the reasons. */
export function reasonsTable(): string {
  const rows = Object.entries(reasons).map(([name, [when, said, ...finders]]) => [
    `\`${name}\``,
    when.join(', '),
    wordsOf(said).replaceAll('|', '\\|'),
    (finders.length > 0 ? finders : saying(name)).map((file) => `\`${file}\``).join(', '),
  ]);
  return table(['reason', 'when', 'what people read', 'found in'], rows, 4);
}

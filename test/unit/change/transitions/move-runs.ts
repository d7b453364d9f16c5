import { isReversal } from '../../../../src/change/model/reversal.ts';
import { keep } from '../../../../src/change/transitions/keeping.ts';
import {
  endNow,
  extend,
  giveWay,
  tryAgain,
  withoutUnknown,
} from '../../../../src/change/transitions/moving.ts';
import { closeRestored, completeRestored } from '../../../../src/change/transitions/restored.ts';
import { giveNotice, markOverdue } from '../../../../src/change/transitions/reversal-notification.ts';
import {
  accept,
  claim,
  complete,
  completeAbandoned,
  markLogged,
  markOutdated,
  waitForResource,
} from '../../../../src/change/transitions/running.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon } from '../../../support/made/requests.ts';
import type { Move, Row } from './move-facts.ts';
import { ended, hold, run, runner, why } from './move-samples.ts';

/* How steps run, and how ends and rollbacks wait, move and are tried again. */

const minute = 60_000;
const found = { kind: 'done', answer: [], job: runner } as const;
/** What only an end or a rollback comes to. */
const ofReversals: ReadonlySet<string> = new Set(['skipped', 'over']);
const ends = endOf({ created: noon, since: noon });

/** How the steps of a change run. */
export const runs: Readonly<Record<string, Row>> = {
  'running.claim': {
    who: 'A worker, before it sends the step; another run of its job may take the claim over.',
    logs: 'started',
    tries: [runner, 'j-next', ended].map((job) => (change, now) => {
      const claimed = claim(change, 0, { ...run, job }, now);
      return 'refused' in claimed ? claimed : { ...claimed, holds: hold };
    }),
  },
  'running.waitForResource': {
    who: 'A worker, whose step waits for a change of the same resource.',
    logs: 'nothing',
    tries: [(change, now) => waitForResource(change, 0, 'a2', now)],
  },
  'running.accept': {
    who: 'The worker that sent the step, if the cloud API applies it in a background job, which is polled then.',
    logs: 'nothing',
    tries: [runner, 'j-next'].map(
      (job) => (change, at) =>
        accept(change, 0, { jobRef: { kind: 'operation', id: '1', account: 'ACME' }, at }, job),
    ),
  },
  'running.complete': {
    who: 'The worker that claimed the step, or a job that polls its background job; for an end, also one that removed its resource.',
    logs: 'each outcome of a step once, in this write; a failed attempt at an end later (`due`)',
    tries: [
      ...(['done', 'failed', 'unknown', 'skipped', 'over'] as const).flatMap((kind): Move[] =>
        [runner, 'j-next', ended, `${ended}-2`].map(
          (job) => (change, now) =>
            isReversal(change) || !ofReversals.has(kind)
              ? complete(change, 0, { ...found, kind, job, ...(kind === 'done' && { ends }) }, now)
              : { change },
        ),
      ),
      (change, now) => {
        const end = withoutUnknown(change);
        return end === change
          ? { change }
          : complete(end, 0, { ...found, kind: 'over', job: 's2:gone' }, now);
      },
    ],
  },
  'running.completeAbandoned': {
    who: 'The clock: a claimed step without a report is unknown, one that was never claimed has failed.',
    tries: [(change, now) => completeAbandoned(change, () => ({ answer: [] }), now)],
  },
  'running.markOutdated': {
    who: 'A worker, at a vote (then it is open) or before it runs: it is not what people agreed to any more.',
    tries: [
      (change, now) => markOutdated(change, 'open', why, now),
      (change, now) => markOutdated(change, 'approved', why, now),
    ],
  },
  'running.markLogged': {
    who: 'A worker, after it looked for the entries that prove the approval.',
    logs: 'nothing',
    tries: [(change) => markLogged(change, false), (change) => markLogged(change, true)],
  },
  'restored.completeRestored': {
    who: 'A worker that meets a running change in a table that was restored to an earlier time.',
    tries: [completeRestored],
  },
  'restored.closeRestored': {
    who: 'A worker that meets an open or approved request there.',
    tries: [(change, now) => closeRestored(change, 'j1', now)],
  },
};

/** What else happens to an end or a rollback. */
export const reversals: Readonly<Record<string, Row>> = {
  'moving.tryAgain': {
    who: 'The worker of an end or a rollback, after an attempt that changed nothing.',
    logs: 'failed, if the attempt was sent',
    tries: [runner, ended, `${ended}-2`].flatMap((job): Move[] =>
      [true, false].map(
        (isPassing) => (change, now) => tryAgain(change, 0, { isPassing, answer: [], note: 'No.', job }, now),
      ),
    ),
  },
  'moving.extend': {
    who: 'The requester extends an end, with the approvals that this needs.',
    logs: 'that of the step that extends it',
    tries: [120, 0].flatMap((from): Move[] =>
      [2, 400].map(
        (to) => (change, now) => extend(change, { from: noon + from * minute, to: noon + to * minute }, now),
      ),
    ),
  },
  'moving.endNow': {
    who: 'The requester or an approver ends it early.',
    logs: 'that of the step that ends it',
    tries: [(change, now) => endNow(change, 'U0BEN', now)],
  },
  'moving.giveWay': {
    who: 'A worker that rolls back the plan of the step.',
    logs: 'nothing',
    tries: [giveWay],
  },
  'keeping.keep': {
    who: 'The requester keeps for good what would end, with the approvals of that.',
    tries: [(change, now) => keep(change, 'U0ANA', now)],
  },
  'reversal-notification.giveNotice': {
    who: 'The clock, before an end.',
    logs: 'nothing',
    tries: [giveNotice],
  },
  'reversal-notification.markOverdue': {
    who: 'The clock, after an end that did not come.',
    logs: 'nothing',
    tries: [markOverdue],
  },
};

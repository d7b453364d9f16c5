import { note, person, steps } from '../core/answer.ts';
import { type Approval, type Due, isWaiting } from '../core/approval.ts';
import { inBatches } from '../core/batches.ts';
import type { ApprovalPorts } from '../requests/dependencies.ts';
import { isOnRecord, toExecute } from './enqueue-execution.ts';
import { announceEnd, endOf, entryOf, publish, refresh } from './notify.ts';
import { unheardOf } from './outcome-unknown.ts';
import { expire, remind } from './transitions/closing.ts';
import { end as endAs } from './transitions/running.ts';
import { cardDrawn, settled } from './transitions/telling.ts';

/** For this long what was granted, or has ended, is left to the worker, in milliseconds. */
const leftAloneFor = 2 * 60_000;
/** For this long what is due about an end is tried again and again, in milliseconds. */
const triedFor = 24 * 60 * 60_000;
/** Longer than anything is followed: then its outcome is not known. */
const lostAfter = 60 * 60_000;

/** A granted request that is still not taken up by then was queued again and again, in vain. */
const stuckAfter = 10 * 60_000;

/** Goes through all that waits: ends what is over, reminds once, picks up what a dead worker left. */
export async function sweep(ports: ApprovalPorts): Promise<void> {
  const waiting = await ports.approvals.waiting();
  const now = ports.clock();
  let stuck = 0;
  let oldest = now;
  const swept = await inBatches(waiting, async ({ id }) => {
    const approval = await ports.approvals.get(id);
    if (!approval) return;
    if (isStuck(approval, now)) stuck += 1;
    oldest = Math.min(oldest, approval.since);
    await sweepOne(approval, ports);
  });
  ports.log('swept', {
    waiting: waiting.length,
    failures: swept.filter(({ status }) => status === 'rejected').length,
    stuck,
    oldest_seconds: Math.round((now - oldest) / 1000),
  });
}

/** As it stood before this sweep: it should have gone on at an earlier one. */
function isStuck({ phase, since, expires }: Approval, now: number): boolean {
  if (phase === 'open') return now - expires >= stuckAfter;
  return now - since >= (phase === 'running' ? lostAfter : 0) + stuckAfter;
}

async function sweepOne(approval: Approval, ports: ApprovalPorts): Promise<void> {
  const { id, phase } = approval;
  const now = ports.clock();
  if (isWaiting(approval) && approval.due && (await refresh(approval, ports)))
    await ports.approvals.change(id, cardDrawn);
  const idle = now - approval.since;
  if (!isWaiting(approval)) return idle >= leftAloneFor ? finishTelling(approval, ports) : undefined;
  if (phase === 'running') {
    const unheard = (was: Approval) => now - was.since >= lostAfter;
    if (!unheard(approval)) return;
    const lost = await ports.approvals.change(id, (was) =>
      unheard(was)
        ? endAs(was, { phase: 'unknown', outcome: unheardOf, job: 'sweep' }, now)
        : { refused: 'It goes on.' },
    );
    return 'approval' in lost ? finishTelling(lost.approval, ports) : undefined;
  }
  const expired = await ifDue(approval, expire, ports);
  if (expired) return finishTelling(expired, ports);
  if (phase === 'granted') {
    if (idle >= leftAloneFor && (await isOnRecord(approval, ports)))
      await ports.queue.send(toExecute(approval));
    return;
  }
  await makePublic(approval, ports);
  if (await ifDue(approval, remind, ports)) {
    await ports.messenger.send(approval.channel, [
      note('Still waiting for approval: ', person(approval.asker), ` asks to ${approval.says}.`),
      steps({ label: 'Review', style: 'primary', does: { decide: 'review', on: approval.id } }),
    ]);
  }
}

/** Takes a step whose time has come; the table is asked for nothing while it has not. */
async function ifDue(
  approval: Approval,
  step: typeof expire,
  ports: ApprovalPorts,
): Promise<Approval | undefined> {
  if ('refused' in step(approval, ports.clock())) return undefined;
  const stepped = await ports.approvals.change(approval.id, (now) => step(now, ports.clock()));
  return 'approval' in stepped ? stepped.approval : undefined;
}

/** Posts the card of a request whose worker did not come to it. That it was asked for is on record first. */
async function makePublic(approval: Approval, ports: ApprovalPorts): Promise<void> {
  if (approval.cards.length > 0) return;
  await ports.ledger.append(
    entryOf(approval, 'requested', approval.asker, ports, approval.why),
    approval.job,
  );
  await publish(approval, ports);
}

/**
 * Does what is still due about the end of a request. What fails is done by the next sweep; what fails for a day is let go,
 * but never the audit log.
 */
async function finishTelling(approval: Approval, ports: ApprovalPorts): Promise<void> {
  const { id, ended, due = [] } = approval;
  const end = endOf(approval, ports);
  if (!ended || !end) return;
  const left = await announceEnd(approval, ['log'], ports);
  const kept = ports.clock() - approval.since < triedFor ? left : [];
  const settle = (still: readonly Due[]) =>
    ports.approvals.change(id, (now) => settled(now, ended.job, still));
  try {
    if (due.includes('log')) await ports.ledger.append(end, ended.job);
  } catch (error) {
    await settle([...kept, 'log']);
    throw error;
  }
  await settle(kept);
}

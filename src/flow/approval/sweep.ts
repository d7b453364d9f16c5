import { note, person, steps } from '../../core/answer.ts';
import { type Approval, isWaiting, type Phase } from '../../core/approval.ts';
import { inBatches } from '../../core/batches.ts';
import type { Event } from '../../core/ledger.ts';
import type { Ports } from '../ports.ts';
import type { Result } from '../result.ts';
import { entryOf, publish, refresh, tellAsker } from './announce.ts';
import { abandon } from './execute.ts';
import { toExecute } from './hand-over.ts';
import { expire, giveUp, recorded, remind } from './steps.ts';

/** A granted request that nobody has taken up for this long is queued once more. */
const queueAgainAfter = 2 * 60_000;
/** Longer than anything is followed: then its outcome is not known. */
const lostAfter = 60 * 60_000;

/** A granted request that is still not taken up by then was queued again and again, in vain. */
const stuckAfter = 10 * 60_000;

/** Goes through all that waits: ends what is over, reminds once, picks up what a dead worker left. */
export async function sweep(ports: Ports): Promise<void> {
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
function isStuck({ phase, since, expires, unrecorded }: Approval, now: number): boolean {
  if (phase === 'granted') return now - since >= stuckAfter;
  if (phase === 'running') return now - since >= lostAfter + stuckAfter;
  return now - (unrecorded ? since : expires) >= stuckAfter;
}

async function sweepOne(approval: Approval, ports: Ports): Promise<void> {
  const idle = ports.clock() - approval.since;
  if (approval.phase === 'granted' && idle >= queueAgainAfter) return ports.queue.send(toExecute(approval));
  if (approval.phase === 'running' && idle >= lostAfter) {
    const lost = await ports.approvals.change(approval.id, giveUp);
    if ('refused' in lost) return;
    const ended = await abandon(approval.id, ports);
    await reportTo(approval, ended, ports);
    return putEndOnRecord(approval.id, ports);
  }
  if (approval.unrecorded) return putEndOnRecord(approval.id, ports);
  if (approval.phase !== 'open') return;
  const expired = await ifDue(approval, expire, ports);
  if (expired) {
    // Once: the next sweep comes back for the record alone. So people are told even if that cannot be written.
    await refresh(expired, ports);
    await tellAsker(expired, ports);
    return putEndOnRecord(approval.id, ports);
  }
  await publish(approval, ports);
  if (await ifDue(approval, remind, ports)) {
    await ports.messenger.send(approval.channel, [
      note('Still waiting for approval: ', person(approval.asker), ` asks to ${approval.says}.`),
      steps({ label: 'Review', style: 'primary', does: { decide: 'review', on: approval.id } }),
    ]);
  }
}

/** Takes a step whose time has come; the table is asked for nothing while it has not. */
async function ifDue(approval: Approval, step: typeof expire, ports: Ports): Promise<Approval | undefined> {
  if ('refused' in step(approval, ports.clock())) return undefined;
  const stepped = await ports.approvals.change(approval.id, (now) => step(now, ports.clock()));
  return 'approval' in stepped ? stepped.approval : undefined;
}

/** Tells the channel of the request how it ended. Its requester knows already, so a failure is no reason to come again. */
async function reportTo({ id, place }: Approval, ended: Result | undefined, ports: Ports): Promise<void> {
  try {
    for (const one of ended?.tellings ?? [])
      if (one.way === 'post') await ports.messenger.post(place, one.answer);
  } catch {
    ports.log('end not reported', { approval: id });
  }
}

/** What a request is on record as that ended in a sweep, or while the sweeper gave up on it. */
const ends: Readonly<Partial<Record<Phase, Event>>> = {
  expired: 'expired',
  done: 'done',
  failed: 'failed',
  unknown: 'unknown',
  stale: 'failed',
};

/** Where this fails, the request stays among those that wait, so that the next sweep does it. */
async function putEndOnRecord(id: string, ports: Ports): Promise<void> {
  const approval = await ports.approvals.get(id);
  if (!approval?.unrecorded || isWaiting(approval)) return;
  const event = ends[approval.phase];
  if (event) await ports.ledger.append(entryOf(approval, event, approval.asker, ports));
  await ports.approvals.change(id, recorded);
}

import { note, person, steps } from '../../core/answer.ts';
import type { Approval } from '../../core/approval.ts';
import type { Ports } from '../ports.ts';
import { entryOf, publish, refresh, tellAsker } from './announce.ts';
import { abandon } from './execute.ts';
import { toExecute } from './hand-over.ts';
import { expire, remind } from './steps.ts';

/** A granted request that nobody has taken up for this long is queued once more. */
const queueAgainAfter = 2 * 60_000;
/** Longer than anything is followed: then its outcome is not known. */
const lostAfter = 60 * 60_000;

/** A granted request that is still not taken up by then was queued again and again, in vain. */
const stuckAfter = 10 * 60_000;

/** Goes through all that waits: ends what is over, reminds once, picks up what a dead worker left. */
export async function sweep(ports: Ports): Promise<void> {
  const waiting = await ports.approvals.waiting();
  const swept = await Promise.allSettled(waiting.map((approval) => sweepOne(approval, ports)));
  const failures = swept.filter(({ status }) => status === 'rejected').length;
  const now = ports.clock();
  const oldest = Math.min(now, ...waiting.map(({ since }) => since));
  ports.log('swept', {
    waiting: waiting.length,
    failures,
    stuck: waiting.filter((approval) => isStuck(approval, now)).length,
    oldest_seconds: Math.round((now - oldest) / 1000),
  });
}

/** As it stood before this sweep: it should have gone on at an earlier one. */
function isStuck({ phase, since, expires }: Approval, now: number): boolean {
  if (phase === 'granted') return now - since >= stuckAfter;
  if (phase === 'running') return now - since >= lostAfter + stuckAfter;
  return now - expires >= stuckAfter;
}

async function sweepOne(approval: Approval, ports: Ports): Promise<void> {
  const idle = ports.clock() - approval.since;
  if (approval.phase === 'granted' && idle >= queueAgainAfter) return ports.queue.send(toExecute(approval));
  if (approval.phase === 'running' && idle >= lostAfter) {
    const lost = await abandon(approval.id, ports);
    for (const one of lost?.entries ?? []) await ports.ledger.append(one);
    return;
  }
  if (approval.phase !== 'open') return;
  const expired = await ports.approvals.change(approval.id, (now) => expire(now, ports.clock()));
  if ('approval' in expired) {
    // It waits no longer, so no sweep comes back to it: people are told even if it cannot be put on record.
    await refresh(expired.approval, ports);
    await tellAsker(expired.approval, ports);
    return ports.ledger.append(entryOf(expired.approval, 'expired', expired.approval.asker, ports));
  }
  await publish(approval, ports);
  const reminded = await ports.approvals.change(approval.id, (now) => remind(now, ports.clock()));
  if ('approval' in reminded) {
    await ports.messenger.send(approval.channel, [
      note('Still waiting for approval: ', person(approval.asker), ` asks to ${approval.says}.`),
      steps({ label: 'Review', style: 'primary', does: { decide: 'review', on: approval.id } }),
    ]);
  }
}

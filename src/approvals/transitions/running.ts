import type { Answer } from '../../core/answer.ts';
import type { Approval, Ended, Phase, Stepped } from '../../core/approval.ts';
import { endEvents } from '../../core/audit-log.ts';
import { endedBy, enter, finish, whyOver } from './phase.ts';

/**
 * Begins to run a granted request. What was begun and not sent is begun once more, until the request expires.
 */
export function begin(approval: Approval, now: number): Stepped {
  const { phase, expires } = approval;
  if (phase !== 'granted' && phase !== 'running')
    return { refused: whyOver[phase] ?? 'It has not been approved.' };
  if (now >= expires) return { refused: 'It has expired.' };
  return enter(approval, 'running', now);
}

/**
 * Ends a request whose basis has changed. A vote may end so what is open; the worker what is granted or, if it has not sent
 * anything, running. A vote never ends what is running: once that was sent, its own effect is among what has changed.
 */
export function markOutdated(
  approval: Approval,
  from: 'open' | 'granted',
  { job, note, outcome }: { readonly job: string; readonly note: string; readonly outcome: Answer },
  now: number,
): Stepped {
  if (endedBy(approval, job)) return { approval };
  const phases: readonly Phase[] = from === 'open' ? ['open'] : ['granted', 'running'];
  if (!phases.includes(approval.phase))
    return { refused: whyOver[approval.phase] ?? 'It has not been approved.' };
  const ended: Ended = { event: 'failed', person: approval.requester, job, note };
  return finish({ ...approval, outcome }, 'stale', ended, now);
}

type End = 'done' | 'failed' | 'unknown';

/** Ends a request that ran; `job` found out how. */
export function end(
  approval: Approval,
  { phase, outcome, job, note }: { phase: End; outcome: Answer; job: string; note?: string | undefined },
  now: number,
): Stepped {
  if (endedBy(approval, job)) return { approval };
  if (approval.phase !== 'running' && approval.phase !== 'granted') {
    return { refused: whyOver[approval.phase] ?? 'It is not running.' };
  }
  return finish(
    { ...approval, outcome },
    phase,
    { event: endEvents[phase], person: approval.requester, job, note },
    now,
  );
}

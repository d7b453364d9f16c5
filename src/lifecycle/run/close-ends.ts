import { note } from '../../answer/answer.ts';
import { orLogged } from '../../answer/or-logged.ts';
import type { Change } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { endId } from '../../change/model/ids.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { type ChangeStep, idOfStep } from '../../change/model/step.ts';
import { withoutUnknown } from '../../change/transitions/moving.ts';
import { complete } from '../../change/transitions/running.ts';
import type { Clock, Millis } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { withTimeout } from '../../evaluate/with-timeout.ts';

/** Timeout for closing ends. After it, each end compares what identifies its resource when it is due. */
const timeoutMs: Millis = 8000;

interface CloseDependencies {
  readonly changes: Pick<Changes, 'resource' | 'change'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Closes the other ends of a resource which a step removed, or which was not there before the step created one of that name: the cloud
 * API gives out a public IP again. So nobody ends again there what has an unknown outcome. The sweeper's job sends the notifications.
 * Resolves to whether there were any, or that can't be told. Never rejects. `by`: the person who removed it just now.
 */
export async function closeEnds(
  resource: string | undefined,
  changeStep: ChangeStep,
  { changes, clock, log }: CloseDependencies,
  by?: string,
): Promise<boolean> {
  if (resource === undefined) return false;
  const why = `It was removed before: ${changeStep.step.title}.`;
  const request = idOfStep(changeStep);
  const outcome = {
    kind: 'over',
    over: 'gone',
    answer: [note(why)],
    note: why,
    job: `${request}:gone`,
  } as const;
  let isAny = true;
  const closing = async (): Promise<void> => {
    const { ends } = await changes.resource(resource);
    // A run of the same job that died may have stored the end of this step.
    const others = ends.filter((id) => id !== changeStep.change && id !== endId(request));
    for (const id of others)
      await changes.change(id, (current) =>
        complete(removedBy(withoutUnknown(current), by), 0, outcome, clock()),
      );
    isAny = others.length > 0;
  };
  await orLogged(withTimeout(timeoutMs, closing()), log, 'ends not closed', { request });
  return isAny;
}

const removedBy = (end: Change, by: string | undefined): Change =>
  by === undefined || !isReversal(end) ? end : { ...end, reversal: { ...end.reversal, removedBy: by } };

import { note } from '../../answer/answer.ts';
import { orLogged } from '../../answer/or-logged.ts';
import type { Changes } from '../../change/model/changes.ts';
import { type ChangeStep, idOfStep } from '../../change/model/step.ts';
import { end } from '../../change/transitions/running.ts';
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
 * Closes the other ends that wait for a resource which a step removed, or which was not there before the step created one of that
 * name: the cloud API gives out a public IP again. The sweeper's job sends the notifications. Never rejects.
 */
export async function closeEnds(
  resource: string | undefined,
  changeStep: ChangeStep,
  { changes, clock, log }: CloseDependencies,
): Promise<void> {
  if (resource === undefined) return;
  const closing = async (): Promise<void> => {
    const { ends } = await changes.resource(resource);
    for (const { id } of ends)
      if (id !== changeStep.change) await changes.change(id, (current) => end(current, 0, outcome, clock()));
  };
  const why = `It was removed before: ${changeStep.step.title}.`;
  const job = `${idOfStep(changeStep)}:gone`;
  const outcome = { kind: 'over', over: 'gone', answer: [note(why)], note: why, job } as const;
  await orLogged(withTimeout(timeoutMs, closing()), log, 'ends not closed', {
    request: idOfStep(changeStep),
  });
}

import { note } from '../../answer/answer.ts';
import type { Changes } from '../../change/model/changes.ts';
import { isHolder, resourceOf } from '../../change/model/resource.ts';
import { type ChangeStep, idOfStep } from '../../change/model/step.ts';
import { end } from '../../change/transitions/running.ts';
import type { Clock } from '../../core/clock.ts';

/** Dependencies for closing ends that a later change supersedes. */
interface ReplaceDependencies {
  readonly changes: Pick<Changes, 'resource' | 'change'>;
  readonly clock: Clock;
}

/**
 * Closes the ends that a completed step supersedes with its permanent change. The sweeper's job sends the notifications.
 * Rejects if the table does not answer; each end then detects this when it is due.
 */
export async function replaceEnds(
  changeStep: ChangeStep,
  { changes, clock }: ReplaceDependencies,
): Promise<void> {
  const resource = resourceOf(changeStep.step);
  if (resource === undefined) return;
  const { ends } = await changes.resource(resource);
  for (const { id, supersededBy } of ends)
    if (supersededBy.some((holder) => isHolder(holder, changeStep)))
      await changes.change(id, (current) =>
        end(
          current,
          0,
          { ...superseded(changeStep.step.title), job: `${idOfStep(changeStep)}:replaced` },
          clock(),
        ),
      );
}

const why = 'A later change was made for good, so it no longer ends by itself.';

/** Returns the outcome of a superseded end; `title` of the step that superseded it, if known. */
export const superseded = (title?: string) =>
  ({
    kind: 'skipped',
    answer: [note(title === undefined ? why : `${why} It was: ${title}`)],
    note: why,
  }) as const;

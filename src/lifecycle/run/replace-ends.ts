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
 * Closes the ends that a step supersedes, once it is done: what it set was decided for good. The sweeper's job tells it. Rejects where
 * the table does not answer; then each finds it out when it is its time.
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

/** What came of an end that a later step supersedes: `title`, if it is known. */
export const superseded = (title?: string) =>
  ({
    kind: 'skipped',
    answer: [note(title === undefined ? why : `${why} It was: ${title}`)],
    note: why,
  }) as const;

import { buttons, note, type Text, time } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { existence, keysOf, overlaps } from '../change/model/resource.ts';
import { endedStepOf, nameOfEnd, type Reversal, timeOfEnd } from '../change/model/reversal.ts';
import { endButtons, keepButton } from '../change/words/end-buttons.ts';
import { list } from '../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import type { ResolvedCommand } from '../operation/operation.ts';
import { durationOf, startTime } from '../time/timing.ts';
import { utc } from '../time/utc.ts';
import { endsMetBy, type Met, opens, type Resolved } from './accepted.ts';
import type { FoundStep } from './after-earlier-steps.ts';
import { endPutOffBy, withAllThatEnds, withPutOff } from './put-off.ts';
import { resourceIn } from './resource-in.ts';
import { withoutEnding } from './rules-after-ends.ts';

/** Resolves to steps as they are with the ends that they meet, or put off. Rejects like `withEnds` and `endPutOffBy`. */
export async function againstEnds(steps: NonEmpty<FoundStep>): Promise<NonEmpty<FoundStep>> {
  const [met, putOff] = await Promise.all([withEnds(steps), Promise.all(steps.map(endPutOffBy))]);
  const compared = await mapConcurrently(
    met,
    async (step) => withAllThatEnds(await withoutEnding(step)),
    maxConcurrency.reads,
  );
  return mapNonEmpty(met, (step, index) => withPutOff(compared[index] ?? step, putOff[index]));
}

/**
 * Adds to steps what becomes of the ends that wait for their resources. Rejects with a `UserError`, with the buttons that move the
 * end, for a step that would keep or exceed what people agreed to until then.
 */
async function withEnds(steps: NonEmpty<FoundStep>): Promise<NonEmpty<FoundStep>> {
  const met = await mapConcurrently(steps, endsMetBy, maxConcurrency.reads);
  for (const [index, step] of steps.entries())
    for (const { end, as } of met[index] ?? []) if (!as) throw refusal(step, end);
  refuseAmong(steps);
  return mapNonEmpty(steps, (step, index) => withEndsOf(step, met[index] ?? []));
}

/** Adds what becomes of the ends to a step: what it leaves open is open until then, unless it sets what they don't. */
function withEndsOf(step: FoundStep, met: readonly Met[]): FoundStep {
  const { resolved, prepared, context } = step;
  const said = met.filter(({ as }) => as !== 'beside' || opens(step));
  if (said.length === 0) return step;
  const warnings = [...resolved.warnings, ...said.map((one) => whatBecomes(one, resolved))];
  const until = Math.min(...said.flatMap(({ end, as }) => (as === 'beside' ? [] : timeOfEnd(end))));
  if (said.every(({ as }) => as !== 'lasts'))
    return { ...step, resolved: { ...resolved, warnings, ...(Number.isFinite(until) && { until }) } };
  const { risk, needs } = prepared.operation;
  const durationMs = Math.max(0, until - context.clock());
  const evaluatedAs = resolved.evaluatedAs ?? { risk, needs, durationMs, subjectToFreeze: true };
  const title = `${resolved.title} · until ${utc(until)}`;
  return { ...step, resolved: { ...resolved, title, warnings, until, ...(opens(step) && { evaluatedAs }) } };
}

/** Returns a warning such as "On DE1ACMEWEB01: #7 still ends it at 18:00." */
function whatBecomes({ end, as }: Met, { target }: ResolvedCommand): Text {
  const ends = { lasts: 'still ends it', beside: `ends ${partOf(keysOf(end.steps[0]))}` };
  const isLeft = as === 'lasts' || as === 'beside';
  return [
    target ? `On ${target.name}: ` : '',
    `${nameOfEnd(end)} ${isLeft ? ends[as] : 'would have ended it'} at `,
    time(new Date(timeOfEnd(end)), 'minute'),
    isLeft ? '.' : '; then nothing is left to end.',
  ];
}

/** Returns why a step is refused, with the buttons that move the end. */
function refusal({ prepared, resolved, known, context }: Resolved, end: Reversal): UserError {
  const inPlan = prepared.step === undefined ? '' : `Step ${prepared.step}: `;
  const [ended] = end.steps;
  const keys = keysOf(ended);
  const isAll = keys.every((key) => overlaps(keysOf(resolved), [key]));
  const isEnd =
    ended.operation === prepared.operation.id &&
    Object.entries(ended.raw).every(([name, words]) => resolved.raw[name] === words);
  const named = { id: endedStepOf(end), step: ended };
  const now = context.clock();
  const lasts = known && durationOf(known, now);
  const wanted = lasts === undefined ? undefined : new Date(startTime(known, now) + lasts).toISOString();
  return new UserError(
    `${inPlan}${nameOfEnd(end)} ends ${isAll ? 'this' : partOf(keys)} at ${utc(timeOfEnd(end))}.`,
    {
      details: [
        note(
          isEnd && !known?.ends
            ? 'End Now does that at once.'
            : 'Extend it, keep it for good, or end it before you change it.',
        ),
        buttons(...endButtons(named, timeOfEnd(end), wanted), keepButton(named)),
      ],
    },
  );
}

/** Formats keys as "cpu and memory". */
const partOf = (keys: readonly string[]): string => (keys.includes(existence) ? 'it as a whole' : list(keys));

/** Refuses steps of a plan on one resource, if the end of one restores keys of the other, or closes beside what it opens. */
function refuseAmong(steps: readonly Resolved[]): void {
  const numberOf = (index: number): number => steps[index]?.prepared.step ?? index + 1;
  for (const [index, step] of steps.entries())
    for (const [before, earlier] of steps.slice(0, index).entries()) {
      const why = whyNotBoth(step, earlier, `step ${numberOf(before)}`);
      if (why !== undefined)
        throw new UserError(`Step ${numberOf(index)} ${why}`, {
          next: 'Request one of them after the other has ended.',
        });
    }
}

/** Returns why a plan can't have both steps, as a clause about the later one, `step`. */
function whyNotBoth(step: Resolved, earlier: Resolved, name: string): string | undefined {
  const resource = resourceIn(step);
  if (resource === undefined || resource !== resourceIn(earlier)) return undefined;
  const endsOne = step.known?.ends || earlier.known?.ends;
  if (endsOne && overlaps(keysOf(step.resolved), keysOf(earlier.resolved)))
    return `sets what ${name} sets, and one of them ends by itself.`;
  return earlier.known?.ends && opens(step)
    ? `opens access beside ${name}, which ends by itself.`
    : undefined;
}

import { note, type Text, time } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { isWaiting } from '../change/model/change.ts';
import { endsAmong } from '../change/model/ending.ts';
import { type EndingChange, endedStepOf, endsAtOf, isEnding } from '../change/model/ending-change.ts';
import { covers, existence, keysOf, overlaps, resourceId } from '../change/model/resource.ts';
import { list } from '../core/list.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { keptOpen } from '../network/kept-open.ts';
import type { NetworkChange, Rule, WholeChange } from '../network/network-change.ts';
import { opensAccess } from '../network/opens-access.ts';
import { rulesAfter } from '../network/rules-after.ts';
import type { Plan, Prepared } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import type { Timing } from '../time/timing.ts';

/*
 * Conflicts of a step with ends. Each key of a resource has one end at most, which restores only that key. After the last end,
 * everything is in the state of the last permanent decision, and nothing is open that nobody evaluated.
 */

/** The properties of a step that are checked. */
interface Resolved {
  readonly prepared: Prepared<Context>;
  readonly plan: Plan;
  readonly context: Context;
  readonly known?: Timing | undefined;
}

/** Returns the id of the resource that a step changes; undefined for a new resource. */
export const resourceIn = ({ plan, context }: Pick<Resolved, 'plan' | 'context'>): string | undefined =>
  plan.changes && resourceId(context.service.alias, plan.changes);

/** Upper bound for the ends that one step supersedes. */
const maxSuperseded = 15;

/**
 * Resolves to the ends that each of several steps supersedes, because the step is permanent and sets all keys that they would
 * restore. Rejects with a `UserError` for:
 * - a step with an end of its own, if its keys end already;
 * - a step that sets only part of the keys of an end;
 * - a step that opens access, or keeps it open, while another part of the resource ends by itself: nobody evaluated what both
 *   open together.
 */
export async function endsMetBy(steps: readonly Resolved[]): Promise<readonly (readonly EndingChange[])[]> {
  const met = await mapConcurrently(
    steps,
    async (step) => {
      const present = await endsOn(step);
      const ends = present.filter((end) => overlaps(keysOf(step.plan), keysOf(end.steps[0])));
      for (const end of opens(step, ends) ? present : ends) refuseUnlessSuperseded(step, end);
      if (ends.length > maxSuperseded)
        throw new UserError(`More than ${maxSuperseded} changes end this by themselves.`, {
          next: 'End them first.',
        });
      return ends;
    },
    maxConcurrency.store,
  );
  refuseAmong(steps, met);
  return met;
}

/** Resolves to the scheduled ends on the resource that a step changes. */
async function endsOn({ plan, context }: Resolved): Promise<readonly EndingChange[]> {
  const resource = resourceIn({ plan, context });
  if (resource === undefined) return [];
  const { ends } = await context.changes.resource(resource);
  const read = await mapConcurrently(ends, ({ id }) => context.changes.get(id), maxConcurrency.store);
  return read.flatMap((end) => (end && isEnding(end) && isWaiting(end) ? [end] : []));
}

/** Returns whether a step opens access, or keeps open permanently what these ends would close. */
const opens = ({ plan: { networkChange } }: Resolved, ends: readonly EndingChange[]): boolean =>
  networkChange !== undefined && opensAccess(forGood(networkChange, ends));

function refuseUnlessSuperseded({ prepared, plan, known }: Resolved, end: EndingChange): void {
  const inPlan = prepared.step === undefined ? '' : `Step ${prepared.step}: `;
  const keys = keysOf(end.steps[0]);
  if (known?.ends && overlaps(keysOf(plan), keys))
    throw new UserError(`${inPlan}This ends by itself already.`, {
      details: [note(...endsIt(end, 'it'), '. Extend or end that first.')],
    });
  if (!covers(keysOf(plan), keys))
    throw new UserError(`${inPlan}A part of this ends by itself.`, {
      details: [note(...endsIt(end, partOf(keys)), '. End that first.')],
    });
}

/** Formats keys as "cpu and memory". */
const partOf = (keys: readonly string[]): string => (keys.includes(existence) ? 'it as a whole' : list(keys));

/** Formats an end as "#7 ends it at 18:00". */
const endsIt = (end: EndingChange, what: string) =>
  [nameOf(end), ` ends ${what} at `, time(new Date(endsAtOf(end) ?? end.expires), 'minute')] as const;

const nameOf = (end: EndingChange): string => end.ending.request ?? endedStepOf(end).slice(0, 8);

/** Refuses steps of a plan on one resource, if the end of one restores keys of the other, or closes beside what it opens. */
function refuseAmong(steps: readonly Resolved[], met: readonly (readonly EndingChange[])[]): void {
  const numberOf = (index: number): number => steps[index]?.prepared.step ?? index + 1;
  for (const [index, step] of steps.entries())
    for (const [before, earlier] of steps.slice(0, index).entries()) {
      const why = whyNotBoth(step, earlier, `step ${numberOf(before)}`, met[index] ?? []);
      if (why !== undefined)
        throw new UserError(`Step ${numberOf(index)} ${why}`, {
          next: 'Request one of them after the other has ended.',
        });
    }
}

/** Returns why a plan can't have both steps, as a clause about the later one, `step`, which supersedes these ends. */
function whyNotBoth(
  step: Resolved,
  earlier: Resolved,
  name: string,
  ends: readonly EndingChange[],
): string | undefined {
  const resource = resourceIn(step);
  if (resource === undefined || resource !== resourceIn(earlier)) return undefined;
  const endsOne = step.known?.ends || earlier.known?.ends;
  if (endsOne && overlaps(keysOf(step.plan), keysOf(earlier.plan)))
    return `sets what ${name} sets, and one of them ends by itself.`;
  return earlier.known?.ends && opens(step, ends)
    ? `opens access beside ${name}, which ends by itself.`
    : undefined;
}

/** Resolves to the end that a step extends; undefined for any other step. */
export async function endPutOffBy({ plan, context }: Resolved): Promise<EndingChange | undefined> {
  const [id] = plan.evaluatedAs?.openSince === undefined ? [] : endsAmong(plan.targets);
  const end = id === undefined ? undefined : await context.changes.get(id);
  return end && isEnding(end) ? end : undefined;
}

/**
 * Adds the superseded ends to a step, with a warning for each. The step then counts as a change even if the state stays the
 * same, and sends nothing in that case. Access that these ends, or an extended one, would have closed counts as opened by the
 * step.
 */
export function withSuperseded<Step extends Pick<Resolved, 'plan'> & { readonly rules: readonly Rule[] }>(
  step: Step,
  superseded: readonly EndingChange[],
  putOff: EndingChange | undefined,
): Step & { readonly superseded: readonly EndingChange[] } {
  const { plan, rules } = step;
  const compared = { ...step, rules: rulesAfterEnds(rules, plan, putOff ? [putOff] : superseded) };
  if (superseded.length === 0) return { ...compared, superseded };
  const warnings = [...plan.warnings, ...superseded.map((end) => noLonger(end, plan))];
  const isKept = plan.already !== undefined;
  const networkChange = plan.networkChange && forGood(plan.networkChange, superseded);
  return { ...compared, superseded, plan: { ...plan, already: undefined, isKept, warnings, networkChange } };
}

const forGood = (networkChange: NetworkChange, superseded: readonly EndingChange[]): NetworkChange =>
  networkChange.change === 'updates'
    ? keptOpen(
        networkChange,
        superseded.flatMap(({ steps: [{ networkChange: ended }] }) =>
          ended?.change === 'updates' ? [ended] : [],
        ),
      )
    : networkChange;

/** Returns the rules without the access that the ends would close, for a step that opens; for others, vice versa. */
function rulesAfterEnds(
  rules: readonly Rule[],
  { networkChange }: Plan,
  ends: readonly EndingChange[],
): readonly Rule[] {
  if (!networkChange) return rules;
  const isOpening = opensAccess(networkChange);
  return ends
    .flatMap((end) => madeByEnd(end) ?? [])
    .filter((made) => opensAccess(made) !== isOpening)
    .reduce(rulesAfter, rules);
}

/** Returns the effect of an end on a whole policy. */
function madeByEnd({ steps: [{ networkChange, undoes }] }: EndingChange): WholeChange | undefined {
  if (!networkChange || networkChange.change === 'updates') return undefined;
  const { change, scope } = networkChange;
  const undone = { opens: 'deletes', enables: 'disables', disables: 'enables', deletes: 'opens' } as const;
  return { change: undone[change], scope, traffic: { rule: undoes?.subject.id ?? '' } };
}

/** Returns a warning such as "On DE1ACMEWEB01: #7 no longer ends it at 18:00." */
const noLonger = (end: EndingChange, { target }: Plan): Text => [
  target ? `On ${target.name}: ` : '',
  nameOf(end),
  ' no longer ends it at ',
  time(new Date(endsAtOf(end) ?? end.expires), 'minute'),
  '.',
];

import { count, type Inline, line, note, type Part, type Text, time, warning } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { type EndingChange, endsAtOf } from '../change/model/ending-change.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { Plan, Prepared } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import { waitingEnds } from '../operations/requests/waiting-ends.ts';

/**
 * What becomes of a step that would change nothing. `refuse`: no step of the request can be made. `exclude`: the others go on
 * without it, if there are any.
 */
export type IfAlreadySo = 'refuse' | 'exclude';

/** What is looked at of a step. */
interface Resolved {
  readonly prepared: Prepared<Context>;
  readonly plan: Plan;
  readonly context: Context;
}

/**
 * The steps of a request that change something, and what is said of the excluded ones. Rejects with a `UserError` that says what
 * is so already, if it is refused.
 */
export async function withoutAlreadySo<Step extends Resolved>(
  steps: NonEmpty<Step>,
  ifAlreadySo: IfAlreadySo,
): Promise<{ readonly steps: NonEmpty<Step>; readonly excluded: readonly Text[] }> {
  const found = steps.filter(({ plan }) => plan.already !== undefined);
  if (found.length === 0) return { steps, excluded: [] };
  const already = await Promise.all(found.map(async (step) => ({ step, end: await endOn(step) })));
  const [first, ...others] = steps.filter(({ plan }) => plan.already === undefined);
  if (!first || ifAlreadySo === 'refuse') throw refusal(steps, already);
  return { steps: [first, ...others], excluded: excludedInWords(already) };
}

/** A step that would change nothing, with the end of what it would have changed. */
interface AlreadySo {
  readonly step: Resolved;
  readonly end: EndingChange | undefined;
}

/** The end of an earlier change on what a step would change: it is so only until then. */
async function endOn({ plan: { changes }, context }: Resolved): Promise<EndingChange | undefined> {
  if (!changes) return undefined;
  const isOn = ({ steps: [{ undoes }] }: EndingChange): boolean =>
    Object.entries({ ...changes, ...undoes?.subject }).every(
      ([key, value]) => changes[key] === value && undoes?.subject[key] === value,
    );
  const alias = context.service.alias.toUpperCase();
  const isHere = (account: string): boolean => account.toUpperCase() === alias;
  return (await waitingEnds(context.changes, ({ accounts }) => accounts.some(isHere))).find(isOn);
}

/** Upper bound for the steps that are named one by one. */
const maxNamed = 10;

function refusal(steps: NonEmpty<Resolved>, already: readonly AlreadySo[]): UserError {
  const [first] = already;
  if (!first) throw new Error('nothing is already so');
  const { prepared, plan } = first.step;
  const inPlan = prepared.step === undefined ? '' : `Step ${prepared.step}: `;
  if (steps.length === 1 || inPlan !== '') {
    const { statusCommand } = plan;
    const next = first.end ? '' : ' Nothing to change.';
    return new UserError(`${inPlan}${plan.already}${next}`, {
      asks: true,
      details: [
        ...endsOf(already),
        ...(statusCommand === undefined ? [] : [note('See ', line(statusCommand))]),
      ],
    });
  }
  const rest = already.length - maxNamed;
  const need = already.length === 1 ? 'needs' : 'need';
  return new UserError(`${already.length} of ${count(steps.length, nounOf(already))} ${need} no change:`, {
    asks: already.length === steps.length,
    details: [
      ...already.slice(0, maxNamed).map(({ step }): Part => note(step.plan.already ?? '')),
      ...(rest > 0 ? [note(`And ${rest} more.`)] : []),
      ...endsOf(already),
    ],
  });
}

const nounOf = (already: readonly AlreadySo[]): string => already[0]?.step.plan.target?.noun ?? 'step';

/** Says of what is so only for a time when it ends. */
const endsOf = (already: readonly AlreadySo[]): readonly Part[] =>
  already.flatMap(({ step, end }) => (end ? [warning(...endText(step, end))] : []));

function endText({ plan: { target }, context }: Resolved, end: EndingChange): readonly Inline[] {
  const { ending, steps, expires } = end;
  const what = target ? `On ${target.name} it` : 'It';
  const by = ending.request === undefined ? '' : ` (${ending.request})`;
  const lease = ending.request ?? steps[0].undoes?.id ?? end.id;
  const extend = context.link('extend', { lease, until: '2h' });
  const at = new Date(endsAtOf(end) ?? expires);
  return [`${what} ends by itself `, time(at), `${by}. To keep it longer: `, line(extend)];
}

/** "3 servers are already so, and are left out: …", and when some of them end. */
function excludedInWords(already: readonly AlreadySo[]): readonly Text[] {
  const targets = already.flatMap(({ step }) => step.plan.target ?? []);
  const names = targets.slice(0, maxNamed).map(({ name }) => name);
  const more = targets.length > names.length ? [`and ${targets.length - names.length} more`] : [];
  const things = count(already.length, nounOf(already));
  return [
    `${things} omitted, already so: ${[...names, ...more].join(', ')}.`,
    ...already.flatMap(({ step, end }) => (end ? [endText(step, end)] : [])),
  ];
}

import { auditEntry } from '../../src/audit-log/entries.ts';
import type { Change } from '../../src/change/model/change.ts';
import { undoDigest } from '../../src/change/model/digest.ts';
import { reconcileId } from '../../src/change/model/ids.ts';
import type { Reversal } from '../../src/change/model/reversal.ts';
import { type ChangeStep, idOfStep, stepsOf } from '../../src/change/model/step.ts';
import { mapNonEmpty } from '../../src/core/non-empty.ts';
import { fingerprint } from '../../src/evaluate/read-snapshot.ts';
import { commandOf } from '../support/made/changes.ts';
import { endOf } from '../support/made/ends.ts';
import { executionsOf } from '../support/made/executions.ts';
import { noon, request } from '../support/made/requests.ts';
import {
  approved,
  type Begin,
  base,
  confirmed,
  durationMs,
  evaluated,
  minute,
  named,
  type Scenario,
  starts,
  together,
} from './begin.ts';
import { other, refusing, wanted } from './cloud.ts';

/** The id of a change that was done before the run. */
export const doneBefore = 'c0';

const server = 'de1web01';
const temporary = { after: durationMs };

/** A change that was done before the run, with all that a later change of the same server is evaluated against. */
interface DoneBefore extends Begin {
  readonly stored: readonly Change[];
  readonly values: ReadonlyMap<string, string>;
}

/** The state in which that change left a server, and its undo. */
const state = fingerprint({ content: wanted });
const undoing = (of: string) => ({
  ...commandOf(`autoscale remove ${of}`),
  subject: { kind: 'autoscale policy on server', server: of },
});

/** A server was set, which offers an Undo. */
async function undoable(): Promise<DoneBefore> {
  const { steps } = await evaluated([named({ server })]);
  const undo = { ...undoing(server), state, expires: starts + durationMs };
  const change = request({
    id: doneBefore,
    status: 'done',
    steps: [{ ...steps[0], outcome: { kind: 'done', answer: [], job: 'c0:run', undo } }],
  });
  return {
    changes: [change],
    previews: [],
    log: [],
    jobs: [],
    stored: [change],
    values: new Map([[server, wanted]]),
  };
}

/** A server was set temporarily by the step `of` of that change. Its end comes at `endsAt`; its proof is in the log. */
function endOfStep(of: ChangeStep, endsAt: number): Pick<Begin, 'log'> & { readonly end: Reversal } {
  const { server: on = '' } = of.step.raw;
  const { subject, ...command } = undoing(on);
  const { title, keys } = of.step;
  const undoes = { id: idOfStep(of), subject, state };
  const end = endOf(
    {
      step: { ...command, title, startsAt: endsAt, keys, undoes },
      reversal: { evaluated: { risk: 'changes', needs: 'confirmation', since: endsAt - durationMs } },
      created: noon,
      since: noon,
      expires: endsAt,
    },
    undoes.id,
  );
  const digest = undoDigest({ ...command, subject }, state);
  const entry = auditEntry('applied', of, { clock: () => noon }, { digest });
  return { end, log: [{ entry, by: `${undoes.id}:run` }] };
}

/** A server was set temporarily, and that ends by itself now: its job is in the queue. */
async function ending(of = server): Promise<DoneBefore> {
  const { steps } = await evaluated([named({ server: of, ends: temporary })]);
  const outcome = { kind: 'done', answer: [], job: 'c0:run' } as const;
  const change = request({ id: doneBefore, status: 'done', steps: [{ ...steps[0], outcome }] });
  const { end, log } = endOfStep(stepsOf(change)[0], starts);
  const stored = [change, end];
  const jobs = executionsOf(end, starts);
  return { changes: stored, previews: [], log, jobs, stored, values: new Map([[of, wanted]]) };
}

/** A plan that is all or nothing has failed. One of its steps ends by itself now, and somebody moves another end to now. */
async function undoneWhileItEnds(): Promise<Begin> {
  const { steps } = await evaluated([
    named({ server, ends: temporary }),
    named({ server: 'de1web02', ends: temporary }),
    named({ server: refusing }),
  ]);
  const outcome = { kind: 'done', answer: [], job: 'c0:run' } as const;
  const closed = { event: 'failed', person: 'U0ANA', job: 'c0.3:run' } as const;
  const plan = request({
    ...{ id: doneBefore, status: 'failed', closed, due: ['rollback'], plan: { allOrNothing: true } },
    steps: mapNonEmpty(steps, (step, at) => ({
      ...step,
      outcome: at < 2 ? outcome : { ...outcome, kind: 'failed' },
    })),
  });
  const [first, second] = stepsOf(plan);
  if (!second) throw new Error('It has three steps');
  const [now, later] = [endOfStep(first, starts), endOfStep(second, starts + durationMs)];
  const stored = [plan, now.end, later.end];
  const values = new Map([server, 'de1web02'].map((of) => [of, wanted]));
  const undone: Begin = {
    ...{ changes: stored, previews: [], log: [...now.log, ...later.log], values },
    jobs: [
      { ...base, kind: 'reconcile', id: reconcileId(doneBefore), change: doneBefore },
      ...executionsOf(now.end, starts),
    ],
  };
  return together(await confirmed([commandOf(`end ${doneBefore}.2`)], { stored, values }), undone);
}

/** A permanent change of a value that ends by itself right now. */
async function againstAnEnd(): Promise<Begin> {
  return together(await approved([named({ server, policy: other })]), await ending());
}

/** Somebody extends a change that ends by itself right now, and then ends it. */
async function movedEnd(): Promise<Begin> {
  const end = await ending();
  const extend = await confirmed([commandOf(`extend ${doneBefore} 20m`)], end);
  const endNow = await confirmed([commandOf(`end ${doneBefore}`)], { id: 'c2', ...end });
  return together(extend, end, endNow);
}

/** Somebody undoes a change while another one sets the value again. */
async function undoAgainstAChange(): Promise<Begin> {
  const before = await undoable();
  const { operation, raw, subject } = undoing(server);
  const undo = await confirmed([{ operation, raw, undoes: { id: doneBefore, subject } }], before);
  return together(undo, await approved([named({ server, policy: other })], { id: 'c2', ...before }), before);
}

/** Two changes of one server, each of which ends by itself. */
async function twoTemporary(): Promise<Begin> {
  const first = await approved([named({ server, ends: temporary })]);
  return together(first, await approved([named({ server, policy: other, ends: temporary })], { id: 'c2' }));
}

/** A temporary change that was approved before, and starts after the end of another one. */
async function afterAnEnd(): Promise<Begin> {
  const startsAt = starts + 3 * minute;
  return together(
    await ending(),
    await approved([named({ server, policy: other, startsAt, ends: temporary })]),
  );
}

const scenariosOf = (begins: Readonly<Record<string, Begin>>): readonly Scenario[] =>
  Object.entries(begins).map(([name, begin]) => ({ name, starts, ...begin }));

/** Scenarios of one change. */
export const scenariosOfOne = scenariosOf({
  'a change that runs at once': await confirmed([named({ server })]),
  'a change that ends by itself': await confirmed([named({ server, ends: temporary })]),
  'a change that takes a background job': await confirmed([named({ server, removesAddress: true })]),
  'two steps, one after the other': await approved([
    named({ server }),
    named({ server: 'de1web02', after: 0 }),
  ]),
  'two steps at once': await approved([named({ server }), named({ server: 'de1web02' })]),
  'two steps at once on one server': await approved([named({ server }), named({ server, policy: other })]),
  'a plan that is all or nothing and fails': await approved(
    [
      named({ server, ends: temporary }),
      named({ server: 'de1web02', after: 0 }),
      named({ server: refusing, after: 1 }),
    ],
    { plan: { allOrNothing: true } },
  ),
});

/** Scenarios of changes of one resource that meet. */
export const scenariosOfSeveral = scenariosOf({
  'a plan that is undone while its steps end by themselves': await undoneWhileItEnds(),
  'a change for good of what ends by itself right now': await againstAnEnd(),
  'Extend and End Now of what ends by itself right now': await movedEnd(),
  'an Undo against another change': await undoAgainstAChange(),
  'two temporary changes of one server': await twoTemporary(),
  'a temporary change after the end of another one': await afterAnEnd(),
});

export const scenarios: readonly Scenario[] = [...scenariosOfOne, ...scenariosOfSeveral];

import type { Change } from '../../src/change/model/change.ts';
import { endId } from '../../src/change/model/ids.ts';
import { type Holder, isHolder } from '../../src/change/model/resource.ts';
import { endsAtOf, isReversal } from '../../src/change/model/reversal.ts';
import { durationMs, minute } from './begin.ts';
import { made, runs, withAuditLog, withChanges, withOthers, withSteps, withTransitions } from './weaken.ts';
import type { Weaken, World } from './world.ts';
import type { WrongKind } from './wrong.ts';

/** A rule that the executor relies on, how it is taken out, and the violation then. */
export interface Rule {
  readonly says: string;
  readonly without: Weaken;
  readonly wrong: WrongKind;
  /** The scenario that finds this soon. */
  readonly where: string;
}

const undone = 'a plan that is undone while its steps end by themselves';

/** Each of these rules is needed: without it, some run goes wrong. */
export const rules: readonly Rule[] = [
  {
    says: 'a step claims its resource only in the state that it read first',
    without: (deps) =>
      withTransitions(deps, (transition) => (change) => {
        const next = transition(change);
        return 'change' in next ? { ...next, holds: undefined } : next;
      }),
    wrong: 'not as decided for good',
    where: 'an Undo against another change',
  },
  {
    says: 'started names the run of a job that sends a step; another run sends nothing',
    without: (deps) =>
      withAuditLog(deps, ({ append }) => ({
        async append(...entry) {
          await append(...entry);
          return true;
        },
      })),
    wrong: 'sent twice',
    where: 'two steps at once',
  },
  {
    says: 'an attempt that failed gives its claim back',
    without: (deps) =>
      withTransitions(
        deps,
        made((next, before) =>
          withSteps(next, (step, at) => ({ ...step, claimed: step.claimed ?? before.steps[at]?.claimed })),
        ),
      ),
    wrong: 'never tried again',
    where: 'a change that ends by itself',
  },
  {
    says: 'only the run of a job moves what it has claimed',
    without: (deps) =>
      withTransitions(
        deps,
        (transition) => (change) => transition(withSteps(change, ({ claimed: _, ...step }) => step)),
      ),
    wrong: 'failed, and it was changed',
    where: 'a change that runs at once',
  },
  {
    says: 'a job of an earlier attempt moves nothing',
    without: (deps, _, job) =>
      runs('an end', job)
        ? withTransitions(
            deps,
            (transition) => (change) =>
              transition(withSteps(change, (step) => ({ ...step, attempt: job.attempt }))),
          )
        : deps,
    wrong: 'ended before its time',
    where: 'Extend and End Now of what ends by itself right now',
  },
  {
    says: 'an end with an outcome is over in the same write',
    without: (deps) =>
      withTransitions(
        deps,
        made((next, { status }) => (isReversal(next) && next.closed ? { ...next, status } : next)),
      ),
    wrong: 'refused for an end that is over',
    where: 'a temporary change after the end of another one',
  },
  {
    says: 'an end gives way before the rollback of its plan sends anything',
    without: (deps, _, job) =>
      runs('an end', job)
        ? withTransitions(
            deps,
            made((next, before) => (next.status === 'superseded' ? before : next)),
          )
        : deps,
    wrong: 'two outcomes of one end',
    where: undone,
  },
  {
    says: 'an end that is over passes its outcome on to the rollback of its plan',
    without: (deps, _, job) => (runs('an end', job) ? withOthers(deps, job, withoutOutcome) : deps),
    wrong: 'never ends',
    where: undone,
  },
  {
    says: 'a step waits for another one that holds its resource, two minutes or as long as that is of its change',
    without: (deps, _, job) =>
      runs('a request', job)
        ? withChanges(deps, ({ resource, get }) => ({
            async resource(id) {
              const { holder, ...known } = await resource(id);
              return { ...known, holder: holder && (isHolder(holder, job) ? holder : strange(holder)) };
            },
            async get(id) {
              const change = await get(id.replace(strangePrefix, ''));
              return change && { ...change, id, since: change.since - 2 * minute };
            },
          }))
        : deps,
    wrong: 'gave up too early',
    where: 'two steps at once on one server',
  },
  {
    says: 'a click that is refused is stored as refused, so that no other run of it makes the change',
    without: (deps) =>
      withChanges(deps, ({ put }) => ({
        put: async (change, holds) => change.status === 'refused' || put(change, holds),
      })),
    wrong: 'notified otherwise than stored',
    where: 'an Undo against another change',
  },
  {
    says: 'the sweeper finds each change with something to report',
    without: (deps, world) => withoutIndex(deps, world, ({ closed }) => closed !== undefined),
    wrong: 'never notified',
    where: 'a change that runs at once',
  },
  {
    says: 'the sweeper finds each claimed step',
    without: (deps, world) =>
      withoutIndex(deps, world, ({ steps }) => steps.some(({ claimed, outcome }) => claimed && !outcome)),
    wrong: 'never ends',
    where: 'a change that runs at once',
  },
  {
    says: 'people read only what the audit log has',
    without: (deps) =>
      withTransitions(deps, (transition) => (change) => {
        const next = transition(change);
        return 'change' in next ? { ...next, facts: undefined } : next;
      }),
    wrong: 'notified before it was logged',
    where: 'a change that takes a background job',
  },
  {
    says: 'a worker that has rendered a message checks again whether it is current',
    without(deps) {
      const seen = new Map<string, Change>();
      let drew = false;
      const see = (change: Change | undefined) => change && seen.set(change.id, change) && change;
      const edit: typeof deps.messenger.edit = (...by) => {
        drew = true;
        return deps.messenger.edit(...by);
      };
      const weak = withChanges(deps, ({ get, change }) => ({
        async get(id) {
          const known = drew ? seen.get(id) : undefined;
          drew = false;
          return known ?? see(await get(id));
        },
        async change(...by) {
          const transitioned = await change(...by);
          if ('change' in transitioned) see(transitioned.change);
          return transitioned;
        },
      }));
      return { ...weak, messenger: { ...deps.messenger, edit } };
    },
    wrong: 'an old state is shown',
    where: 'two steps at once',
  },
  {
    says: 'the proof of an end leaves out its time, which can move',
    without: (deps, { table }) =>
      withAuditLog(deps, ({ causedBy }) => ({
        causedBy: async (event, about, by) =>
          event === 'applied' && isMoved(table.changes.get(endId(about.request)))
            ? []
            : causedBy(event, about, by),
      })),
    wrong: 'never ends',
    where: 'Extend and End Now of what ends by itself right now',
  },
];

const withoutOutcome = (change: Change): Change => withSteps(change, ({ outcome: _, ...step }) => step);

/** A holder as if it were of another change. */
const strangePrefix = 'another-';
const strange = ({ change, index }: Holder): Holder => ({ change: `${strangePrefix}${change}`, index });

/** Whether an end comes at another time than was agreed. */
function isMoved(end: Change | undefined): boolean {
  const { since } = end?.reversal?.evaluated ?? {};
  return end !== undefined && since !== undefined && endsAtOf(end) !== since + durationMs;
}

const withoutIndex = (deps: Parameters<Weaken>[0], { table }: World, isHidden: (change: Change) => boolean) =>
  withChanges(deps, ({ waiting }) => ({
    async waiting() {
      const hidden = table.changes.values().filter(isHidden);
      return (await waiting()).filter((ref) => !hidden.some(({ id }) => id === ref.id));
    },
  }));

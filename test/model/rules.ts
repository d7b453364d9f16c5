import type { WrongKind } from './invariants.ts';
import type { Weaken } from './world.ts';

/** A rule that the executor rests on, how it is taken out, and what is wrong then. */
export interface Rule {
  readonly says: string;
  readonly without: Weaken;
  readonly wrong: WrongKind;
}

/** Each of these rules is needed: without it, some run goes wrong. */
export const rules: readonly Rule[] = [
  {
    says: 'started names the run of a job that sends a step; another run sends nothing',
    without: (deps) => ({
      ...deps,
      auditLog: {
        ...deps.auditLog,
        append: async (...entry) => {
          await deps.auditLog.append(...entry);
          return true;
        },
      },
    }),
    wrong: 'sent twice',
  },
  {
    says: 'what a run of a job has claimed is moved by that run alone',
    without: (deps) => ({
      ...deps,
      changes: {
        ...deps.changes,
        change: (id, transition, known) =>
          deps.changes.change(
            id,
            (change) => {
              const [first, ...rest] = change.steps.map(({ claimed: _, ...step }) => step);
              return first ? transition({ ...change, steps: [first, ...rest] }) : transition(change);
            },
            known,
          ),
      },
    }),
    wrong: 'failed, and it was changed',
  },
  {
    says: 'what has something to tell is where the sweeper finds it',
    without: (deps, { table }) => ({
      ...deps,
      changes: {
        ...deps.changes,
        waiting: async () =>
          (await deps.changes.waiting()).filter(
            ({ id }) =>
              ![...table.storedChanges, ...table.storedEnds].some(
                (change) => change.id === id && change.ended,
              ),
          ),
      },
    }),
    wrong: 'never told',
  },
  {
    says: 'a step claims its resource only as it was before anybody looked at it',
    without: (deps) => ({
      ...deps,
      changes: {
        ...deps.changes,
        change: (id, transition, known) =>
          deps.changes.change(
            id,
            (change) => {
              const next = transition(change);
              return 'change' in next ? { ...next, holds: undefined } : next;
            },
            known,
          ),
      },
    }),
    wrong: 'not as decided for good',
  },
  {
    says: 'people are told only what the audit log has',
    without: (deps) => ({
      ...deps,
      auditLog: {
        ...deps.auditLog,
        append: (entry, ...by) =>
          deps.auditLog.append(entry, ...by).catch((error: unknown) => {
            if (entry.event === 'started') throw error;
            return true;
          }),
      },
    }),
    wrong: 'told before it was logged',
  },
];

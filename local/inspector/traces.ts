import type { Trace, TraceStep } from './inspector-types.ts';

/** A step without an id. */
export type StepDraft = TraceStep extends infer Each
  ? Each extends TraceStep
    ? Omit<Each, 'id'>
    : never
  : never;

type TraceStart = Pick<Trace, 'id' | 'at' | 'title' | 'person'>;

interface StoredTrace {
  readonly start: TraceStart;
  readonly steps: TraceStep[];
  nextStep: number;
  droppedSteps: number;
  /** Hidden until something happens in it: a function that only ran and logged that is not worth showing. */
  hidden: boolean;
}

const maxTraces = 200;
const maxSteps = 300;
/** Number of first steps that are retained when later ones are dropped. */
const keptFirstSteps = 60;

/** The most recent traces, limited in number and in steps. */
export class Traces {
  readonly #kept = new Map<string, StoredTrace>();
  readonly #changed: (id: string) => void;

  /** @param changed is called with the id of each trace that changes */
  constructor(changed: (id: string) => void) {
    this.#changed = changed;
  }

  get(id: string): Trace | undefined {
    const kept = this.#kept.get(id);
    return kept && !kept.hidden ? toTrace(kept) : undefined;
  }

  /** Returns the visible traces, newest first. */
  all(): Trace[] {
    return [...this.#kept.values()]
      .filter(({ hidden }) => !hidden)
      .map(toTrace)
      .reverse();
  }

  /** Begins a trace, unless it exists already. A `hidden` one appears when something happens in it. */
  begin(start: TraceStart, hidden = false): void {
    if (this.#kept.has(start.id)) return;
    this.#kept.set(start.id, { start, steps: [], nextStep: 1, droppedSteps: 0, hidden });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxTraces && oldest !== undefined) this.#kept.delete(oldest);
    this.#touch(start.id);
  }

  /** Adds a step. Returns its id, or 0 if the trace no longer exists. */
  add(id: string, step: StepDraft): number {
    const kept = this.#kept.get(id);
    if (!kept) return 0;
    const added: TraceStep = { id: kept.nextStep, ...step };
    kept.nextStep += 1;
    kept.steps.push(added);
    if (kept.steps.length > maxSteps) {
      kept.steps.splice(keptFirstSteps, 1);
      kept.droppedSteps += 1;
    }
    if (isEvent(added)) kept.hidden = false;
    this.#touch(id);
    return added.id;
  }

  /** Changes a step of one kind, if it still exists. */
  change<Kind extends TraceStep['kind']>(
    id: string,
    step: number,
    kind: Kind,
    change: (now: Extract<TraceStep, { kind: Kind }>) => Partial<Extract<TraceStep, { kind: Kind }>>,
  ): void {
    const kept = this.#kept.get(id);
    const at = kept?.steps.findIndex((candidate) => candidate.id === step) ?? -1;
    const now = kept?.steps[at];
    if (!kept || !now || !isOf(kind, now)) return;
    kept.steps[at] = { ...now, ...change(now) };
    this.#touch(id);
  }

  dropHidden(id: string): void {
    if (this.#kept.get(id)?.hidden) this.#kept.delete(id);
  }

  clear(): void {
    this.#kept.clear();
  }

  #touch(id: string): void {
    if (this.#kept.get(id)?.hidden === false) this.#changed(id);
  }
}

function isOf<Kind extends TraceStep['kind']>(
  kind: Kind,
  step: TraceStep,
): step is Extract<TraceStep, { kind: Kind }> {
  return step.kind === kind;
}

const isEvent = ({ kind, ok }: TraceStep): boolean => kind !== 'invocation' && !(kind === 'log' && ok);

function toTrace({ start, steps, droppedSteps }: StoredTrace): Trace {
  return {
    ...start,
    state: steps.some(({ ok }) => ok === undefined) ? 'going' : 'done',
    failures: steps.filter(({ ok }) => ok === false).length,
    steps: [...steps],
    droppedSteps,
  };
}

import { asString, type JsonObject } from '../slack/payload/json.ts';
import { LruMap } from './lru-map.ts';
import type { StepDraft, Traces } from './traces.ts';

/** The step of an invocation in a trace. Its events are added inside. */
export interface StepRef {
  readonly trace: string;
  readonly step: number;
  /** For an invocation by the queue: the step of the delivery, and SQS's id of the message. */
  readonly message?: { readonly step: number; readonly id: string };
}

/** Returns the id of the request that a job continues: `…:run`, `…:1` and the like derive from it. */
const rootOf = (job: string): string => /^[0-9a-f]{32}/.exec(job)?.[0] ?? job;

/** Finds the trace of an event: by the id of its job, its response URL, its invocation or its instance. */
export class TracePlaces {
  readonly #traces: Traces;
  readonly #jobs = new LruMap<string>(5_000);
  readonly #urls = new LruMap<string>(5_000);
  /** Steps by Lambda's id of the invocation: one per message of its batch. */
  readonly #invocations = new LruMap<readonly StepRef[]>(1_000);
  /** The current invocation of each instance: an instance handles one at a time. */
  readonly #working = new LruMap<string>(1_000);

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  jobBelongs(job: string, trace: string): void {
    this.#jobs.set(rootOf(job), trace);
  }

  traceOfJob(job: string): string | undefined {
    return this.#jobs.get(rootOf(job));
  }

  /** Returns the trace id for a job whose request is unknown. */
  ownTraceOf(job: string): string {
    return `job-${rootOf(job)}`;
  }

  /** Stores the trace of a payload's `response_url`, if it has one. */
  urlBelongs(payload: JsonObject, trace: string): void {
    const url = asString(payload.response_url);
    if (URL.canParse(url)) this.#urls.set(new URL(url).pathname, trace);
  }

  traceOfUrl(path: string): string | undefined {
    return this.#urls.get(path);
  }

  begins(requestId: string, instance: string, steps: readonly StepRef[]): void {
    this.#invocations.set(requestId, steps);
    this.#working.set(instance, requestId);
  }

  stepsOf(requestId: string): readonly StepRef[] {
    return this.#invocations.get(requestId) ?? [];
  }

  stepsOfInstance(instance: string): readonly StepRef[] {
    return this.stepsOf(this.#working.get(instance) ?? '');
  }

  addInside(places: readonly StepRef[], step: StepDraft): void {
    for (const { trace, step: inside } of places) this.#traces.add(trace, { ...step, inside });
  }

  clear(): void {
    for (const kept of [this.#jobs, this.#urls, this.#invocations, this.#working]) kept.clear();
  }
}

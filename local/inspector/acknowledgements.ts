import * as z from 'zod';
import { parseJson } from '../slack/payload/json.ts';
import type { Effect } from './inspector-types.ts';
import { LruMap } from './lru-map.ts';
import type { Mask } from './mask.ts';
import type { StepDraft, Traces } from './traces.ts';

/** A request in its trace: its step, and the step of its acknowledgement, if there is one already. */
interface OpenRequest {
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  ack?: number;
}

/** An acknowledgement. `ms` is the time since the request, in milliseconds. */
export interface Acknowledgement
  extends Pick<Extract<StepDraft, { readonly kind: 'ack' }>, 'status' | 'body' | 'error'> {
  readonly ok: boolean;
  readonly ms: number;
}

const gatewayResponse = z.object({ statusCode: z.number(), body: z.string().default('') });

/** The requests to the app, their acknowledgements, and their visible effects. */
export class Acknowledgements {
  readonly #traces: Traces;
  readonly #mask: Mask;
  readonly #clock: () => number;
  readonly #requests = new LruMap<OpenRequest>(1_000);
  /** Effects by their cause, until the step of the cause exists. */
  readonly #early = new LruMap<readonly Effect[]>(200);

  constructor(traces: Traces, mask: Mask, clock: () => number) {
    this.#traces = traces;
    this.#mask = mask;
    this.#clock = clock;
  }

  has(trace: string): boolean {
    return this.#requests.get(trace) !== undefined;
  }

  addRequest(trace: string, step: Extract<StepDraft, { readonly kind: 'request' }>): void {
    this.#requests.set(trace, { step: this.#traces.add(trace, step), at: step.at });
  }

  /** Adds the acknowledgement of a request, or corrects it. Does nothing for an unknown request. */
  acknowledge(trace: string, ack: Acknowledgement): void {
    const request = this.#requests.get(trace);
    if (!request) return;
    if (request.ack !== undefined) this.#traces.change(trace, request.ack, 'ack', () => ack);
    else request.ack = this.#traces.add(trace, { kind: 'ack', at: this.#clock(), effects: [], ...ack });
    this.#traces.change(trace, request.step, 'request', () => ({ ok: ack.ok, ms: ack.ms }));
  }

  /** Acknowledges with a function's result for the gateway. The local Slack's own view of it follows, if it is in use. */
  acknowledgeWith(trace: string, result: unknown): void {
    const request = this.#requests.get(trace);
    if (!request || request.ack !== undefined) return;
    const { success, data } = gatewayResponse.safeParse(result);
    const { statusCode: status, body } = success ? data : { statusCode: 200, body: JSON.stringify(result) };
    this.acknowledge(trace, {
      status,
      body: body === '' ? null : this.#mask(parseJson(body) ?? body),
      ok: status >= 200 && status < 300,
      ms: this.#clock() - request.at,
    });
  }

  /** Adds a visible effect. The effects of a call or a response arrive before its step, those of a request after it. */
  addEffect(cause: string, effect: Effect): void {
    const ack = this.#requests.get(cause)?.ack;
    if (ack === undefined) this.#early.set(cause, [...(this.#early.get(cause) ?? []), effect]);
    else this.#traces.change(cause, ack, 'ack', (now) => ({ effects: [...now.effects, effect] }));
  }

  /** Returns the effects of a call or a response, for its step, and forgets them. */
  takeEffects(cause: string): readonly Effect[] {
    return this.#early.take(cause) ?? [];
  }

  clear(): void {
    this.#requests.clear();
    this.#early.clear();
  }
}

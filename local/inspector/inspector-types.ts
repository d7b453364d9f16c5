import type { Json } from '../slack/payload/json.ts';

/*
 * The JSON interface between the inspector and the page, under `/_inspector/` and only on loopback. Every secret is masked before
 * anything is stored.
 *
 * | request | what |
 * |---|---|
 * | `GET traces` | `Trace[]`, newest first, at most 200 |
 * | `GET faults` | `FaultSwitch[]` |
 * | `POST faults` | `{"id": string, "on": boolean}`; an event is triggered with `on: true`; answers `FaultSwitch[]` |
 * | `POST reset` | restores the initial state; answers `FaultSwitch[]` |
 * | `GET commands` | `CommandList` |
 * | `GET events` | server-sent events, see `InspectorEvent` |
 *
 * Errors: 400 with `{"error": "a sentence"}` for an invalid request, 403 for a request of another web page.
 */

/** An act, usually of a person in Slack, with everything that it caused. */
export interface Trace {
  readonly id: string;
  /** Milliseconds since 1970, as all `at` in this file. */
  readonly at: number;
  /** A short description of the act: `/cloud alert list`, `Pressed Confirm`. */
  readonly title: string;
  /** Slack user id of the person who acted. */
  readonly person?: string;
  /** `going` while a step is running. A `done` trace may still get steps from a later job. */
  readonly state: 'going' | 'done';
  readonly failures: number;
  /** In the order of their starts. If there are too many, the first ones and the latest ones are stored. */
  readonly steps: readonly TraceStep[];
  /** Number of further steps that were not stored. */
  readonly droppedSteps: number;
}

export type TraceStep =
  | RequestStep
  | AckStep
  | InvocationStep
  | MessageStep
  | ServiceStep
  | SlackStep
  | LogStep;

interface StepBase {
  /** Unique in the trace. */
  readonly id: number;
  readonly at: number;
  /** Duration; absent while the step is running, and for steps without one. */
  readonly ms?: number;
  /** Absent while the step is running. */
  readonly ok?: boolean;
  /** `id` of the enclosing invocation. */
  readonly inside?: number;
}

/** Slack's signed request, as the receiving function got it. */
interface RequestStep extends StepBase {
  readonly kind: 'request';
  /** `slash command`, `block_actions`, `view_submission`, `app_home_opened` ... */
  readonly what: string;
  /** The signature and its timestamp, shortened. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Json;
  /** Reason for the function's refusal: `signature`, `timestamp`, `body` ... */
  readonly refused?: string;
}

/** The app's acknowledgement of the request, as Slack saw it. */
interface AckStep extends StepBase {
  readonly kind: 'ack';
  readonly status?: number;
  readonly body: Json;
  readonly error?: string;
  readonly effects: readonly Effect[];
}

/** One run of a function. */
interface InvocationStep extends StepBase {
  readonly kind: 'invocation';
  readonly function: string;
  readonly instance: string;
  readonly requestId: string;
  readonly cold: boolean;
  /** Start time of the instance, if it had to be started; not included in `ms`. */
  readonly initMs?: number;
  readonly error?: string;
}

/** One delivery of a message on the queue. */
interface MessageStep extends StepBase {
  readonly kind: 'message';
  /** `ok: false` when it returns to the queue. */
  readonly job: string;
  /** `command`, `decision`, `follow`, `execute` ... */
  readonly what: string;
  /** Time since it was queued, including the delay that it was sent with. */
  readonly waitedMs: number;
  /** 1 for the first. */
  readonly delivery: number;
  readonly body: Json;
}

/** A call of the cloud service, as the worker logs it. A 404 is not a failure. */
interface ServiceStep extends StepBase {
  readonly kind: 'service';
  readonly method: string;
  readonly path: string;
  /** Absent if there was no response. */
  readonly status?: number;
}

/** One call of Slack's Web API, or one use of a response URL (`method` is `response_url`). */
interface SlackStep extends StepBase {
  readonly kind: 'slack';
  readonly method: string;
  readonly status?: number;
  readonly error?: string;
  readonly arguments: Json;
  readonly response: Json;
  readonly effects: readonly Effect[];
}

/** Any other log line. */
interface LogStep extends StepBase {
  readonly kind: 'log';
  readonly function: string;
  /** The event's name; the whole line if it is not an event. */
  readonly event: string;
  readonly facts: Json;
}

export type Effect =
  | {
      readonly kind: 'message';
      readonly action: 'posted' | 'changed' | 'deleted';
      readonly channel: string;
      readonly ts: string;
      /** The only person who sees it. */
      readonly onlyFor?: string;
    }
  | { readonly kind: 'view'; readonly action: 'opened' | 'changed' | 'closed'; readonly view: string }
  | { readonly kind: 'home'; readonly person: string }
  | { readonly kind: 'notice'; readonly text: string };

export interface FaultSwitch {
  readonly id: string;
  /** A condition lasts until it is switched off; an event happens once. */
  readonly kind: 'condition' | 'event';
  readonly part: 'time' | 'policy' | 'service' | 'slack' | 'bot';
  readonly name: string;
  /** The visible effects for users, in a sentence or two. */
  readonly description: string;
  /** Whether a condition is active, or an event is armed. */
  readonly on: boolean;
  /** The effects so far, as a sentence. */
  readonly seen?: string;
}

/** A server-sent event: `kind` is its name, `data` the JSON. A new connection first gets `traces` and `faults`. */
export type InspectorEvent =
  | { readonly kind: 'traces'; readonly data: readonly Trace[] }
  /** A complete trace that is new or has changed. */
  | { readonly kind: 'trace'; readonly data: Trace }
  | { readonly kind: 'faults'; readonly data: readonly FaultSwitch[] };

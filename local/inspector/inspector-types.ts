import type { Json } from '../slack/payload/json.ts';

/*
 * The interface between the inspector and the page, as JSON. All under `/_inspector/`, on loopback alone; every secret is
 * masked before anything is kept.
 *
 * | request | what |
 * |---|---|
 * | `GET traces` | `Trace[]`, newest first, at most 200 |
 * | `GET faults` | `FaultSwitch[]` |
 * | `POST faults` | `{"id": string, "on": boolean}`; an event is triggered with `on: true`; answers `FaultSwitch[]` |
 * | `POST reset` | puts everything back as at the start; answers `FaultSwitch[]` |
 * | `GET commands` | `CommandList` |
 * | `GET events` | server-sent events, see `InspectorEvent` |
 *
 * Errors: 400 with `{"error": "a sentence"}` for an invalid request, 403 for a request of another web page.
 */

/** One act, mostly of a person in Slack, and everything that it caused. */
export interface Trace {
  readonly id: string;
  /** Milliseconds since 1970, as all `at` here. */
  readonly at: number;
  /** What was done, in a few words: `/cloud alert list`, `Pressed Confirm`. */
  readonly title: string;
  /** Slack user id of who did it. */
  readonly person?: string;
  /** `going` while a step is running. A `done` trace may still get steps from a later job. */
  readonly state: 'going' | 'done';
  /** How many of its steps failed. */
  readonly failures: number;
  /** In the order in which they began. The earliest are kept when there are too many. */
  readonly steps: readonly TraceStep[];
  /** How many further steps were not kept. */
  readonly droppedSteps: number;
}

/** One step of a trace. */
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
  /** How long it took; absent while it goes on, and for what takes no time. */
  readonly ms?: number;
  /** Absent while it goes on. */
  readonly ok?: boolean;
  /** `id` of the invocation that it happened in. */
  readonly inside?: number;
}

/** Slack's signed request, as it came to the function that receives it. */
interface RequestStep extends StepBase {
  readonly kind: 'request';
  /** `slash command`, `block_actions`, `view_submission`, `app_home_opened` ... */
  readonly what: string;
  /** The signature and its timestamp, shortened. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Json;
  /** Why the function would not take it: `signature`, `timestamp`, `body` ... */
  readonly refused?: string;
}

/** How the app acknowledged the request, as Slack saw it. */
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
  /** How long the instance took to start, where it had to; not part of `ms`. */
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
  /** Since it was put on the queue; the delay that it was sent with is part of it. */
  readonly waitedMs: number;
  /** 1 for the first. */
  readonly delivery: number;
  readonly body: Json;
}

/** One call of the cloud service, as the worker logs it. That there is no such thing (404) is no failure. */
interface ServiceStep extends StepBase {
  readonly kind: 'service';
  readonly method: string;
  readonly path: string;
  /** Absent when no answer came. */
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

/** Any other line of the log. */
interface LogStep extends StepBase {
  readonly kind: 'log';
  readonly function: string;
  /** The event's name, or the line where it is no event. */
  readonly event: string;
  readonly facts: Json;
}

/** A visible effect of a step. */
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

/** A fault that can be injected. */
export interface FaultSwitch {
  readonly id: string;
  /** A condition lasts until it is switched off; an event happens once. */
  readonly kind: 'condition' | 'event';
  readonly part: 'time' | 'policy' | 'service' | 'slack' | 'bot';
  readonly name: string;
  /** What a user will see, in a sentence or two. */
  readonly description: string;
  /** Of a condition: that it is active. Of an event: that it is armed. */
  readonly on: boolean;
  /** What has come of it so far, as a sentence. */
  readonly seen?: string;
}

/**
 * One server-sent event: `kind` is its name, `data` the JSON. After connecting come `traces` and `faults`.
 */
export type InspectorEvent =
  | { readonly kind: 'traces'; readonly data: readonly Trace[] }
  /** A trace that is new or has changed, complete. */
  | { readonly kind: 'trace'; readonly data: Trace }
  | { readonly kind: 'faults'; readonly data: readonly FaultSwitch[] };

import type { Millis } from '../../core/clock.ts';
import { sweepEvery } from './time-limits.ts';

/*
 * Derived ids. A job is claimed by its id, so a job that may be queued twice has to get the same id each time.
 */

/** Returns the id of an agent's call and of its change, derived from that of its request. No request of Slack's has one like it. */
export const agentId = (request: string): string => `agent-${request}`;

/** Returns the id of a step, by its index from 0. The first step has the id of the change. */
export const stepId = (change: string, index: number): string =>
  index === 0 ? change : `${change}.${index + 1}`;

/** Returns the step that `stepId` named. */
export function stepOfId(id: string): { readonly change: string; readonly index: number } {
  const [, change = id, number = '1'] = /^(.+)\.(\d+)$/.exec(id) ?? [];
  return { change, index: Number(number) - 1 };
}

/**
 * Returns the id of the job that executes a step of an approved change, which is also the id of its idempotency record.
 * `attempt` counts from 1: ends and rollbacks are retried.
 */
export const executionId = (change: string, index: number, attempt = 1): string =>
  `${stepId(change, index)}:run${attempt === 1 ? '' : `-${attempt}`}`;

/** Returns the id of the change that ends a step (`stepId`). */
export const endId = (step: string): string => `end-${step}`;

/** Returns the id of the rollback of a failed plan. */
export const rollbackId = (change: string): string => `rollback-${change}`;

/** Returns whether this is the id of an end or a rollback. */
export const isReversalId = (id: string): boolean => /^(end|rollback)-/.test(id);

/** Returns whether a change with this id may undo this step without a request. */
export const mayUndo = (change: string, step: string): boolean =>
  change === endId(step) || change === rollbackId(stepOfId(step).change);

/** Returns the id of the job that processes the due tasks of a change. Only one runs at a time. */
export const reconcileId = (id: string): string => `${id}:due`;

/** Returns the id of the job that watches an account. Only one runs at a time. */
export const watchId = (account: string): string => `${account}:watch`;

/** Returns the id of the job that renders the Home tab again after `job`. */
export const homeRefreshId = (job: string): string => `${job}:home`;

/**
 * Returns the id of the job that refreshes the Home tab of a person affected by `cause`. Without a user id, since it is logged.
 */
export const homeOfId = (cause: string, index: number): string => `${homeRefreshId(cause)}:${index + 1}`;

/** Returns the id of the job that reports that a view could not be opened. The job that fills the view has the id `job`. */
export const notOpenedId = (job: string): string => `${job}:notified`;

/** Returns the id of the job that confirms the preview of `job`, if Slack asked for confirmation before. */
export const confirmationId = (job: string): string => `${job}:confirm`;

/** Returns the id of the first poll of the background job that `job` started. */
export const firstPollId = (job: string): string => `${job}:1`;

/** Returns the id of a later poll, derived from an earlier one's. `attempt` counts from 1. */
export const laterPollId = (earlier: string, attempt: number): string =>
  `${earlier.slice(0, earlier.lastIndexOf(':'))}:${attempt}`;

/**
 * Returns the id of a look at that background job by the sweeper, `time` after it began. Longer than any number of polls, and the same
 * within one sweep.
 */
export const lookId = (run: string, time: Millis): string => `${run}:${1000 + Math.floor(time / sweepEvery)}`;

/** Returns whether a job is `run`, or polls the background job that `run` started. */
export const isOfRun = (job: string, run: string): boolean =>
  job === run || (/^:\d+$/.test(job.slice(run.length)) && job.startsWith(run));

/**
 * Returns the id of the request that replaces another when its requester accepts a suggestion: “a1-narrower”, then
 * “a1-narrower2”. It stays short because menu options carry it.
 */
export function narrowerId(change: string): string {
  const [, first = change, count] = /^(.+)-narrower(\d*)$/.exec(change) ?? [];
  return `${first}-narrower${count === undefined ? '' : Number(count || 1) + 1}`;
}

/** Returns a reference to a suggestion for a request, for the value of a button. */
export const suggestionRef = (change: string, suggestion: string): string => `${change}.${suggestion}`;

/** Reads a reference written by `suggestionRef`. */
export function readSuggestionRef(ref: string): { readonly change: string; readonly suggestion: string } {
  const [change = '', suggestion = ''] = ref.split('.');
  return { change, suggestion };
}

/*
 * Ids that are made from others. A job is claimed by its id, so a job that may be queued twice has to get the same id each
 * time.
 */

const agentPrefix = 'agent-';

/**
 * The id of what an agent asks for, by that of its request. The function for agents may write only what belongs to such ids
 * (deploy/mcp.yml), so it can touch no change that a person requested in Slack.
 */
export const agentId = (request: string): string => `${agentPrefix}${request}`;

/** Whether an agent asked for what has this id. */
export const isAgentId = (id: string): boolean => id.startsWith(agentPrefix);

/** Names a step of a change, by its position from 0. The first has the id of the change. */
export const stepId = (change: string, index: number): string =>
  index === 0 ? change : `${change}.${index + 1}`;

/** The step that `stepId` named. */
export function stepOfId(id: string): { readonly change: string; readonly index: number } {
  const [, change = id, number = '1'] = /^(.+)\.(\d+)$/.exec(id) ?? [];
  return { change, index: Number(number) - 1 };
}

/**
 * The id of the job that executes a step of an approved change, and so of the idempotency record of that step. `attempt` counts from 1:
 * what undoes by itself is tried again.
 */
export const executionId = (change: string, index: number, attempt = 1): string =>
  `${stepId(change, index)}:run${attempt === 1 ? '' : `-${attempt}`}`;

/**
 * The id of the change that ends a step by itself, by the id of that step (`stepId`). Such ids, and those of rollbacks, are never an
 * agent's (`isAgentId`): the function for agents can write nothing that runs without being asked for.
 */
export const endId = (step: string): string => `end-${step}`;

/** The id of the change that undoes what a plan has done that failed. */
export const rollbackId = (change: string): string => `rollback-${change}`;

/** Whether this is the id of a change that undoes by itself. */
export const isEndingId = (id: string): boolean => /^(end|rollback)-/.test(id);

/** Whether a change with this id may undo this step by itself. */
export const mayUndo = (change: string, step: string): boolean =>
  change === endId(step) || change === rollbackId(stepOfId(step).change);

/** The id of the job that does what is due about a change: only one does so at a time. */
export const reconcileId = (id: string): string => `${id}:due`;

/** The id of the job that watches an account: only one does so at a time. */
export const watchId = (account: string): string => `${account}:watch`;

/** The id of the job that draws the Home tab once more after `job`. */
export const homeRefreshId = (job: string): string => `${job}:home`;

/** The id of the job that refreshes the Home tab of one of the people whom `cause` concerns. Logs show it, so it names nobody. */
export const homeOfId = (cause: string, index: number): string => `${homeRefreshId(cause)}:${index + 1}`;

/** The id of the job that says that a view could not be opened; the job that fills it has the id `job` itself. */
export const notOpenedId = (job: string): string => `${job}:notified`;

/** The id of the job that confirms what `job` previewed, if the person was asked before. */
export const confirmationId = (job: string): string => `${job}:confirm`;

/** The id of the first poll of what `job` started. */
export const firstPollId = (job: string): string => `${job}:1`;

/** The id of a later poll, by that of an earlier one. `attempt` counts from 1. */
export const laterPollId = (earlier: string, attempt: number): string =>
  `${earlier.slice(0, earlier.lastIndexOf(':'))}:${attempt}`;

/** Whether a job is `run`, or polls what that started. */
export const isOfRun = (job: string, run: string): boolean =>
  job === run || (/^:\d+$/.test(job.slice(run.length)) && job.startsWith(run));

/**
 * The id of the request that replaces another when its requester accepts a suggestion: “a1-narrower”, then “a1-narrower2”. It stays short,
 * since options of menus carry it.
 */
export function narrowerId(change: string): string {
  const [, first = change, count] = /^(.+)-narrower(\d*)$/.exec(change) ?? [];
  return `${first}-narrower${count === undefined ? '' : Number(count || 1) + 1}`;
}

/** Names one suggestion for one request, in the value of a button. */
export const suggestionRef = (change: string, suggestion: string): string => `${change}.${suggestion}`;

/** Reads a reference that `suggestionRef` wrote; undefined for anything else. */
export function readSuggestionRef(ref: string): { readonly change: string; readonly suggestion: string } {
  const [change = '', suggestion = ''] = ref.split('.');
  return { change, suggestion };
}

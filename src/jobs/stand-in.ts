import * as z from 'zod/mini';
import { reconcileId } from '../change/model/ids.ts';
import { baseOfJob, type QueuedJob } from '../queue/job.ts';
import { kinds } from './kinds.ts';

/** What the messages of all versions have. */
const ofAnyVersion = z.object({ ...baseOfJob, kind: z.string(), change: z.optional(z.string()) });

/** Whether the work of a job is what a person decided or asked for, and in no table. */
const isOfPeople = (kind: string): boolean =>
  Object.entries(kinds).some(([name, { asked }]) => name === kind && asked !== 'anyone');

/**
 * Returns what takes the place of a job that this version can't read. For a job of a change, that is to do what is due about the change: the table
 * knows it. What a person asked for is in the message alone, so they read that it was not done. Undefined if it is no job of Skydesk.
 */
export function standInFor(content: unknown): QueuedJob | undefined {
  const { data } = ofAnyVersion.safeParse(content);
  if (!data) return undefined;
  const { kind, change, ...base } = data;
  return change === undefined || isOfPeople(kind)
    ? { ...base, kind: 'unknownAction' }
    : { ...base, kind: 'reconcile', id: reconcileId(change), change };
}

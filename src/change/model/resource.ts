import type { SnapshotSubject } from '../../operation/snapshot.ts';
import type { Step } from './step.ts';

/*
 * One resource of the cloud API as changes see it: one step changes it at a time, and each of its keys has one end at most. A key is a
 * field, one membership, or `existence`, which covers all keys.
 */

/** What is stored of a resource. JSON. */
export interface Resource {
  readonly id: string;
  /** Raised by each step that claims it: what was looked at before is out of date then. 0 if none has. */
  readonly version: number;
  /** The step that claimed it last. It changes the resource until it has an outcome. */
  readonly holder?: Holder | undefined;
  /** The ends that wait to change it. */
  readonly ends: readonly KeyedEnd[];
}

/** A step of a change, by its position from 0. */
export interface Holder {
  readonly change: string;
  readonly index: number;
}

/** A change that ends what a step did to these keys. */
export interface KeyedEnd {
  /** The id of that change. */
  readonly id: string;
  readonly keys: readonly string[];
  /** The steps that end it in its place, once one of them is done: they were decided for good. */
  readonly supersededBy: readonly Holder[];
}

/** The claim of a resource by a step, as it is written with the claim of the step. */
export interface Hold {
  /** The resource as it was before anybody looked at what the step changes. */
  readonly resource: Resource;
  readonly by: Holder;
  /** The ids of the ends that the step ends for good, once it is done. */
  readonly supersedes: readonly string[];
}

/** Another step has claimed the resource since it was read, so that what was looked at is out of date. Nothing was written. */
export class ResourceChanged extends Error {
  override readonly name = 'ResourceChanged';
}

export const isHolder = (one: Holder, other: Holder): boolean =>
  one.change === other.change && one.index === other.index;

/** A resource as it is once a step has claimed it. */
export const heldBy = ({ resource, by, supersedes }: Hold): Resource => ({
  ...resource,
  version: resource.version + 1,
  holder: by,
  ends: resource.ends.map((end) =>
    supersedes.includes(end.id) ? { ...end, supersededBy: [...end.supersededBy, by] } : end,
  ),
});

/** The key that covers all others. */
export const existence = 'existence';

/** The id of a resource: it names the account, the kind and the key of the resource. */
export const resourceId = (account: string, { kind, ...key }: SnapshotSubject): string =>
  [account.toUpperCase(), kind, ...Object.entries(key).sort().flat()].join('/');

/** The resource that a step changes: what it undoes, or what it was evaluated to change. Undefined for something new. */
export const resourceOf = ({ account, undoes, resource }: Pick<Step, 'account' | 'undoes' | 'resource'>) =>
  resource ?? (undoes && resourceId(account, undoes.subject));

/** The keys that a step sets; all of them if it doesn’t say. */
export const keysOf = ({ keys = [existence] }: Pick<Step, 'keys'>): readonly string[] =>
  keys.length > 0 ? keys : [existence];

/** Whether what is set by some keys is set by others, too. */
export const overlaps = (keys: readonly string[], others: readonly string[]): boolean =>
  keys.includes(existence) || others.includes(existence) || keys.some((key) => others.includes(key));

/** Whether a step that sets these keys sets all of the others. */
export const covers = (keys: readonly string[], others: readonly string[]): boolean =>
  keys.includes(existence) || others.every((key) => keys.includes(key));

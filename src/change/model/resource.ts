import type { SnapshotSubject } from '../../operation/snapshot.ts';
import type { Step } from './step.ts';

/*
 * A resource of the cloud API, for changes: one step changes it at a time, and each of its keys has one end at most. A key is a
 * field, one membership, or `existence`, which covers all keys.
 */

/** The record of a resource. JSON. */
export interface Resource {
  readonly id: string;
  /** Incremented by each step that claims the resource, which outdates everything read before. 0 if no step has claimed it. */
  readonly version: number;
  /** The step that claimed it last and changes it until it has an outcome. */
  readonly holder?: Holder | undefined;
  /** The ids of the changes that end the effect of a step on it: they wait, or their outcome is unknown. */
  readonly ends: readonly string[];
}

/** A step of a change, by its index from 0. */
export interface Holder {
  readonly change: string;
  readonly index: number;
}

/** The claim of what a step holds, written together with the claim of the step. */
export interface Hold {
  /** The records before the state that the step changes was read. */
  readonly resources: readonly Resource[];
  readonly by: Holder;
}

/** Another step has claimed the resource since it was read, so the state that was read is outdated. Nothing was written. */
export class ResourceChanged extends Error {
  override readonly name = 'ResourceChanged';
}

export const isHolder = (one: Holder, other: Holder): boolean =>
  one.change === other.change && one.index === other.index;

/** Returns resources after a step has claimed them. */
export const heldBy = ({ resources, by }: Hold): readonly Resource[] =>
  resources.map((resource) => ({ ...resource, version: resource.version + 1, holder: by }));

/** The key that covers all others. */
export const existence = 'existence';

/** Returns the id of a resource: its account, kind and key. */
export const resourceId = (account: string, { kind, ...key }: SnapshotSubject): string =>
  [account.toUpperCase(), kind, ...Object.entries(key).sort().flat()].join('/');

/** Returns the resource that a step restores, or that it was evaluated to change. Undefined for a new resource. */
export const resourceOf = ({ account, undoes, resource }: Pick<Step, 'account' | 'undoes' | 'resource'>) =>
  resource ?? (undoes && resourceId(account, undoes.subject));

/** Returns the keys that a step sets; all of them if it doesn't list any. */
export const keysOf = ({ keys = [existence] }: Pick<Step, 'keys'>): readonly string[] =>
  keys.length > 0 ? keys : [existence];

/** Returns whether two sets of keys overlap. */
export const overlaps = (keys: readonly string[], others: readonly string[]): boolean =>
  keys.includes(existence) || others.includes(existence) || keys.some((key) => others.includes(key));

/** Returns whether `keys` include all of the others. */
export const covers = (keys: readonly string[], others: readonly string[]): boolean =>
  keys.includes(existence) || others.every((key) => keys.includes(key));

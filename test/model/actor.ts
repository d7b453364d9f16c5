import type { QueuedJob } from '../../src/queue/job.ts';
import type { Sent } from './cloud.ts';

/**
 * The ways in which a call ends. `lost`: it is done, and the caller gets an error. `refused`: it is not done, and the caller
 * gets an error. `late`: the caller gets an error, and it is done later. `dies`: the worker dies before it. A worker that dies
 * after an effect dies before its next one. `dead letter`: and its message is delivered no more. `frozen`: the worker stands
 * still until it is chosen again.
 */
export type Ending = 'done' | 'lost' | 'refused' | 'late' | 'dies' | 'dead letter' | 'frozen';

/** A worker with one message, or a run of the sweeper. */
export interface Actor {
  readonly name: string;
  readonly message: QueuedJob | undefined;
  pending: Call[];
  isFrozen: boolean;
  /** It died or is finished, and does nothing more. */
  isGone: boolean;
  /** It died, or one of its calls was not done or not answered. */
  isHindered: boolean;
  /** When its message was delivered, in milliseconds since 1970. */
  readonly started: number;
}

/** A pending call of the table, Slack, the queue or the cloud API; of reads only those of the state that a change changes. */
export interface Call {
  readonly actor: Actor;
  readonly kind: 'table' | 'slack' | 'queue' | 'cloud' | 'read';
  readonly name: string;
  /** The call of the cloud API. */
  readonly sends: readonly Sent[];
  act(): Promise<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A function, so that it is read each time: others change it. */
export const isOver = ({ isGone }: Actor): boolean => isGone;

/** The ways in which a call can end besides being done. */
export function faultsOf({ kind, actor }: Call): readonly Ending[] {
  const deaths: readonly Ending[] = actor.message ? ['dies', 'frozen', 'dead letter'] : ['dies'];
  switch (kind) {
    case 'cloud':
      return ['lost', 'refused', 'late', ...deaths];
    case 'queue':
    case 'read':
      return ['refused', ...deaths];
    default:
      return ['lost', 'refused', ...deaths];
  }
}

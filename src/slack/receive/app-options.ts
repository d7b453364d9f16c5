import type { Clock, Millis } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Job } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';
import type { SigningSecret } from '../api/slack-secret.ts';
import type { OpenView } from './open-view.ts';

/** Dependencies of the receiver's app. */
export interface AppOptions {
  /** Name of the slash command, `/cloud`. */
  readonly command: string;
  readonly secret: SigningSecret;
  readonly queue: Queue<Job>;
  readonly openView: OpenView;
  /** Opens a view on top of the open one. */
  readonly pushView: OpenView;
  readonly clock: Clock;
  readonly log: Log;
  /** Time that the function took to start; 0 by default. */
  readonly loadingMs?: Millis;
}

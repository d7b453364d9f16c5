import type { Aws, Lambda } from '../aws/index.ts';
import type { LocalCloud } from '../cloud/index.ts';
import type { MountableSlack } from '../slack/index.ts';

/** The local parts that the switches act on. Without a local cloud or Slack, their switches are absent. */
export interface LocalParts {
  readonly cloud: LocalCloud | undefined;
  readonly slack: MountableSlack | undefined;
  readonly aws: Pick<Aws, 'secrets' | 'faults' | 'clear'>;
  readonly functions: readonly Lambda[];
  readonly worker: Lambda;
  /** Absent where another part keeps its own time. */
  readonly time: LocalTime | undefined;
  /** Absent where no other policy can be built. */
  readonly policy: LocalPolicy | undefined;
  /** The bot's login at the service as it was at the start, and the name of the secret that holds it. */
  readonly login: { readonly username: string; readonly password: string; readonly secretId: string };
}

/** What moves the clock of everything local. */
export interface LocalTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets time pass, in milliseconds; the sweeper runs as often as deployed, or each `stepMs`, and what it delays comes at its time. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Lets time pass, in milliseconds, in which the sweeper does not run. */
  advance(ms: number): void;
  /** Back to this machine's time. */
  reset(): void;
}

/** The policy that the worker runs with. */
export interface LocalPolicy {
  /** Replaces it by a stricter one, or puts the own one back. */
  set(strict: boolean): Promise<void>;
}

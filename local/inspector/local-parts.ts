import type { Aws, Lambda } from '../aws/index.ts';
import type { LocalCloud } from '../cloud/index.ts';
import type { MountableSlack } from '../slack/index.ts';

/** The local parts that the switches control. Without a local cloud or Slack, their switches are absent. */
export interface LocalParts {
  readonly cloud: LocalCloud | undefined;
  readonly slack: MountableSlack | undefined;
  readonly aws: Pick<Aws, 'secrets' | 'faults' | 'clear'>;
  readonly functions: readonly Lambda[];
  readonly worker: Lambda;
  /** Absent if another part uses its own time. */
  readonly time: LocalTime | undefined;
  /** Absent if no other policy can be built. */
  readonly policy: LocalPolicy | undefined;
  /** The bot's initial login at the service, and the name of the secret that contains it. */
  readonly login: { readonly username: string; readonly password: string; readonly secretId: string };
}

/** Controls the clock of all local parts. */
export interface LocalTime {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Lets time pass, in milliseconds. The sweeper runs as often as deployed, or every `stepMs`; the messages that it delays are
   * delivered at their times.
   */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Sets the clock forward, in milliseconds, without running the sweeper. */
  advance(ms: number): void;
  /** Returns to this machine's time. */
  reset(): void;
}

export interface LocalPolicy {
  /** Replaces it with a stricter one, or restores the original one. */
  set(strict: boolean): Promise<void>;
}

import type { Aws, Lambda, LogLine } from '../aws/index.ts';
import type { LocalCloud } from '../cloud/index.ts';
import type { MountableSlack } from '../slack/index.ts';
import type { FaultSwitch } from './inspector-types.ts';

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
  /** Lets time pass, in milliseconds; the sweeper runs each half hour, or each `stepMs`. */
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

/** A switch with what it does. */
export interface WorkingSwitch extends Omit<FaultSwitch, 'on'> {
  isOn(): boolean;
  set(on: boolean): Promise<void> | void;
}

/** The switches of one part. */
export interface SwitchGroup {
  readonly switches: readonly WorkingSwitch[];
  /** Back to the start, beyond what switching off the conditions does. */
  reset(): void;
  onLog?(line: LogLine): void;
}

type SwitchTexts = Pick<FaultSwitch, 'id' | 'part' | 'name' | 'description'>;

interface PlannedFault {
  readonly pending: boolean;
  cancel(): void;
}

/** A fault that is planned until it is cancelled or used up. */
export function plannedFault(
  texts: SwitchTexts,
  kind: FaultSwitch['kind'],
  plan: () => PlannedFault,
): WorkingSwitch {
  let planned: PlannedFault | undefined;
  return {
    ...texts,
    kind,
    isOn: () => planned?.pending ?? false,
    set(on) {
      if (on === (planned?.pending ?? false)) return;
      planned?.cancel();
      planned = on ? plan() : undefined;
    },
  };
}

/** Something that happens at once, so it is never on. */
export const immediate = (texts: SwitchTexts, act: () => Promise<void> | void): WorkingSwitch => ({
  ...texts,
  kind: 'event',
  isOn: () => false,
  set: act,
});

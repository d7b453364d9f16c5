import type { LogLine } from '../aws/index.ts';
import type { FaultSwitch } from './inspector-types.ts';

/** A fault that can be injected: how the page shows it, and what its switch does. */
export interface Fault extends Pick<FaultSwitch, 'id' | 'kind' | 'name' | 'description'> {
  isOn(): boolean;
  /** Describes the effects so far, in a sentence. */
  seen?(): string | undefined;
  set(on: boolean): Promise<void> | void;
}

/** The faults of one part, as the page lists them. */
export interface FaultsOfPart {
  readonly part: FaultSwitch['part'];
  readonly faults: readonly Fault[];
  /** The passwords that its faults generated. */
  readonly passwords?: readonly string[];
  /** Gets the part back to the start, after all conditions were switched off. */
  reset?(): void;
  /** Processes a line of a function's log. Returns whether a fault happened by it. */
  onLog?(line: LogLine): boolean;
}

/** Creates an effect that happens at once, so its switch is never on. */
export const atOnce = (act: () => Promise<void> | void) =>
  ({ kind: 'event', isOn: () => false, set: act }) as const;

/** Planned until it is cancelled or used up. */
export function planned(
  plan: () => { readonly pending: boolean; cancel(): void },
): Pick<Fault, 'isOn' | 'set'> {
  let fault: ReturnType<typeof plan> | undefined;
  const isOn = (): boolean => fault?.pending ?? false;
  return {
    isOn,
    set(on) {
      if (on === isOn()) return;
      fault?.cancel();
      fault = on ? plan() : undefined;
    },
  };
}

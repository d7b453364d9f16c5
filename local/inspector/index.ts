import type { RequestListener } from 'node:http';
import type { Begun, Invocation, LogLine } from '../aws/index.ts';
import { commandListFor } from './command-list.ts';
import { createFaultSwitches } from './fault-switches.ts';
import { inspectorApi } from './inspector-api.ts';
import type { FaultSwitch, Trace } from './inspector-types.ts';
import type { LocalParts } from './local-parts.ts';
import { maskOf } from './mask.ts';
import { recordEnd, recordStart } from './record-invocations.ts';
import { recordLog } from './record-log.ts';
import { recordEntry } from './record-slack.ts';
import { createRecording } from './recording.ts';
import { Stream } from './stream.ts';
import { Traces } from './traces.ts';

/** Callbacks of the functions. Pass it to each function. */
export interface FunctionListener {
  onStart(begun: Begun): void;
  onInvocation(invocation: Invocation): void;
  onLog(line: LogLine): void;
}

/** The request inspector of the page. */
export interface Inspector {
  /** Serves `/_inspector/...`, as inspector-types.ts describes. */
  readonly listener: RequestListener;
  /** Returns the traces, newest first. */
  traces(): readonly Trace[];
  faults(): readonly FaultSwitch[];
  setFault(id: string, on: boolean): Promise<void>;
  reset(): Promise<void>;
  close(): void;
}

/** The parts that the inspector observes and controls. */
export interface InspectorOptions extends LocalParts {
  readonly slackSecrets: { readonly signingSecret: string; readonly botToken: string };
  /** Passwords that must not be shown, in addition to the login's. */
  readonly passwords: readonly string[];
  readonly command: string;
  readonly clock?: () => number;
}

/** Creates the inspector, after the functions. Earlier events are lost. */
export function createInspector(options: InspectorOptions): Inspector & FunctionListener {
  const { cloud, slack, slackSecrets, passwords, login, command, clock = Date.now } = options;
  const traces = new Traces((id) => stream.traceChanged(id));
  const faultSwitches = createFaultSwitches(options, () => stream.faultsChanged());
  const mask = maskOf(() => [
    slackSecrets.signingSecret,
    slackSecrets.botToken,
    login.password,
    ...passwords,
    ...faultSwitches.passwords,
  ]);
  const { signingSecret } = slackSecrets;
  const recording = createRecording(traces, { mask, signingSecret, clock });
  const stream = new Stream(traces, faultSwitches);
  const unfollow = slack?.follow((entry) => {
    recordEntry(recording, entry);
    faultSwitches.refresh();
  });

  const unfollowService = cloud?.follow(({ method, path }) => recording.paths.add(method, path));

  async function reset(): Promise<void> {
    await faultSwitches.reset();
    recording.clear();
    stream.reset();
  }

  return {
    listener: inspectorApi({
      traces,
      stream,
      faults: faultSwitches,
      commands: commandListFor(command),
      reset,
    }),
    traces: () => traces.all(),
    faults: faultSwitches.all,
    setFault: faultSwitches.set,
    reset,
    close() {
      unfollow?.();
      unfollowService?.();
      stream.close();
    },
    onStart: (begun) => recordStart(recording, begun),
    onInvocation: (invocation) => recordEnd(recording, invocation),
    onLog(line) {
      recordLog(recording, line);
      faultSwitches.onLog(line);
    },
  };
}

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

/** What the functions tell; hand it to each of them. */
export interface FunctionListener {
  onStart(begun: Begun): void;
  onInvocation(invocation: Invocation): void;
  onLog(line: LogLine): void;
}

/** The request inspector of the page. */
export interface Inspector {
  /** Answers `/_inspector/...`; see inspector-types.ts. */
  readonly listener: RequestListener;
  /** Newest first. */
  traces(): readonly Trace[];
  faults(): readonly FaultSwitch[];
  setFault(id: string, on: boolean): Promise<void>;
  reset(): Promise<void>;
  close(): void;
}

/** Everything that the inspector listens to and takes hold of. */
export interface InspectorOptions extends LocalParts {
  readonly slackSecrets: { readonly signingSecret: string; readonly botToken: string };
  /** Passwords besides the login's that must not be shown. */
  readonly passwords: readonly string[];
  readonly command: string;
  readonly clock?: () => number;
}

/** Opens the inspector, once the functions are there. What they told before is lost. */
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

import type { FunctionHooks } from '../aws/index.ts';
import { commandListFor } from './command-list.ts';
import { createFaultSwitches } from './fault-switches.ts';
import { inspectorApi } from './inspector-api.ts';
import type { LocalParts } from './local-parts.ts';
import { maskOf } from './mask.ts';
import { recordEnd, recordStart } from './record-invocations.ts';
import { recordLog } from './record-log.ts';
import { recordEntry } from './record-slack.ts';
import { createRecording } from './recording.ts';
import { Stream } from './stream.ts';
import { Traces } from './traces.ts';

interface InspectorOptions extends LocalParts {
  readonly slackSecrets: { readonly signingSecret: string; readonly botToken: string };
  /** Passwords that must not be shown, in addition to the login's. */
  readonly passwords: readonly string[];
  readonly command: string;
  readonly clock?: () => number;
}

/** Creates the inspector, after the functions. Earlier events are lost. */
export function createInspector(options: InspectorOptions) {
  const { cloud, slack, slackSecrets, passwords, login, command, clock = Date.now } = options;
  const { signingSecret, botToken } = slackSecrets;
  const traces = new Traces((id) => stream.traceChanged(id));
  const faultSwitches = createFaultSwitches(options, () => stream.faultsChanged());
  const mask = maskOf(() => [
    signingSecret,
    botToken,
    login.password,
    ...passwords,
    ...faultSwitches.passwords(),
  ]);
  const recording = createRecording(traces, { mask, signingSecret, clock });
  const stream = new Stream(traces, faultSwitches);
  const unfollow = [
    slack?.follow((entry) => {
      recordEntry(recording, entry);
      faultSwitches.refresh();
    }),
    cloud?.follow(({ method, path }) => recording.paths.add(method, path)),
  ];

  async function reset(): Promise<void> {
    await faultSwitches.reset();
    recording.clear();
    stream.reset();
  }

  const hooks: FunctionHooks = {
    onStart: (begun) => recordStart(recording, begun),
    onInvocation: (invocation) => recordEnd(recording, invocation),
    onLog(line) {
      recordLog(recording, line);
      faultSwitches.onLog(line);
    },
  };
  return {
    ...hooks,
    /** Serves `/_inspector/...`, as inspector-types.ts describes. */
    listener: inspectorApi({ traces, stream, faultSwitches, commands: commandListFor(command), reset }),
    /** Returns the traces, newest first. */
    traces: () => traces.all(),
    faults: faultSwitches.all,
    setFault: faultSwitches.set,
    reset,
    close(): void {
      for (const stop of unfollow) stop?.();
      stream.close();
    },
  };
}

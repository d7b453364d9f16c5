import type { Begun, Invocation, LogLine } from '../aws/index.ts';
import type { Entry } from '../slack/workspace/journal.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { CloudPaths } from './cloud-paths.ts';
import type { Mask } from './mask.ts';
import { recordEnd, recordStart } from './record-invocations.ts';
import { recordLog } from './record-log.ts';
import { recordEntry } from './record-slack.ts';
import { clip, type Recording } from './recording.ts';
import { TracePlaces } from './trace-places.ts';
import type { Traces } from './traces.ts';

/** Turns what the local parts report into traces. */
export interface Recorder {
  onStart(begun: Begun): void;
  onInvocation(invocation: Invocation): void;
  onLog(line: LogLine): void;
  onEntry(entry: Entry): void;
  /** Called for each request to the local cloud. */
  onServiceRequest(request: { readonly method: string; readonly path: string }): void;
  clear(): void;
}

/**
 * Writes traces. Each event is assigned by what it carries: an invocation by its request, whose signature the local Slack
 * knows as well; a message on the queue by its job's id, which derives from that signature; a log line by its invocation; a
 * call of Slack by the instance that made it, which handles one event at a time; a use of a response URL by the request that
 * Slack issued it for.
 */
export function createRecorder(
  traces: Traces,
  { mask, signingSecret, clock }: { mask: Mask; signingSecret: string; clock: () => number },
): Recorder {
  const places = new TracePlaces(traces);
  const acknowledgements = new Acknowledgements(traces, mask, clock);
  const paths = new CloudPaths();
  const recording: Recording = {
    traces,
    places,
    acknowledgements,
    paths,
    mask,
    signingSecret,
    clock,
    open: (id, { title, kind, person, channel }, at) =>
      traces.begin({
        id,
        at,
        title: clip(String(mask(title))),
        kind,
        ...(person && { person }),
        ...(channel && { channel }),
      }),
  };
  return {
    onStart: (begun) => recordStart(recording, begun),
    onInvocation: (invocation) => recordEnd(recording, invocation),
    onLog: (line) => recordLog(recording, line),
    onEntry: (entry) => recordEntry(recording, entry),
    onServiceRequest: ({ method, path }) => paths.add(method, path),
    clear() {
      places.clear();
      acknowledgements.clear();
      traces.clear();
    },
  };
}

import { Acknowledgements } from './acknowledgements.ts';
import { CloudPaths } from './cloud-paths.ts';
import type { Mask } from './mask.ts';
import type { About } from './read-slack-request.ts';
import { TracePlaces } from './trace-places.ts';
import type { Traces } from './traces.ts';

/** Shared state of the functions that record events. */
export type Recording = ReturnType<typeof createRecording>;

/**
 * Starts to record into traces. Events are assigned to a trace as follows:
 * - an invocation by its request, whose signature the local Slack also knows
 * - a queue message by its job's id, which derives from that signature
 * - a log line by its invocation
 * - a call of Slack by the calling instance, which handles one event at a time
 * - a use of a response URL by the request that Slack issued it for
 */
export function createRecording(
  traces: Traces,
  how: { readonly mask: Mask; readonly signingSecret: string; readonly clock: () => number },
) {
  const { mask, clock } = how;
  const places = new TracePlaces(traces);
  const acknowledgements = new Acknowledgements(traces, mask, clock);
  return {
    ...how,
    traces,
    places,
    acknowledgements,
    /** Full paths of calls of the local cloud: the functions' log omits names and ids. */
    paths: new CloudPaths(),
    /** Begins a trace, unless it exists. */
    open(id: string, { title, person }: About, at: number): void {
      traces.begin({ id, at, title: clip(String(mask(title))), ...(person && { person }) });
    },
    clear(): void {
      for (const kept of [places, acknowledgements, traces]) kept.clear();
    },
  };
}

export const clip = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

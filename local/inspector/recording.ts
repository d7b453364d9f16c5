import { Acknowledgements } from './acknowledgements.ts';
import { CloudPaths } from './cloud-paths.ts';
import type { Mask } from './mask.ts';
import type { About } from './read-slack-request.ts';
import { TracePlaces } from './trace-places.ts';
import type { Traces } from './traces.ts';

/** What the functions that record events share. */
export interface Recording {
  readonly traces: Traces;
  readonly places: TracePlaces;
  readonly acknowledgements: Acknowledgements;
  /** Full paths of calls of the local cloud: the function's log leaves out names and ids. */
  readonly paths: CloudPaths;
  readonly mask: Mask;
  readonly signingSecret: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Begins a trace, unless it exists. */
  open(id: string, about: About, at: number): void;
  clear(): void;
}

/**
 * Begins to record into traces. Each event is assigned by what it carries: an invocation by its request, whose signature the
 * local Slack knows as well; a message on the queue by its job's id, which derives from that signature; a log line by its
 * invocation; a call of Slack by the instance that made it, which handles one event at a time; a use of a response URL by the
 * request that Slack issued it for.
 */
export function createRecording(
  traces: Traces,
  { mask, signingSecret, clock }: Pick<Recording, 'mask' | 'signingSecret' | 'clock'>,
): Recording {
  const places = new TracePlaces(traces);
  const acknowledgements = new Acknowledgements(traces, mask, clock);
  return {
    ...{ traces, places, acknowledgements, mask, signingSecret, clock },
    paths: new CloudPaths(),
    open(id, { title, person }, at) {
      traces.begin({ id, at, title: clip(String(mask(title))), ...(person && { person }) });
    },
    clear() {
      for (const kept of [places, acknowledgements, traces]) kept.clear();
    },
  };
}

/** The first 300 characters of a text. */
export const clip = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

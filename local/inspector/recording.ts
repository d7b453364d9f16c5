import type { Acknowledgements } from './acknowledgements.ts';
import type { CloudPaths } from './cloud-paths.ts';
import type { Mask } from './mask.ts';
import type { describe } from './read-slack-request.ts';
import type { TracePlaces } from './trace-places.ts';
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
  readonly open: (id: string, about: ReturnType<typeof describe>, at: number) => void;
}

/** The first 300 characters of a text. */
export const clip = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

import type { Effect, Trace, TraceStep } from '../../inspector/inspector-types.ts';

export type Shown = Extract<Effect, { readonly shown: unknown }>;

/** A message by its channel and its ts. */
export interface MessageRef {
  readonly channel: string;
  readonly ts: string;
}

export const effectsIn = (step: TraceStep): readonly Effect[] => ('effects' in step ? step.effects : []);

/** Whether this came of it: the message was posted, changed or deleted. */
const isAbout = (effect: Effect, { channel, ts }: MessageRef): boolean =>
  effect.kind === 'message' && effect.channel === channel && effect.ts === ts;

/** Whether anything in a trace is about a message. */
export const touches = (trace: Trace, message: MessageRef): boolean =>
  trace.steps.some((step) => effectsIn(step).some((effect) => isAbout(effect, message)));

/** What was last shown of a message, in any trace; of the trace itself where no message is chosen. */
export function lastShown(
  traces: readonly Trace[],
  trace: Trace | undefined,
  message: MessageRef | undefined,
): Shown | undefined {
  const among = message ? traces : trace ? [trace] : [];
  return among
    .flatMap(({ steps }) => steps)
    .toSorted((a, b) => a.at - b.at)
    .flatMap(effectsIn)
    .findLast(
      (effect): effect is Shown => 'shown' in effect && (message === undefined || isAbout(effect, message)),
    );
}

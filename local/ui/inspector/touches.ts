import type { Effect, Trace, TraceStep } from '../../inspector/inspector-types.ts';

export interface MessageRef {
  readonly channel: string;
  readonly ts: string;
}

export const effectsIn = (step: TraceStep): readonly Effect[] => ('effects' in step ? step.effects : []);

/** Whether a message was posted, changed or deleted in a trace. */
export const touches = ({ steps }: Trace, { channel, ts }: MessageRef): boolean =>
  steps
    .flatMap(effectsIn)
    .some((effect) => effect.kind === 'message' && effect.channel === channel && effect.ts === ts);

import type { Made, Step, Trail } from '../../inspector/inspector-types.ts';

export type Shown = Extract<Made, { readonly shown: unknown }>;

/** A message by its channel and its ts. */
export interface MessageRef {
  readonly channel: string;
  readonly ts: string;
}

export const madeIn = (step: Step): readonly Made[] => ('made' in step ? step.made : []);

/** Whether this came of it: the message was posted, changed or deleted. */
export const isAbout = (made: Made, { channel, ts }: MessageRef): boolean =>
  made.kind === 'message' && made.channel === channel && made.ts === ts;

/** Whether anything in a trail is about a message. */
export const touches = (trail: Trail, message: MessageRef): boolean =>
  trail.steps.some((step) => madeIn(step).some((made) => isAbout(made, message)));

/** What was last shown of a message, in any trail; of the trail itself where no message is chosen. */
export function lastShown(
  trails: readonly Trail[],
  trail: Trail | undefined,
  message: MessageRef | undefined,
): Shown | undefined {
  const among = message ? trails : trail ? [trail] : [];
  return among
    .flatMap(({ steps }) => steps)
    .toSorted((one, other) => one.at - other.at)
    .flatMap(madeIn)
    .findLast((made): made is Shown => 'shown' in made && (message === undefined || isAbout(made, message)));
}

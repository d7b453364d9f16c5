import type { Narrows, Review } from '../../messaging/view.ts';

/** The decisions that people can make on a request for approval. */
export const voteKinds = ['approve', 'reject', 'suggest', 'breakGlass'] as const;
export type VoteKind = (typeof voteKinds)[number];

/** The contents of a review modal's `private_metadata`. All values are strings, since only strings are read. */
export interface ReviewMetadata
  extends Pick<Review, 'change' | 'channel' | 'thread' | 'seen' | 'suggestion'> {
  /** The effect of its submit button. */
  readonly vote: VoteKind;
  readonly operation?: string | undefined;
  /** The words of the operation's fields, as JSON. */
  readonly raw?: string | undefined;
}

/** Slack's upper bound for `private_metadata`, in characters. */
const maxMetadata = 3000;

/** Writes the metadata for Slack. If it is too long, omits the words that can be narrowed. */
export function writeMetadata({ operation, raw, ...metadata }: ReviewMetadata): string {
  const whole = JSON.stringify({ ...metadata, operation, raw });
  return whole.length <= maxMetadata ? whole : JSON.stringify(metadata);
}

/** Returns the operation and its words that can be narrowed, as metadata. */
export function narrowsAsMetadata(narrows: Narrows | undefined): Pick<ReviewMetadata, 'operation' | 'raw'> {
  return narrows ? { operation: narrows.operation, raw: JSON.stringify(narrows.raw) } : {};
}

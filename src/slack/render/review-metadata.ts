import type { Narrows, Review } from '../../messaging/view.ts';

/** What people can decide on a request for approval. */
export const voteKinds = ['approve', 'reject', 'suggest', 'breakGlass'] as const;
export type VoteKind = (typeof voteKinds)[number];

/** What a review modal carries in its `private_metadata`. All values are strings, since those are read. */
export interface ReviewMetadata extends Pick<Review, 'change' | 'channel' | 'thread' | 'suggestion'> {
  /** What its submit button does. */
  readonly vote: VoteKind;
  readonly operation?: string | undefined;
  /** The words of the operation's fields, as JSON. */
  readonly raw?: string | undefined;
}

/** Slack's upper bound for `private_metadata`, in characters. */
const maxMetadata = 3000;

/** The metadata as Slack takes it; without what can be narrowed if that is too long. */
export function writeMetadata({ operation, raw, ...metadata }: ReviewMetadata): string {
  const whole = JSON.stringify({ ...metadata, operation, raw });
  return whole.length <= maxMetadata ? whole : JSON.stringify(metadata);
}

/** What can be narrowed, as metadata. */
export function narrowsAsMetadata(narrows: Narrows | undefined): Pick<ReviewMetadata, 'operation' | 'raw'> {
  return narrows ? { operation: narrows.operation, raw: JSON.stringify(narrows.raw) } : {};
}

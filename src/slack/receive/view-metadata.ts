import { parseJsonObject } from '../../core/parse-json.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';

/** The parts of a submitted view that are read. */
export interface ViewState {
  readonly id: string;
  readonly private_metadata: string;
  readonly blocks: readonly {
    readonly type: string;
    readonly block_id?: string;
    readonly optional?: boolean;
  }[];
  readonly state: { readonly values: Readonly<Record<string, Readonly<Record<string, Entered>>>> };
}

interface Entered {
  readonly value?: string | null;
  readonly selected_option?: { readonly value: string } | null;
  readonly selected_options?: readonly { readonly value: string }[];
}

/** Returns the strings in a view's `private_metadata`, by name. Drops values of other types. */
export function metadataOf({ private_metadata }: { readonly private_metadata: string }): {
  readonly [name: string]: string | undefined;
} {
  return Object.fromEntries(
    Object.entries(parseJsonObject(private_metadata) ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/** Returns the reply target for a person who submitted a view with this metadata. */
export function replyToFrom(
  {
    channel = '',
    thread,
    responseUrl,
  }: { readonly [Name in 'channel' | 'thread' | 'responseUrl']?: string | undefined },
  person: string,
): ReplyTarget {
  return { channel, ...(thread && { thread }), person, ...(responseUrl && { responseUrl }) };
}

import type { Arguments } from '../payload/arguments.ts';
import type { JsonObject } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';

/** One page of a list, by `limit` and `cursor`. @throws SlackFailure `invalid_cursor` */
export function page<T>(all: readonly T[], args: Arguments): { items: T[]; response_metadata: JsonObject } {
  const cursor = args.text('cursor');
  const start = cursor ? Number(Buffer.from(cursor, 'base64url').toString()) : 0;
  if (!Number.isInteger(start)) throw new SlackFailure('invalid_cursor');
  const end = start + Math.min(args.number('limit', 100), 1_000);
  const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : '';
  return { items: all.slice(start, end), response_metadata: { next_cursor: next } };
}

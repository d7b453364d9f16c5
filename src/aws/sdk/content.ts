import { gunzipSync, gzipSync } from 'node:zlib';
import type { Item } from './dynamodb.ts';

/** Up to this size, in bytes, content stays readable in the console. Above it, compression saves most of its write units. */
const readableBytes = 4_096;

/** Compresses a value as JSON. */
export const compressed = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value));

/** Returns a value as JSON. Long JSON is compressed, at the fastest level, since a change is written many times. */
export function contentOf(value: unknown): string | Uint8Array {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) <= readableBytes ? json : gzipSync(json, { level: 1 });
}

/** Parses JSON as `compressed` or `contentOf` returned it. */
export const parseContent = (content: unknown) =>
  JSON.parse(String(content instanceof Uint8Array ? gunzipSync(content) : content));

/** Parses the content of an item. */
export const contentIn = ({ content }: Item) => parseContent(content);

/** Returns the key of the stored answer to an agent's call. */
export const answerKey = (slot: string) => ({ pk: `agent-answer#${slot}`, sk: 'answer' });

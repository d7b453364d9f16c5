import { expect, test } from 'vitest';
import { fetchOver } from '../../../src/http/fetch.ts';

/** The signal by which `send` can be aborted. */
async function signalOf(input: string | Request, init?: RequestInit): Promise<AbortSignal | undefined> {
  let seen: AbortSignal | undefined;
  const send = fetchOver(async (_, { signal }) => {
    seen = signal;
    return { status: 204, headers: {}, text: '' };
  });
  await send(input, init);
  return seen;
}

const url = 'http://127.0.0.1/';
const { signal } = new AbortController();
const given = new Request(url, { signal });

// One that is derived from it is not aborted any more once its request was garbage collected.
test.each<[string, string | Request, RequestInit | undefined, AbortSignal]>([
  ['of the request', given, undefined, given.signal],
  ['of the request, with other options', given, { method: 'POST' }, given.signal],
  ['of the options', url, { signal }, signal],
  ['of the options before that of the request', given, { signal }, signal],
])('a request is aborted by the very signal %s', async (_, input, init, expected) => {
  expect(await signalOf(input, init)).toBe(expected);
});

test('nothing aborts a request without a signal', async () => {
  expect(await signalOf(url)).toMatchObject({ aborted: false });
});

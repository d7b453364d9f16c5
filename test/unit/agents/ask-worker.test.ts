import { expect, test } from 'vitest';
import { type AskDependencies, askWorker } from '../../../src/agents/ask-worker.ts';
import { answeredWith } from './endpoints.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** The answer to a call whose answer is stored after `after` ms, and the time that it was waited for. */
async function asked({ after = 0, ...more }: Partial<AskDependencies> & { after?: number } = {}) {
  let now = noon;
  let looks = 0;
  const deps: AskDependencies = {
    receiver: async () => ({
      statusCode: 200,
      body: JSON.stringify({ slot: 's1', until: noon + 23_000 }),
    }),
    answers: {
      async take(slot) {
        looks += 1;
        return slot === 's1' && now >= noon + after ? answeredWith() : undefined;
      },
    },
    clock: () => now,
    wait: async (ms) => {
      now += ms;
    },
    log: () => {},
    ...more,
  };
  const { text } = await askWorker({ body: 'alert list' }, 'run', deps);
  return { text, waited: now - noon, looks };
}

test('an answer is taken soon after it is stored, with few looks', async () => {
  for (const [after, looks] of [
    [40, 1],
    [600, 10],
    [20_000, 60],
  ] as const) {
    const answered = await asked({ after });
    expect(answered.text).toBe('Two alerts');
    expect(answered.waited).toBeGreaterThanOrEqual(after);
    expect(answered.waited).toBeLessThan(after + Math.max(60, after / 7));
    expect(answered.looks).toBeLessThanOrEqual(looks);
  }
});

test('a call without an answer ends before API Gateway gives up, and says what may still come', async () => {
  const { text, waited } = await asked({ after: Number.POSITIVE_INFINITY });
  expect(text).toContain('Nothing was changed.');
  expect(text).toContain('its preview may still come');
  expect(waited).toBeGreaterThanOrEqual(24_500);
  expect(waited).toBeLessThan(25_100);
});

test('a receiver whose clock is ahead doesn’t make it wait for longer', async () => {
  const receiver = async () => ({ statusCode: 200, body: JSON.stringify({ slot: 's2', until: noon * 2 }) });
  expect((await asked({ receiver })).waited).toBeLessThan(26_600);
});

test('a table that can’t be read for a moment is read again', async () => {
  let looks = 0;
  const answers = {
    take: async () => {
      looks += 1;
      if (looks === 1) throw new Error('away');
      return answeredWith();
    },
  };
  expect((await asked({ answers })).text).toBe('Two alerts');
});

test.each<[string, AskDependencies['receiver'], string]>([
  ['fails', () => Promise.reject(new Error('away')), 'may still come'],
  ['is out of order', async () => ({ statusCode: 500, body: '{}' }), 'may still come'],
  [
    'refuses it',
    async () => ({ statusCode: 401, body: '{}' }),
    'Skydesk didn’t take this. Nothing was changed.',
  ],
  [
    'finds it too long',
    async () => ({ statusCode: 413, body: '{}' }),
    'This is too long. Nothing was changed.',
  ],
])('a call is answered at once if the receiver %s', async (_, receiver, text) => {
  const answered = await asked({ receiver });
  expect(answered.text).toContain(text);
  expect([answered.waited, answered.looks]).toEqual([0, 0]);
});

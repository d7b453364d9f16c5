import { describe, expect, test } from 'vitest';
import { cachedSecret } from '../../../../src/aws/lambda/cached-secret.ts';

/** A secret whose text, clock and health the test sets. */
function vault() {
  const seen = { now: 1_000_000, reads: 0, text: 'one', fails: false };
  const secret = cachedSecret(
    async () => {
      seen.reads += 1;
      if (seen.fails) throw new Error('down');
      return seen.text;
    },
    (text) => ({ text }),
    () => seen.now,
  );
  return { seen, secret };
}

test('fifty callers at once share one read', async () => {
  const { seen, secret } = vault();
  const all = await Promise.all(Array.from({ length: 50 }, () => secret.get()));
  expect(new Set(all)).toEqual(new Set([{ text: 'one' }]));
  expect(seen.reads).toBe(1);
});

test('is remembered for five minutes', async () => {
  const { seen, secret } = vault();
  await secret.get();
  seen.text = 'two';
  seen.now += 5 * 60_000 - 1;
  expect(await secret.get()).toEqual({ text: 'one' });
  seen.now += 1;
  expect(await secret.get()).toEqual({ text: 'two' });
});

test('is renewed no more often than every ten seconds', async () => {
  const { seen, secret } = vault();
  await secret.get();
  seen.text = 'two';
  seen.now += 9_999;
  expect(await secret.renew()).toEqual({ text: 'one' });
  seen.now += 1;
  expect(await secret.renew()).toEqual({ text: 'two' });
  expect(seen.reads).toBe(2);
});

describe('if it can’t be read', () => {
  test('the first read fails, and the next is a new attempt', async () => {
    const { seen, secret } = vault();
    seen.fails = true;
    await expect(secret.get()).rejects.toThrow('down');
    seen.fails = false;
    expect(await secret.get()).toEqual({ text: 'one' });
  });

  test('the last good value stays in use', async () => {
    const { seen, secret } = vault();
    await secret.get();
    seen.fails = true;
    seen.now += 3_600_000;
    expect(await secret.get()).toEqual({ text: 'one' });
    expect(await secret.renew()).toEqual({ text: 'one' });
  });

  test('failing renewals are throttled too, so that forged requests can’t cause reads', async () => {
    const { seen, secret } = vault();
    await secret.get();
    seen.fails = true;
    seen.now += 60_000;
    for (let forged = 0; forged < 20; forged += 1) expect(await secret.renew()).toEqual({ text: 'one' });
    expect(seen.reads).toBe(2);
    seen.now += 10_000;
    seen.fails = false;
    seen.text = 'two';
    expect(await secret.renew()).toEqual({ text: 'two' });
  });

  test('a value that can’t be parsed counts as unread', async () => {
    let text = 'broken';
    const secret = cachedSecret(
      async () => text,
      JSON.parse,
      () => 0,
    );
    await expect(secret.get()).rejects.toThrow();
    text = '{"a":1}';
    expect(await secret.get()).toEqual({ a: 1 });
  });
});

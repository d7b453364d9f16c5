import { expect, test } from 'vitest';
import { line } from '../../../src/answer/answer.ts';
import { type ApiKey, maxKeys } from '../../../src/api-keys/api-key.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import { textOf } from '../../support/answer-text.ts';
import { apiKeysInMemory } from '../../support/in-memory/keys-in-memory.ts';
import { notConnected } from '../../support/in-memory/local-cloud.ts';
import { answerOf, buttonsIn, contextOf, resolve } from '../../support/in-memory/run-line.ts';
import { apiKeyOf } from '../../support/made/api-key-of.ts';

const now = Date.UTC(2026, 10, 22, 12);
const minute = 60_000;
const hour = 60 * minute;

const keyOf = (id: string, more: Partial<ApiKey> = {}) => apiKeyOf(now, { id, ...more });

const contextWith = (keys: readonly ApiKey[] = [], more: Partial<Context> = {}): Context =>
  contextOf(notConnected, {
    clock: () => now,
    requester: 'U0ANA',
    apiKeys: apiKeysInMemory(() => now, ...keys).apiKeys,
    ...more,
  });

/** The effect of a line on a key, or the message of its refusal. */
async function effectOf(line: string, context: Context): Promise<unknown> {
  try {
    const outcome = await (await resolve(line, context)).run();
    return 'answer' in outcome ? outcome.keyEffect : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

test.each([
  ['key create', 8 * hour],
  ['key create for=5m', 5 * minute],
  ['key create for=1h30m', 90 * minute],
  ['key new for=24h', 24 * hour],
])('%s creates a key of its person, and no token', async (line, lifetime) => {
  expect(await effectOf(line, contextWith())).toEqual({
    creates: {
      id: expect.stringMatching(/^[0-9a-f]{6}$/),
      person: 'U0ANA',
      account: 'ACME',
      createdAt: now,
      expiresAt: now + lifetime,
    },
  });
});

test.each([
  [
    'while agents are turned off',
    { mcpUrl: '' },
    {
      message: 'Agents are turned off in this deployment, so no API key was created.',
      next: expect.stringContaining('they deploy Skydesk with --param="mcp=true".'),
    },
  ],
  [
    'on the Home tab',
    { isOnHome: true },
    {
      message: 'A new key is shown to you alone, which the Home tab can’t do.',
      details: [{ text: ['Run ', line('key create'), ' in a channel or in Messages.'] }],
    },
  ],
])('%s, no key is created', async (_, more, refusal) => {
  const context = contextWith([], more);
  const created = resolve('key create', context).then((resolved) => resolved.run());
  await expect(created).rejects.toMatchObject(refusal);
});

test('a person has at most five keys; those that were revoked or have expired don’t count', async () => {
  const full = Array.from({ length: maxKeys }, (_, at) => keyOf(`00000${at}`));
  expect(await effectOf('key create', contextWith(full))).toBe(
    'You have 5 API keys, which is the limit. No key was created.',
  );
  const [, ...others] = full;
  const old = keyOf('000000', { expiresAt: now });
  const theirs = keyOf('00000a', { person: 'U0BEN' });
  expect(await effectOf('key create', contextWith([old, theirs, ...others]))).toHaveProperty('creates');
});

test('a person revokes a key of their own, by its id in any case', async () => {
  const mine = keyOf('7f3a21');
  const context = contextWith([mine, keyOf('7f3b21', { person: 'U0BEN' })]);
  expect(await effectOf('key revoke 7F3A21', context)).toEqual({ revokes: mine });
  expect(await effectOf('key revoke 7f3b21', context)).toBe('You have no active API key 7f3b21.');
});

test('the list shows when each key was created and used, until when it works, and its button', async () => {
  expect(textOf(await answerOf('key list', contextWith()))).toBe('You have no API keys.');
  const used = keyOf('7f3b21', { lastUsedAt: now + hour, createdAt: now + 1 });
  const answer = await answerOf('key list', contextWith([keyOf('7f3a21'), used]));
  expect(textOf(answer)).toMatch(
    /API key 7f3a21.*works until .*20:00[\s\S]*not used yet[\s\S]*API key 7f3b21[\s\S]*last used .*13:00/,
  );
  expect(buttonsIn(answer).map(({ action }) => action)).toEqual([
    { line: 'key revoke 7f3a21' },
    { line: 'key revoke 7f3b21' },
  ]);
});

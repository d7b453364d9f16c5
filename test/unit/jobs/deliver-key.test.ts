import { describe, expect, test } from 'vitest';
import { type ApiKey, maxKeys } from '../../../src/api-keys/api-key.ts';
import { EntriesNotLogged } from '../../../src/audit-log/append-entries.ts';
import { revokeKeysOf } from '../../../src/audit-log/revoke-keys.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { createdEntry } from '../../../src/evaluate/key-entries.ts';
import { deliver } from '../../../src/jobs/deliver.ts';
import type { Job } from '../../../src/queue/job.ts';
import type { Result } from '../../../src/queue/result.ts';
import { apiKeysInMemory } from '../../support/in-memory/keys-in-memory.ts';
import { memory, words } from '../../support/in-memory/memory.ts';
import { apiKeyOf } from '../../support/made/api-key-of.ts';
import { typedOf } from '../../support/made/typed-of.ts';

const now = Date.UTC(2026, 10, 22, 12);
const keyOf = (id: string, more: Partial<ApiKey> = {}) => apiKeyOf(now, { id, ...more });
const key = keyOf('7f3a21');
const replyTo = { channel: 'C1', person: 'U0ANA' };
const job: Job = { id: 'j1', team: 'T1', replyTo, kind: 'command', operation: 'x', raw: {}, problems: [] };
const result: Result = {
  deliveries: [{ kind: 'newKey', key }],
  entries: [createdEntry('key.create', key, now)],
};

/** `slack` says whether Slack shows an ephemeral message. */
function setUp(slack: () => Promise<boolean> = async () => true, ...others: readonly ApiKey[]) {
  const stored = apiKeysInMemory(() => state.now, ...others);
  const state = { now };
  /** The tokens of the messages that were sent, also of those that did not arrive. */
  const tokens: string[] = [];
  const { deps, said, recorded, finished } = memory({
    apiKeys: stored.apiKeys,
    clock: () => state.now,
    messenger: {
      async ephemeralOnly(to, answer) {
        tokens.push(/skydesk_U0ANA_7f3a21_[\w-]{43}/.exec(words(answer))?.[0] ?? '');
        const isShown = await slack();
        if (isShown) await deps.messenger.ephemeral(to, answer);
        return isShown;
      },
    },
  });
  const events = () => recorded.map(({ event, title, note }) => [event, title, ...(note ? [note] : [])]);
  return { deps: { ...deps, apiKeys: stored.apiKeys }, state, said, events, finished, tokens, ...stored };
}

const created = ['applied', 'Create API key 7f3a21, which works until 2026-11-22 20:00 UTC'];

test('the token is made when the message is sent: it works, and only its hash and the message have it', async () => {
  const { deps, said, events, kept, tokens, apiKeys, finished } = setUp();
  await deliver(job, result, deps);
  const [token = ''] = tokens;
  expect(await apiKeys.findTyped(typedOf(token))).toEqual(key);
  expect(said.map(({ kind }) => kind)).toEqual(['ephemeral']);
  expect(events()).toEqual([created]);
  expect(JSON.stringify([result, events(), [...kept.values()], finished])).not.toContain(token.slice(-43));
});

test('the message of a key says until when it works, what it may do, and how to use it', async () => {
  const { deps, said } = setUp();
  await deliver(job, result, deps);
  const message = words(said[0]?.answer);
  expect(message).toContain('2026-11-22T20:00');
  expect(message).toContain('Changes wait for your click in Slack');
  expect(message).toContain('https://skydesk.example/mcp');
  expect(message).toContain(
    'curl https://skydesk.example/run -H "Authorization: Bearer $SKYDESK_KEY" -d "alert list"',
  );
  expect(message).toContain('key revoke 7f3a21');
});

test('a message that is sent again has another token, and the earlier token is void', async () => {
  let fails = true;
  const { deps, said, tokens, apiKeys } = setUp(async () => {
    if (fails) throw new Unavailable('Slack');
    return true;
  });
  await expect(deliver(job, result, deps)).rejects.toBeInstanceOf(Unavailable);
  fails = false;
  await deliver(job, result, deps);
  const [unseen = '', seen = ''] = tokens;
  expect(await apiKeys.findTyped(typedOf(unseen))).toBeUndefined();
  expect(await apiKeys.findTyped(typedOf(seen))).toEqual(key);
  expect(words(said.at(-1)?.answer)).toContain('earlier message');
});

test('a key whose message Slack refuses is revoked, and its person reads where to get one', async () => {
  const { deps, said, events, tokens, apiKeys } = setUp(async () => false);
  await deliver(job, result, deps);
  expect(await apiKeys.findTyped(typedOf(tokens[0] ?? ''))).toBeUndefined();
  expect(events()).toEqual([created, ['ended', created[1], 'Slack didn’t show the key here.']]);
  const message = words(said[0]?.answer);
  expect(message).toContain('API key 7f3a21 was revoked before anybody saw it.');
  expect(message).toContain('in your direct messages with Skydesk');
  expect(message).not.toContain('skydesk_');
});

describe('no message with a token is sent', () => {
  test('while the creation can’t be logged', async () => {
    const { deps, said, kept } = setUp();
    const append = () => Promise.reject(new Error('The table is away'));
    const deaf = { ...deps, auditLog: { ...deps.auditLog, append } };
    await expect(deliver(job, result, deaf)).rejects.toBeInstanceOf(EntriesNotLogged);
    expect([said, [...kept]]).toEqual([[], []]);
  });

  test('for a key that was revoked since, or has expired', async () => {
    const revoked = setUp();
    await deliver(job, result, revoked.deps);
    await revoked.apiKeys.revoke(key.person, key.id);
    await deliver(job, result, revoked.deps);
    const expired = setUp();
    expired.state.now = key.expiresAt;
    await deliver(job, result, expired.deps);
    expect([revoked.tokens.length, expired.tokens.length]).toEqual([1, 0]);
    for (const { said } of [revoked, expired])
      expect(words(said.at(-1)?.answer)).toContain('API key 7f3a21 was revoked or has expired.');
  });

  test('for more keys than a person may have, created at the same moment', async () => {
    const others = Array.from({ length: maxKeys }, (_, at) => keyOf(`00000${at}`));
    const { deps, said, tokens, events, apiKeys } = setUp(undefined, ...others);
    await deliver(job, result, deps);
    expect(tokens).toEqual([]);
    const message = words(said[0]?.answer);
    expect(message).toMatch(/Revoke one that you don’t need, then run .*key create.* again/);
    for (const { id } of others) expect(message).toContain(`key revoke ${id}`);
    expect(message).not.toContain('in your direct messages');
    expect(events()).toContainEqual(['ended', created[1], 'You have 5 other keys, which is the limit.']);
    expect(await apiKeys.of('U0ANA')).toEqual(others);
  });
});

test('a key is revoked even if that can’t be logged, and its person is notified once it is', async () => {
  const { deps, said, apiKeys } = setUp(undefined, key);
  const append = () => Promise.reject(new Error('The table is away'));
  const revoking: Result = {
    deliveries: [
      { kind: 'revokeKey', key },
      { kind: 'ephemeral', answer: [] },
    ],
    entries: result.entries ?? [],
  };
  await expect(
    deliver(job, revoking, { ...deps, auditLog: { ...deps.auditLog, append } }),
  ).rejects.toBeInstanceOf(EntriesNotLogged);
  expect(await apiKeys.of(key.person)).toEqual([]);
  expect(said).toEqual([]);
  await deliver(job, revoking, deps);
  expect(said).toHaveLength(1);
});

test('a person who can no longer use Skydesk loses all keys, and the audit log says why', async () => {
  const { deps, apiKeys, events } = setUp(
    undefined,
    key,
    keyOf('7f3b21'),
    keyOf('7f3c21', { person: 'U0BEN' }),
  );
  await revokeKeysOf('U0ANA', 'Your Slack account is deactivated.', 'call-1', deps);
  await revokeKeysOf('U0ANA', 'Your Slack account is deactivated.', 'call-2', deps);
  expect(await apiKeys.of('U0ANA')).toEqual([]);
  expect(await apiKeys.of('U0BEN')).toHaveLength(1);
  expect(events().map(([event, , note]) => [event, note])).toEqual(
    Array.from({ length: 2 }, () => ['ended', 'Your Slack account is deactivated.']),
  );
});

import { describe, expect, test } from 'vitest';
import type { RenderedAnswer } from '../../../src/agents/agent-answers.ts';
import { type AgentDependencies, answerAgent } from '../../../src/agents/answer-agent.ts';
import { hashOfToken, newToken } from '../../../src/api-keys/api-key-token.ts';
import type { AgentCall } from '../../../src/queue/agent-call.ts';
import { apiKeysInMemory } from '../../support/in-memory/keys-in-memory.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { memory } from '../../support/in-memory/memory.ts';
import { apiKeyOf } from '../../support/made/api-key-of.ts';

const cloud = await cloudOfFile();

/** Answers a call, and returns the stored answer and what was logged. */
async function answer(
  call: Partial<AgentCall>,
  more: (deps: AgentDependencies) => Partial<AgentDependencies> = () => ({}),
) {
  const { deps: rest, state, logged, said } = memory({ service: connected(cloud) });
  const stored = new Map<string, RenderedAnswer>();
  const deps: AgentDependencies = {
    ...rest,
    callLimit: { take: async () => undefined },
    apiKeys: apiKeysInMemory().apiKeys,
    answers: { put: async (slot, rendered) => void stored.set(slot, rendered) },
    command: '/cloud',
  };
  await answerAgent(
    {
      id: 'agent-1',
      slot: 's1',
      until: state.now + 20_000,
      isKeyed: false,
      asker: { person: 'U0ANA', team: 'T0ACME' },
      asked: { tool: 'alert_list', given: {} },
      ...call,
    },
    { ...deps, ...more(deps) },
  );
  return { stored: stored.get('s1'), logged, said, now: state.now };
}

test('a tool call is answered, rendered for the agent, in the slot of the call', async () => {
  const { stored } = await answer({});
  expect(stored).toMatchObject({ outcome: 'answered', structured: { outcome: 'answered' } });
  expect(stored?.text).toContain('Night watch');
});

test.each(['alert list', '  alert list\n', '/cloud alert list'])('a line is answered: %j', async (line) => {
  const { stored } = await answer({ asked: { line } });
  expect(stored?.plainText).toContain('Night watch');
});

test('a call that nobody waits for any more has no effect and no answer', async () => {
  const asked = { tool: 'alert_assign', given: { policy: 'Night watch', server: 'tool01' } };
  const { stored, logged, said } = await answer({ asked, until: 0 });
  expect([stored, said]).toEqual([undefined, []]);
  expect(JSON.stringify(logged)).toContain('call dropped');
});

test('a call whose arguments can’t be read, and one of no tool, are answered', async () => {
  const wrong = await answer({ asked: { tool: 'alert_show', given: { colour: 'red' } } });
  expect(wrong.stored).toMatchObject({ outcome: 'failed', why: 'invalid' });
  expect(wrong.stored?.text).toContain('colour');
  const { stored } = await answer({ asked: { tool: 'confirm', given: {} } });
  expect(stored?.text).toContain('There is no such tool.');
});

describe('with an API key', () => {
  const expiresAt = Date.UTC(2099, 0);
  const ofAna = apiKeyOf(0, { id: '7f3a21', person: 'U0ANA', team: 'T0ACME', expiresAt });
  const withKey = async () => {
    const { apiKeys } = apiKeysInMemory();
    const token = newToken(ofAna);
    await apiKeys.put(ofAna, hashOfToken(token));
    return { apiKeys, key: { person: 'U0ANA', id: '7f3a21', hash: hashOfToken(token) } };
  };

  test('a call is that of its owner, and the use of the key is recorded', async () => {
    const { apiKeys, key } = await withKey();
    const used: string[] = [];
    const { stored } = await answer({ asker: { key } }, () => ({
      apiKeys: { ...apiKeys, markUsed: async ({ id }) => void used.push(id) },
    }));
    expect([stored?.outcome, used]).toEqual(['answered', ['7f3a21']]);
  });

  test('a call is refused if its hash is that of no key', async () => {
    const { apiKeys, key } = await withKey();
    const hash = hashOfToken('another');
    const { stored } = await answer({ asker: { key: { ...key, hash } } }, () => ({ apiKeys }));
    expect(stored).toMatchObject({ outcome: 'refused', plainText: expect.stringContaining('isn’t valid') });
  });
});

test('a failure to store the answer is logged, without its text, and the call isn’t tried again', async () => {
  const { logged } = await answer({}, () => ({
    answers: { put: () => Promise.reject(new TypeError('secret')) },
  }));
  expect(JSON.stringify(logged)).toContain('call not answered');
  expect(JSON.stringify(logged)).not.toContain('secret');
});

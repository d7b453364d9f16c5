import { beforeEach, describe, expect, test } from 'vitest';
import { answerCall } from '../../../src/agents/answer-call.ts';
import type { CallDependencies } from '../../../src/agents/call-dependencies.ts';
import type { ToolCall } from '../../../src/agents/tool-call.ts';
import { hashOfToken, newToken } from '../../../src/api-keys/api-key-token.ts';
import { auditLogIn } from '../../../src/aws/sdk/audit-log-store.ts';
import { callLimitIn, maxCallsPerMinute } from '../../../src/aws/sdk/call-limit-store.ts';
import { changesIn } from '../../../src/aws/sdk/change-store.ts';
import { idempotencyStoreIn } from '../../../src/aws/sdk/idempotency-store.ts';
import type { StoredEntry } from '../../../src/change/model/audit-log.ts';
import { minute } from '../../../src/core/clock.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { operations } from '../../../src/operations/index.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { SlackRejection } from '../../../src/slack/api/slack-rejection.ts';
import { textOf } from '../../support/answer-text.ts';
import { apiKeysInMemory } from '../../support/in-memory/keys-in-memory.ts';
import { changesSent, cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { memory } from '../../support/in-memory/memory.ts';
import { MemoryTable } from '../../support/in-memory/memory-table.ts';
import { buttonsIn } from '../../support/in-memory/run-line.ts';
import { apiKeyOf } from '../../support/made/api-key-of.ts';
import { confirmIn } from '../../support/made/clicks.ts';

const cloud = await cloudOfFile();
const table = new MemoryTable();
let calls = 0;

/** A call through Slackbot; each has another id. */
function call(line: string, more: Partial<ToolCall> = {}): ToolCall {
  calls += 1;
  const id = `call-${calls}`;
  return {
    id,
    isKeyed: false,
    until: Number.POSITIVE_INFINITY,
    person: 'U0ANA',
    team: 'T0ACME',
    through: 'Slackbot',
    asked: { line },
    ...more,
  };
}

type Arrange = (deps: CallDependencies) => Partial<CallDependencies>;

/** Slack takes each preview but the first. */
const firstFails: Arrange = ({ messenger }) => {
  let isAway = true;
  return {
    messenger: {
      ...messenger,
      preview(...sent) {
        if (!isAway) return messenger.preview(...sent);
        isAway = false;
        return away();
      },
    },
  };
};

/** The real stores on a table in memory, and the emulator; Slack in memory. Each test has people of its own, for the limit and the audit log. */
function setUp(more: Arrange = () => ({})) {
  const { deps: rest, state, logged: functionLog, ...seen } = memory({ service: connected(cloud) });
  const clock = () => state.now;
  const alarms: (() => void)[] = [];
  const base: CallDependencies = {
    ...rest,
    changes: changesIn(table, clock),
    idempotency: idempotencyStoreIn(table, clock),
    auditLog: auditLogIn(table),
    callLimit: { take: async () => undefined },
    apiKeys: apiKeysInMemory().apiKeys,
    timer: (_, act) => {
      alarms.push(act);
      return () => {};
    },
    messenger: { ...rest.messenger, permalink: async () => 'https://acme.slack.com/archives/C1/p1' },
  };
  const deps = { ...base, ...more(base) };
  const ask = async (asked: ToolCall) => {
    const answered = await answerCall(asked, deps);
    return { ...answered, text: textOf(answered.answer) };
  };
  const logged = async ({ id }: ToolCall): Promise<readonly StoredEntry[]> => {
    const { entries } = await deps.auditLog.read({ account: 'ACME', limit: 100 });
    return entries.filter(({ request }) => request === id || request.startsWith(`${id}.`)).toReversed();
  };
  const ringAll = () => {
    for (const alarm of alarms) alarm();
  };
  return { ...seen, deps, state, ask, logged, functionLog, ringAll };
}

/** The events of a call that say that they came through Slackbot. */
const throughSlackbot = (entries: readonly StoredEntry[]) =>
  entries.filter(({ through }) => through === 'Slackbot').map(({ event }) => event);

const creation = 'alert create "Disk 80" disk=80 to=ops@example.com';
const firewall = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24';
const why = 'why="nightly backup"';

/** Slack knows nobody who may use Skydesk. */
const guests: Arrange = ({ members }) => ({
  members: { ...members, check: async () => ({ refused: 'Guests can’t use Skydesk.' }) },
});
/** Calls come from a workspace that Skydesk does not serve. */
const elsewhere: Arrange = () => ({ policy: { ...defaults, workspace: 'T0OTHER' } });
const onlyInOps: Arrange = () => ({ policy: { ...defaults, channels: ['C0OPS'] } });
const denied: Arrange = () => ({
  policy: { ...defaults, people: { ...defaults.people, change: ['U0BEN'] } },
});
const overLimit: Arrange = () => ({ callLimit: { take: async () => 60 } });
const away = () => Promise.reject(new Unavailable('It is away.'));

const keyOf = (person: string, id = '7f3a21') => apiKeyOf(0, { id, person, expiresAt: Date.UTC(2027, 0) });
/** A person's API key, and the store that holds it with these other keys. */
async function keyInUse(person: string, ...others: ReturnType<typeof keyOf>[]) {
  const { apiKeys } = apiKeysInMemory(undefined, ...others);
  const token = newToken(keyOf(person));
  await apiKeys.put(keyOf(person), hashOfToken(token));
  return { apiKeys, token };
}

/** No test may change anything at the cloud API. */
let before = 0;
beforeEach(() => {
  before = cloud.requests.length;
  return () => expect(changesSent(cloud.requests.slice(before))).toEqual([]);
});

test('a read is answered, posts nothing in Slack, and is in the audit log', async () => {
  const { ask, said, logged } = setUp();
  const read = call('alert list');
  const answered = await ask(read);
  expect(answered).toMatchObject({ outcome: 'answered', line: 'alert list' });
  expect(answered.text).toContain('6 alert policies in ACME');
  expect(said).toEqual([]);
  expect(await logged(read)).toMatchObject([
    { event: 'called', person: 'U0ANA', operation: 'alert.list', title: 'alert list', through: 'Slackbot' },
  ]);
});

test('a call is not logged if the table belongs to a newer version', async () => {
  const { deps, logged } = setUp();
  const read = call('alert list');
  const { outcome, answer } = await answerCall(read, { ...deps, isNewerTable: async () => true });
  expect([outcome, textOf(answer)]).toEqual(['failed', expect.stringContaining('newer version of Skydesk')]);
  expect(await logged(read)).toEqual([]);
});

test('a change waits in the direct messages for a click on its preview, which says how it was requested', async () => {
  const { ask, said, logged, deps } = setUp();
  const change = call(creation);
  const answered = await ask(change);
  expect(answered).toMatchObject({ outcome: 'preview', request: { id: change.id } });
  expect(answered.text).toContain('Nothing was changed yet.');
  expect(answered.text).toContain(
    'Press Create Policy in your direct messages with Skydesk before 00:10 UTC.',
  );
  expect(buttonsIn(answered.answer)).toEqual([]);
  expect(said.map(({ kind }) => kind)).toEqual(['preview']);
  const [preview] = said;
  expect(textOf(preview?.answer ?? [])).toContain(
    'Nothing is changed yet · requested through Slackbot · expires at ',
  );
  expect(buttonsIn(preview?.answer ?? []).map(({ label }) => label)).toEqual([
    'Create Policy',
    'Edit',
    'Cancel',
  ]);
  expect(await deps.changes.previewed(change.id)).toMatchObject({
    requester: 'U0ANA',
    through: 'Slackbot',
    replyTo: { channel: 'U0ANA', person: 'U0ANA' },
  });
  expect(throughSlackbot(await logged(change))).toEqual(['called', 'previewed']);
});

test('a change that needs approval posts its card; the answer has its number, link and approvers', async () => {
  const { ask, said, logged, deps } = setUp();
  const change = call(`${firewall} ${why}`, { person: 'U0CARD1' });
  const answered = await ask(change);
  expect(answered).toMatchObject({
    outcome: 'requested',
    request: { id: change.id, link: 'https://acme.slack.com/archives/C1/p1' },
  });
  const stored = await deps.changes.get(change.id);
  expect(stored).toMatchObject({ status: 'open', through: 'Slackbot', approval: { votes: [] } });
  expect(answered.text).toContain(`request status #${stored?.number}`);
  expect(answered.text).toContain('except the person who requested it.');
  expect(said.map(({ kind }) => kind)).toEqual(['send', 'send']);
  for (const { answer } of said) expect(textOf(answer)).toContain('through Slackbot');
  expect(throughSlackbot(await logged(change))).toEqual(['called', 'requested']);
});

test.each([
  ['the reason that approvers need', firewall, 'failed', 'why is missing: approvers need a reason'],
  ['several targets', 'alert assign "Disk 80" DE1ACMEWEB01 DE1ACMEWEB02', 'preview', 'Press Assign Policy'],
  ['a start and an end', `ip add DE1ACMEWEB03 tcp/443 starts=2h ends=4h ${why}`, 'preview', 'Starts'],
  ['a name that does not exist', 'alert show Nothing', 'failed', 'Nothing'],
  ['words that can’t run', 'alert create', 'failed', 'name is missing'],
  ['a command that does not exist', 'server delete all', 'failed', 'Unknown command'],
  ['help', 'help alert', 'answered', 'alert list'],
  ['the end of a change, which is for people', 'end a1', 'refused', 'only a person can, in Slack'],
  ['a plan that ends a change', 'plan "end a1"', 'refused', 'only a person can, in Slack'],
  [
    'a plan with an extension among its steps',
    'plan "alert create A disk=80 to=ops@example.com\nextend a1 2h"',
    'refused',
    'only a person can, in Slack',
  ],
])('%s', async (_, line, outcome, sentence) => {
  const { ask } = setUp();
  const answered = await ask(call(line));
  expect(answered.text).toContain(sentence);
  expect(answered.outcome).toBe(outcome);
});

test('arguments by field are checked as those of a line', async () => {
  const { ask } = setUp();
  const asked = { operation: 'alert.create', raw: { name: 'Disk 80', disk: '800', to: 'ops@example.com' } };
  const answered = await ask(call('', { asked }));
  expect(answered).toMatchObject({ outcome: 'failed', why: 'invalid' });
  expect(answered.text).toContain('disk');
  const none = call('', { asked: { operation: 'server.delete', raw: {} } });
  expect(await ask(none)).toMatchObject({ outcome: 'failed', why: 'invalid' });
});

test('unreadable arguments are refused with the reason, and the call is logged like any other', async () => {
  const { ask, logged } = setUp();
  const problems = [{ message: 'Unknown argument “colour”' }];
  const wrong = call('', { asked: { operation: 'alert.create', raw: {}, problems } });
  const answered = await ask(wrong);
  expect(answered).toMatchObject({ outcome: 'failed', why: 'invalid' });
  expect(answered.text).toContain('Unknown argument “colour”');
  expect(await logged(wrong)).toMatchObject([{ event: 'called', title: 'alert create' }]);
});

describe('a change that is requested again while its request is open', () => {
  test('is answered with that request, whatever its reason: approvers get one card', async () => {
    const { ask, said, logged, deps } = setUp();
    const first = call(`${firewall} ${why}`, { person: 'U0LOOP' });
    const { request } = await ask(first);
    const posted = said.length;
    const again = call(`${firewall} why="nightly backup, once more" ticket=OPS-2`, { person: 'U0LOOP' });
    const answered = await ask(again);
    expect(answered).toMatchObject({ outcome: 'requested', request });
    const change = await deps.changes.get(first.id);
    expect(answered.text).toContain(`This change is requested already: #${change?.number}`);
    expect(said).toHaveLength(posted);
    expect(await deps.changes.get(again.id)).toBeUndefined();
    expect(throughSlackbot(await logged(again))).toEqual(['called']);
  });

  test.each([
    ['another change', 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.1.0/24', 'U0LOOP2'],
    ['another person', firewall, 'U0LOOP3'],
    ['another start', `${firewall} starts=2h`, 'U0LOOP2'],
  ])('%s is another request', async (_, line, person) => {
    const { ask, deps } = setUp();
    await ask(call(`${firewall} ${why}`, { person: 'U0LOOP2' }));
    const other = call(`${line} ${why}`, { person });
    expect(await ask(other)).toMatchObject({ outcome: 'requested', request: { id: other.id } });
    expect(await deps.changes.get(other.id)).toMatchObject({ status: 'open' });
  });

  test.each([
    ['the same delay, a minute later, is the same request', 'U0START1', 'starts=2h', 60_000, false],
    ['another delay is another request', 'U0START2', 'starts=3h', 60_000, true],
    ['the same delay, long after, is another request', 'U0START3', 'starts=2h', 15 * 60_000, true],
    ['another delay to the same time is the same request', 'U0START4', 'starts=119m', 60_000, false],
  ])('with a start: %s', async (_, person, starts, later, isNew) => {
    const { ask, state } = setUp();
    const { request } = await ask(call(`${firewall} starts=2h ${why}`, { person }));
    state.now += later;
    const again = call(`${firewall} ${starts} ${why}`, { person });
    expect(await ask(again)).toMatchObject({
      outcome: 'requested',
      request: isNew ? { id: again.id } : request,
    });
  });

  test('is a new request once that one is closed', async () => {
    const { ask, deps } = setUp();
    const first = call(`${firewall} ${why}`, { person: 'U0LOOP4' });
    await ask(first);
    await deps.changes.change(first.id, (change) => ({ change: { ...change, status: 'withdrawn' } }));
    const again = call(`${firewall} ${why}`, { person: 'U0LOOP4' });
    expect(await ask(again)).toMatchObject({ outcome: 'requested', request: { id: again.id } });
  });
});

test.each<[string, Arrange, readonly string[], RegExp]>([
  ['a command that the policy denies', denied, ['called', 'refused'], /don’t have permission/],
  ['a person who can no longer use Skydesk', guests, ['refused'], /Guests can’t use Skydesk/],
  ['a person of another workspace', elsewhere, ['refused'], /isn’t set up for this workspace/],
  [
    'a call under a policy that limits commands to channels, like a direct message',
    onlyInOps,
    ['refused'],
    /turned off outside some channels.*C0OPS/s,
  ],
])('%s is refused, and logged as refused', async (_, more, events, sentence) => {
  const { ask, said, logged } = setUp(more);
  const change = call(creation);
  const answered = await ask(change);
  expect([answered.outcome, answered.text]).toEqual(['refused', expect.stringMatching(sentence)]);
  expect(said).toEqual([]);
  expect(throughSlackbot(await logged(change))).toEqual(events);
});

test('a person who can no longer use Skydesk loses all API keys at the first call; others keep theirs', async () => {
  const { apiKeys } = apiKeysInMemory(undefined, keyOf('U0GONE'), keyOf('U0ANA'));
  const { ask } = setUp(({ members }) => ({
    apiKeys,
    policy: { ...defaults, workspace: 'T0ACME' },
    members: {
      ...members,
      check: async (person) =>
        person === 'U0GONE' ? { refused: 'Guests can’t use Skydesk.' } : members.check(person),
    },
  }));
  const through = 'API key 7f3a21';
  await ask(call('alert list', { person: 'U0GONE', through }));
  await ask(call('alert list', { person: 'U0ANA', through, team: 'T0OTHER' }));
  expect(await apiKeys.of('U0GONE')).toEqual([]);
  expect(await apiKeys.of('U0ANA')).toHaveLength(1);
  const entries = (await auditLogIn(table).read({ account: 'ACME', limit: 100 })).entries;
  expect(entries.filter(({ person }) => person === 'U0GONE')).toMatchObject([
    { event: 'ended', operation: 'key.create', note: 'Guests can’t use Skydesk.' },
  ]);
});

test('a copy of a call does nothing', async () => {
  const { ask, said } = setUp();
  const change = call(`${firewall} ${why}`, { person: 'U0CARD2' });
  const [first, second] = await Promise.all([ask(change), ask(change)]);
  expect([first.why, second.why].toSorted()).toEqual(['copy', undefined]);
  const third = await ask(change);
  expect(third).toMatchObject({ outcome: 'refused', why: 'copy' });
  expect(third.text).toContain(`request status ${change.id}`);
  expect(third.text).toContain('Skydesk has this request already, so nothing was done again.');
  expect(said).toHaveLength(2);
});

test('a read that Slackbot sends twice with one signature is answered and logged twice', async () => {
  const { ask, logged } = setUp();
  const read = call('alert list');
  const both = await Promise.all([ask(read), ask(read)]);
  expect(both.map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);
  expect(await logged(read)).toHaveLength(2);
});

const again = /\nStatus: .*request status call-\d+\nTo run it again, use another key/;
const another = /^This Idempotency-Key was used for another command/;
test.each([
  ['for this read', 'alert list', 'alert list', 'copy', /This Idempotency-Key was used before, so nothing/],
  ['for this change', creation, creation, 'copy', again],
  ['for another command', creation, 'alert list', 'reused', another],
  ['for a change', creation, 'alert delete "Disk 80"', 'reused', /so nothing was done\.\nUse another key/],
])(
  'an Idempotency-Key that was used before %s does nothing, and the answer says so',
  async (_, line, again, why, words) => {
    const { ask, said } = setUp();
    const first = call(line, { isKeyed: true });
    await ask(first);
    const before = said.length;
    const answered = await ask({ ...first, asked: { line: again } });
    expect(answered).toMatchObject({ outcome: 'refused', why });
    expect(answered.text).toMatch(words);
    expect(said).toHaveLength(before);
  },
);

test.each<[string, number, string, Arrange]>([
  ['a call over the limit', 0, 'alert list', overLimit],
  ['help', 0, 'help alert', () => ({})],
  ['an unknown command', 0, 'server delete all', () => ({})],
  ['too many characters', 0, `alert show ${'x'.repeat(20_000)}`, () => ({})],
  ['a command that only people may run', 1, 'key create', () => ({})],
  ['a read of a guest', 0, 'alert list', guests],
  [
    'a read that does without the cloud API while that is down',
    0,
    'key list',
    ({ service }) => ({ service: { ...service, login: away } }),
  ],
])('%s leaves %i entries in the audit log', async (_, entries, line, more) => {
  const { ask, logged } = setUp(more);
  const asked = call(line);
  await ask(asked);
  expect((await logged(asked)).filter(({ event }) => event === 'called')).toHaveLength(entries);
});

describe('a request whose id came before', () => {
  test.each([
    ['a command that could not run', 'alert create', 'alert list', 'answered'],
    ['a reason that was missing', firewall, `${firewall} ${why}`, 'requested'],
    ['a name that nothing has', 'alert show Nothing', 'alert show "Disk 80"', 'answered'],
  ])('is answered and logged if nothing was done yet: %s', async (_, line, corrected, outcome) => {
    const { ask, logged } = setUp();
    const first = call(line, { person: 'U0AGAIN' });
    expect(await ask(first)).toMatchObject({ outcome: 'failed' });
    expect(await ask({ ...first, asked: { line: corrected } })).toMatchObject({ outcome });
    expect((await logged(first)).filter(({ event }) => event === 'called')).toHaveLength(2);
    expect(await ask(first)).toMatchObject({ why: 'reused' });
  });

  test('is previewed if Slack did not take the first preview, and until its own expiry', async () => {
    const { ask, said, deps, state } = setUp(firstFails);
    const change = call(creation, { isKeyed: true });
    const first = await ask(change);
    expect(first).toMatchObject({ outcome: 'failed', why: 'unavailable' });
    expect(first.text).toContain('Try again in a minute.');
    state.now += 5 * minute;
    const second = await ask(change);
    expect(second.outcome).toBe('preview');
    expect(second.text).toContain('before 00:15 UTC');
    expect(said.map(({ kind }) => kind)).toEqual(['preview']);
    expect(await deps.changes.previewed(change.id)).toMatchObject({ expires: state.now + 10 * minute });
    state.now += 6 * minute;
    expect(await confirmIn(deps.changes, change.id)).toBe(true);
    expect(await ask(change)).toMatchObject({ outcome: 'refused', why: 'copy' });
  });

  test('is not previewed again if Slack showed the first preview all the same, and it was confirmed', async () => {
    const { ask, said, deps } = setUp(firstFails);
    const change = call(creation, { isKeyed: true });
    await ask(change);
    await confirmIn(deps.changes, change.id);
    const again = await ask(change);
    expect(again).toMatchObject({ outcome: 'refused', why: 'copy' });
    expect(again.text).toContain(`request status ${change.id}`);
    expect(said).toEqual([]);
    expect(await deps.changes.previewed(change.id)).toMatchObject({ status: 'confirmed' });
  });

  test.each([
    ['a preview', 'previewed', creation, 'preview'],
    ['a request', 'requested', `${firewall} ${why}`, 'requested'],
  ])('is answered if the audit log did not take %s before', async (_, event, line, outcome) => {
    const { ask } = setUp(({ auditLog }) => {
      let isAway = true;
      return {
        auditLog: {
          ...auditLog,
          append(entry, ...more) {
            if (!isAway || entry.event !== event) return auditLog.append(entry, ...more);
            isAway = false;
            return away();
          },
        },
      };
    });
    const change = call(line, { isKeyed: true, person: 'U0UNLOGGED' });
    const first = await ask(change);
    expect(first).toMatchObject({ outcome: 'failed', why: 'unavailable' });
    expect(first.text).toContain('Nothing was changed. Try again in a minute.');
    expect(await ask(change)).toMatchObject({ outcome });
  });
});

const showing = (raw: Readonly<Record<string, string>>) => ({ operation: 'alert.show', raw });

test.each<[string, (token: string) => Pick<ToolCall, 'asked' | 'given'>]>([
  ['in a line', (token) => ({ asked: { line: `alert show ${token}` } })],
  ['in the arguments of a tool', (token) => ({ asked: showing({ policy: token }) })],
  [
    'in arguments that can’t be read',
    (token) => ({ asked: showing({}), given: { policy: [token], colour: 1 } }),
  ],
  ['in the name of an argument', (token) => ({ asked: showing({}), given: { [token]: 1 } })],
])('an API key %s is revoked, and neither run nor logged', async (_, asked) => {
  const { apiKeys, token } = await keyInUse('U0TYPED');
  const { ask, logged } = setUp(() => ({ apiKeys }));
  const typed = { ...call(''), ...asked(token) };
  const answered = await ask(typed);
  expect(answered).toMatchObject({ outcome: 'failed', why: 'invalid' });
  expect(answered.text).toContain('API key 7f3a21 was revoked');
  expect(JSON.stringify(answered)).not.toContain(token);
  expect(await apiKeys.of('U0TYPED')).toEqual([]);
  expect(await logged(typed)).toEqual([]);
  const { entries } = await auditLogIn(table).read({ account: 'ACME', limit: 100 });
  expect(entries.find(({ person }) => person === 'U0TYPED')).toMatchObject({ event: 'ended' });
});

describe('an API key in a call that is refused is revoked, and the answer says so', () => {
  test.each<[string, string, readonly string[], Arrange]>([
    ['over the limit', 'U0KEYLIMIT', [], overLimit],
    ['of another workspace', 'U0KEYTEAM', ['refused'], elsewhere],
    ['of a guest', 'U0KEYGUEST', ['refused'], guests],
  ])('%s', async (_, person, events, more) => {
    const { apiKeys, token } = await keyInUse(person);
    const { ask, deps, logged, state } = setUp((base) => ({ ...more(base), apiKeys }));
    const typed = call(`alert create ${token} disk=80 to=ops@example.com`, { person: 'U0ANA' });
    const answered = await ask(typed);
    expect(answered).toMatchObject({ outcome: 'failed', why: 'invalid' });
    expect(answered.text).toContain('API key 7f3a21 was revoked');
    expect(JSON.stringify(answered)).not.toContain(token);
    expect(await apiKeys.of(person)).toEqual([]);
    expect((await logged(typed)).map(({ event }) => event)).toEqual(events);
    const { entries } = await deps.auditLog.read({ account: 'ACME', limit: 100 });
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(entries.filter((entry) => entry.person === person)).toMatchObject([
      { event: 'ended', operation: 'key.create', at: state.now },
    ]);
  });

  test('even if nobody can be looked up in Slack', async () => {
    const { apiKeys, token } = await keyInUse('U0KEYAWAY');
    const { ask } = setUp(({ members }) => ({ apiKeys, members: { ...members, check: away } }));
    await ask(call(`alert show ${token}`));
    expect(await apiKeys.of('U0KEYAWAY')).toEqual([]);
  });

  test('and a person who can no longer use Skydesk loses all other keys, too', async () => {
    const person = 'U0KEYGONE';
    const { apiKeys, token } = await keyInUse(person, keyOf(person, '000001'));
    const { ask } = setUp((deps) => ({ ...guests(deps), apiKeys }));
    expect((await ask(call(`alert show ${token}`, { person }))).text).toContain('API key 7f3a21 was revoked');
    expect(await apiKeys.of(person)).toEqual([]);
  });
});

test('a person over the call limit reads when they can call again', async () => {
  const { ask } = setUp(({ clock }) => ({ callLimit: callLimitIn(table, clock) }));
  for (let count = 0; count < maxCallsPerMinute; count += 1) await ask(call('help', { person: 'U0BUSY' }));
  expect(await ask(call('help', { person: 'U0BUSY' }))).toMatchObject({
    outcome: 'refused',
    why: 'limit',
    retryAfterSeconds: 60,
  });
});

test('the ids that Slack has for one person count together', async () => {
  const { ask } = setUp(({ clock, members }) => ({
    callLimit: callLimitIn(table, clock),
    members: { ...members, check: async () => ({ id: 'U0GRID', aliases: ['W0GRID'] }) },
  }));
  for (let count = 0; count < maxCallsPerMinute; count += 1)
    await ask(call('help', { person: count % 2 ? 'U0GRID' : 'W0GRID' }));
  for (const person of ['U0GRID', 'W0GRID'])
    expect(await ask(call('help', { person }))).toMatchObject({ why: 'limit' });
});

describe('failures', () => {
  test('a call that the audit log does not take is not answered', async () => {
    const { ask, said } = setUp(({ auditLog }) => ({ auditLog: { ...auditLog, append: away } }));
    for (const line of ['alert list', `${firewall} ${why}`])
      expect(await ask(call(line))).toMatchObject({ outcome: 'failed', why: 'unavailable' });
    expect(said).toEqual([]);
  });

  test('a preview that Slack does not take can’t be confirmed, and the answer says so', async () => {
    const { ask } = setUp(({ messenger }) => ({ messenger: { ...messenger, preview: away } }));
    const answered = await ask(call(creation));
    expect(answered).toMatchObject({ outcome: 'failed', why: 'unavailable' });
    expect(answered.text).toContain('Nothing was changed.');
  });

  test('a card that Slack does not take now is left to the sweeper, and the answer says so', async () => {
    const { ask, deps } = setUp(({ messenger }) => ({ messenger: { ...messenger, send: away } }));
    const change = call(`${firewall} ${why}`, { person: 'U0CARD3' });
    const answered = await ask(change);
    expect(answered.outcome).toBe('requested');
    expect(answered.text).toContain('the card isn’t in #approvals yet');
    expect(await deps.changes.get(change.id)).toMatchObject({ status: 'open', messages: [] });
  });

  test('a card that Slack refuses ends the request, since nobody can see it', async () => {
    const { ask, deps } = setUp(({ messenger }) => ({
      messenger: { ...messenger, send: () => Promise.reject(new SlackRejection('channel_not_found')) },
    }));
    const change = call(`${firewall} ${why}`, { person: 'U0CARD4' });
    expect(await ask(change)).toMatchObject({ outcome: 'failed', why: 'unavailable' });
    expect(await deps.changes.get(change.id)).toMatchObject({ status: 'refused' });
  });

  test('a call that takes too long is answered, and requests nothing afterwards', async () => {
    const { promise: login, resolve } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { ask, deps, ringAll, said } = setUp(({ service }) => ({
      service: {
        ...service,
        login() {
          reach();
          return login.then(service.login);
        },
      },
    }));
    const late = call(`${firewall} ${why}`, { person: 'U0LATE' });
    const answering = answerCall(late, deps);
    await reached;
    ringAll();
    const answered = await answering;
    expect(textOf(answered.answer)).toContain('Nothing was changed or requested.');
    resolve();
    await expect.poll(() => cloud.requests.length).toBeGreaterThan(before + 1);
    expect(said).toEqual([]);
    expect(await ask(late)).toMatchObject({ outcome: 'requested' });
  });

  test('a call that is cut off while Slack takes its preview says where to look; the next call works', async () => {
    const { deps, ask, ringAll } = setUp(({ messenger }) => {
      let isFirst = true;
      return {
        messenger: {
          ...messenger,
          preview(replyTo, answer) {
            if (!isFirst) return messenger.preview(replyTo, answer);
            isFirst = false;
            ringAll();
            return new Promise(() => {});
          },
        },
      };
    });
    const { answer } = await answerCall(call(creation), deps);
    expect(textOf(answer)).toContain('Its preview may still come to your direct messages');
    expect(await ask(call(creation))).toMatchObject({ outcome: 'preview' });
  });

  test('an unexpected error is logged by its name, and shown without its message', async () => {
    const { ask, functionLog } = setUp(({ service }) => ({
      service: { ...service, login: () => Promise.reject(new TypeError('a secret')) },
    }));
    const answered = await ask(call('alert list'));
    expect(answered).toMatchObject({ outcome: 'failed' });
    expect(answered.why).toBeUndefined();
    expect(answered.text + functionLog.join()).not.toContain('a secret');
  });
});

test.each(operations.map(({ example }) => example))(
  'nothing is changed by a request for: %s',
  async (example) => {
    const { ask } = setUp(({ messenger }) => ({ messenger: { ...messenger, file: async () => {} } }));
    const { outcome } = await ask(call(`${example} why="an agent asks" ticket=OPS-1`));
    expect(['answered', 'preview', 'requested', 'refused', 'failed']).toContain(outcome);
  },
);

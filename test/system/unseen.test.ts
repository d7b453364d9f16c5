import { afterEach, beforeAll, expect, test } from 'vitest';
import { hasForm } from '../../src/command-line/form.ts';
import { operations } from '../../src/operations/index.ts';
import { callTool, person, skydeskOfFile } from '../support/index.ts';

/*
 * Vic may do nothing. Cora may view and change one account only, which is not that of the login. Nothing is read for people
 * without permission: not even whether a name exists.
 */

const skydesk = await skydeskOfFile({
  policy: {
    people: { read: ['U0ANA'], change: ['U0ANA'], approve: ['U0BEN'] },
    accounts: { ACDV: { change: ['U0CORA'], approve: ['U0CORA'] } },
  },
});
beforeAll(async () => {
  await skydesk.fresh();
  await skydesk.type('ana', 'alert assign "Night watch" DE1ACMEJUMP01 ends=2h');
  await skydesk.press('ana', 'decide:confirm');
  expect(skydesk.last('ana')).toContain(' until ');
});
afterEach(async () => {
  for (const name of ['vic', 'cora', 'ana']) await skydesk.slack.dismiss(name, true);
});

/** The reads since the requests were cleared. */
const reads = (): string[] =>
  skydesk.cloud.requests
    .filter(({ route }) => route !== 'login')
    .map(({ method, path }) => `${method} ${path}`);

/** The form on top, with the options of its fields, but without its examples, which are fixed. */
const form = (name: string): string =>
  JSON.stringify(skydesk.slack.views(name).at(-1)?.blocks, (key, value) =>
    key === 'placeholder' ? undefined : value,
  );

/** An offline operation reads nothing from the cloud API. */
const forms = operations
  .filter((operation) => hasForm(operation) && !operation.offline)
  .map(({ words }) => words.join(' '));

test.each([
  ['vic', ''],
  ['cora', ' account=ACME'],
] as const)('no form shows %s anything that exists if they may not read%s', async (name, account) => {
  for (const words of forms) {
    skydesk.cloud.clearRequests();
    await skydesk.type(name, `${words}${account}`);
    expect(reads(), words).toEqual([]);
    expect(form(name), words).not.toMatch(/DE1ACMEJUMP01|Night watch/i);
    await skydesk.slack.dismiss(name, true);
  }
});

test.each(['alert assign', 'extend'])(
  'a form of %s that is loaded again shows them nothing either',
  async (words) => {
    await skydesk.type('cora', `${words} account=ACDV`);
    skydesk.cloud.clearRequests();
    await skydesk.slack.choose('cora', 'Account', 'ACME');
    await skydesk.settled();
    expect(form('cora')).toContain('You don’t have permission to view ACME.');
    expect(form('cora')).not.toMatch(/DE1ACMEJUMP01|Night watch/i);
    expect(reads()).toEqual([]);
  },
);

test('a person who may read sees existing things in forms', async () => {
  await skydesk.type('ana', 'extend');
  expect(form('ana')).toContain('Night watch');
  await skydesk.slack.dismiss('ana', true);
  await skydesk.type('cora', 'alert assign account=ACDV');
  expect(form('cora')).toContain('VA1ACDVDEV01');
});

test.each([
  ['a policy', 'alert delete "Night watch"', 'alert delete "Nigt watch"'],
  ['a server', 'ip add DE1ACMEJUMP01 tcp/443', 'ip add DE1ACMEJUMP99 tcp/443'],
  ['several servers', 'alert assign "Night watch" de1acme*', 'alert assign "Night watch" zzz*'],
  ['a step of a plan', 'plan "ip add DE1ACMEJUMP01 tcp/443"', 'plan "ip add DE1ACMEJUMP99 tcp/443"'],
  ['a policy to show', 'alert show "Night watch"', 'alert show "Nigt watch"'],
])('a refusal does not reveal whether something exists: %s', async (_, existing, other) => {
  for (const [name, account] of [
    ['vic', ''],
    ['cora', ' account=ACME'],
  ] as const) {
    const before = (await skydesk.stored.log()).length;
    skydesk.cloud.clearRequests();
    await skydesk.type(name, `${existing}${account}`);
    const said = skydesk.whispered(name);
    await skydesk.type(name, `${other}${account}`);
    expect(said).toContain('You don’t have permission to');
    expect(skydesk.whispered(name)).toBe(said);
    expect(reads()).toEqual([]);
    const logged = (await skydesk.stored.log()).slice(before).map(({ event }) => event);
    expect(logged).toEqual(existing.startsWith('alert show') ? [] : ['refused', 'refused']);
  }
});

test('a question about two accounts neither reads nor shows anything of the one that the person may not view', async () => {
  const asked = async (line: string): Promise<string> => {
    skydesk.cloud.clearRequests();
    await skydesk.type('cora', line);
    expect(reads().filter((path) => path.toUpperCase().includes('/ACME'))).toEqual([]);
    return skydesk.whispered('cora');
  };
  const said = await asked('reach VA1ACDVDEV01 DE1ACMEJUMP01 account=ACDV peer=ACME');
  expect(said).toContain('You don’t have permission to view ACME.');
  expect(await asked('reach VA1ACDVDEV01 DE1ACMEJUMP99 account=ACDV peer=ACME')).toBe(said);
  await asked('reach account=ACDV peer=ACME');
  expect(form('cora')).toContain('You don’t have permission to view ACME.');
  expect(form('cora')).not.toMatch(/DE1ACMEJUMP01/i);
});

test('an explanation of the policy does not reveal it either', async () => {
  const explained = async (words: string): Promise<string> => {
    await skydesk.type('cora', `policy explain account=ACDV ${words} account=ACME`);
    return skydesk.whispered('cora').replace(/Night watch|Nigt watch/g, 'it');
  };
  const said = await explained('alert delete "Night watch"');
  expect(said).toContain('You don’t have permission to make changes in ACME.');
  expect(await explained('alert delete "Nigt watch"')).toBe(said);
});

test('an agent is refused in the same words', async () => {
  const answers = [];
  for (const policy of ['Night watch', 'Nigt watch']) {
    const { status, result } = await callTool(
      skydesk,
      'alert_delete',
      { policy, account: 'ACME' },
      person('cora'),
    );
    answers.push({ status, text: JSON.stringify(result).replaceAll(policy, 'it') });
  }
  expect(answers[0]?.text).toContain('You don’t have permission to make changes in ACME.');
  expect(answers[1]).toEqual(answers[0]);
});

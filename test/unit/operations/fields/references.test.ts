import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import { UserError } from '../../../../src/answer/user-error.ts';
import type { Context } from '../../../../src/operations/context/context.ts';
import { rulesAt } from '../../../../src/operations/firewall/firewall-rules.ts';
import { operationById } from '../../../../src/operations/index.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const between = 'ac11a45805692c2be6249d2cd0f08ed2';
const inside = '195f2e21b90087a4b3313bc144204857';

const resolved = (line: string, given = context) => resolve(line, given);
const buttonsOf = (answer: Answer) =>
  answer
    .flatMap((part) => (part.kind === 'buttons' ? part.buttons : []))
    .map(({ label, action }) => [label, action]);

/** The error of a line, with its buttons. */
async function failure(line: string, given = context) {
  const error = await resolved(line, given).catch((reason: unknown) => reason);
  if (!(error instanceof UserError)) throw new Error(`${line} did not fail`);
  return { message: error.message, buttons: buttonsOf(error.details) };
}

test.each([
  [`firewall show de1 ${between.slice(0, 8)}`, between],
  [`firewall intra show de1 ${inside.slice(0, 12)}`, inside],
  [`firewall delete DE1 ${between.slice(0, 8)} why="the shop"`, between],
  ['firewall show de1 00000000000000000000000000000000', '00000000000000000000000000000000'],
])('“%s” names the policy %s', async (line, id) => {
  expect((await resolved(line)).raw.id).toBe(id);
});

test('an alert policy and an autoscale policy are named by the short id that lists show', async () => {
  const { alertPolicies, autoscalePolicies } = context.service;
  for (const [command, things] of [
    ['alert show', await alertPolicies.list()],
    ['autoscale show', await autoscalePolicies.list()],
  ] as const)
    for (const { id } of things)
      expect((await resolved(`${command} ${id.slice(0, 8).toUpperCase()}`)).raw).toMatchObject({
        policy: id,
      });
  const tooShort = await failure(`alert show ${(await alertPolicies.list())[0]?.id.slice(0, 7)}`);
  expect(tooShort.message).toMatch(/^There is no alert policy/);
});

test('a resource that is gone is named by the beginning of its id, which people have seen', async () => {
  const gone = await failure(`alert delete ${'0f'.repeat(16)}`);
  expect(gone.message).toBe('There is no alert policy “0f0f0f0f”.');
});

describe('a policy is found by its name in any spelling:', () => {
  const policy = (name: string) => ({
    name,
    actions: [{ action: 'email' as const, settings: { recipients: ['a@b.co'] } }],
    triggers: [{ metric: 'disk' as const, threshold: 80, duration: '00:05:00' }],
  });

  test.each([
    ['emoji by Slack’s name at the cloud API', 'Ops :tada:', 'Ops 🎉'],
    ['and the other way round', 'Ops 🔥', 'Ops :fire:'],
    ['an emoji with or without its selector', 'Ops ❤', 'Ops ❤️'],
    ['quotation marks of another keyboard', 'Ops “A”', 'Ops «A»'],
    ['a dash of another keyboard', 'Web – prod', 'web - prod'],
    ['full-width characters', 'Web ４', 'Web 4'],
    ['an accent of two characters', 'Cafe\u0301 24', 'Café 24'],
  ])('%s', async (_, name, typed) => {
    const { id } = await context.service.alertPolicies.create(policy(name));
    const fresh = await contextAt(cloud);
    expect((await resolved(`alert show "${typed}"`, fresh)).raw.policy).toBe(id);
  });

  test('of two that differ in their spelling, the one that was typed', async () => {
    const [curly, straight] = [
      await context.service.alertPolicies.create(policy('Twin “A”')),
      await context.service.alertPolicies.create(policy('Twin "A"')),
    ];
    const fresh = await contextAt(cloud);
    expect((await resolved("alert show 'Twin “A”'", fresh)).raw.policy).toBe(curly.id);
    expect((await resolved('alert show \'Twin "A"\'', fresh)).raw.policy).toBe(straight.id);
    expect((await failure("alert show 'Twin «A»'", fresh)).message).toMatch(/^Which alert policy is/);
  });
});

test('a short id of two policies gets a question, with a button for each', async () => {
  const { service } = context;
  const twins: typeof service.crossFirewall.list = async (dc) => {
    const [policy] = await service.crossFirewall.list(dc);
    if (!policy) throw new Error('There is none');
    return ['1', '2'].map((end) => ({ ...policy, id: `abcdef12${end.repeat(24)}` }));
  };
  const withTwins = { ...service, crossFirewall: { ...service.crossFirewall, list: twins } };
  const given: Context = {
    ...context,
    service: withTwins,
    rulesAt: (scope) => rulesAt(scope, withTwins),
  };
  const { message, buttons } = await failure('firewall disable de1 abcdef12 why="the shop"', given);
  expect(message).toBe('Which firewall policy is “abcdef12”?');
  expect(buttons).toEqual(
    ['1', '2'].map((end) => [
      expect.stringMatching(/^.* · abcdef12$/),
      { line: `firewall disable de1 abcdef12${end.repeat(24)} why="the shop"` },
    ]),
  );
});

test.each([
  [
    'alert delete "CPU high" account=ACME',
    /^CPU high · [0-9a-f]{8}$/,
    /^alert delete [0-9a-f]{32} account=ACME$/,
  ],
  ['ip remove de1acmeweb 1.2.3.4', /^DE1ACMEWEB\d\d$/, /^ip remove de1acmeweb\d\d 1.2.3.4$/],
])(
  '“%s” has a button for each match, which runs the command again with its id',
  async (line, label, action) => {
    const { buttons } = await failure(line);
    expect(buttons.length).toBeGreaterThan(1);
    for (const button of buttons) {
      expect(button).toEqual([expect.stringMatching(label), { line: expect.stringMatching(action) }]);
    }
  },
);

test('a part of several names has a button for all of them, and one for each', async () => {
  const { buttons } = await failure('autoscale remove web01');
  expect(buttons).toEqual([
    ['All 3', { line: 'autoscale remove *web01*' }],
    ...['DE1ACMEWEB01', 'GB3ACMEWEB01', 'SG1ACMEWEB01'].map((name) => [
      name,
      { line: `autoscale remove ${name}` },
    ]),
  ]);
});

test('a mistyped name is corrected in the whole line', async () => {
  const line = 'alert assign "Night wacth" DE1ACMEWEB01';
  expect((await failure(line)).buttons).toEqual([
    ['Use Night watch', { line: 'alert assign "Night watch" DE1ACMEWEB01' }],
    ['List Alert Policies', { line: 'alert list' }],
  ]);
});

test.each([
  ['alert show zzzzzzzz', 'List Alert Policies', 'alert list'],
  ['autoscale show zzzzzzzz', 'List Autoscale Policies', 'autoscale list'],
  ['dc show xx1', 'List Data Centers', 'dc list'],
  ['server show zzzzzzzz', 'List Servers', 'server find'],
  ['alert assign "Disk 80" zzzzzzzz jump', 'List Servers', 'server find'],
  ['firewall show de1 00000000', 'List Firewall Policies', 'firewall list de1'],
])('if nothing similar exists, a button lists what exists: %s', async (line, label, command) => {
  expect((await failure(line)).buttons).toEqual([[label, { line: command }]]);
});

test('names that begin with the words are offered, and none is chosen', async () => {
  expect((await failure('alert show cpu')).buttons.map(([label]) => label)).toEqual([
    expect.stringMatching(/^CPU high · /),
    expect.stringMatching(/^CPU high · /),
  ]);
  expect((await failure('alert show night')).buttons).toEqual([
    ['Use Night watch', { line: 'alert show "Night watch"' }],
    ['List Alert Policies', { line: 'alert list' }],
  ]);
});

const choicesOf = (operation: string, field: string, beside: Record<string, string>, filter = '') =>
  operationById(operation)?.fields[field]?.reference?.choices(context, filter, beside);

test('a form offers the firewall policies of the data center that is chosen', async () => {
  const offered = await choicesOf('firewall.disable', 'id', { dc: 'de1' });
  expect(offered?.options).toContainEqual({
    value: between,
    label: expect.stringMatching(/^[\d./]+ → [\d./]+ · active/),
    description: expect.stringContaining(between.slice(0, 8)),
  });
  expect((await choicesOf('firewall.intra.delete', 'id', { dc: 'DE1' }))?.options).toContainEqual(
    expect.objectContaining({ value: inside }),
  );
  for (const dc of ['', 'xx9']) {
    expect(await choicesOf('firewall.disable', 'id', { dc })).toEqual({
      options: [],
      more: false,
      note: 'Choose a data center first.',
    });
  }
});

test('a form offers the public addresses of the server that is chosen', async () => {
  const offered = await choicesOf('ip.remove', 'address', { server: 'DE1ACMEWEB01' });
  expect(offered?.options).toContainEqual(expect.objectContaining({ value: '203.0.113.10' }));
  expect(await choicesOf('ip.remove', 'address', { server: 'zz99' })).toMatchObject({
    options: [],
    note: 'Choose a server first.',
  });
});

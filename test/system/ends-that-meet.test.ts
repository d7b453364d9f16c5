import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { shownAs, skydeskOfFile } from '../harness/index.ts';

/*
 * What people decide about a thing that ends by itself already: one key has one end, and after the last end everything is as the
 * last decision for good left it. The clock of everything is set forward.
 */

const minute = 60_000;
const skydesk = await skydeskOfFile();
beforeEach(() => skydesk.fresh());

const said = (person: string): string => shownAs(skydesk.slack.sees(person).at(-1));
const refusal = /ends it at .*Extend or end that first\./;

/** Confirms the newest preview, if there is one that can be confirmed. */
async function confirmIfAsked(person: string): Promise<void> {
  await skydesk.doing(() => skydesk.slack.press(person, 'decide:confirm').catch(() => undefined), true);
}

/** Creates an alert policy for good, at 80%. */
async function alertPolicy(name: string): Promise<void> {
  await skydesk.type('ana', `alert create "${name}" cpu=80 to=ops@example.com`);
  await skydesk.press('ana', 'decide:confirm');
}
const cpuOf = (name: string): number | undefined =>
  skydesk.cloud.control
    .state()
    .alertPolicies.find((policy) => policy.name === name)
    ?.triggers.find(({ metric }) => metric === 'cpu')?.threshold;

test('an end on what ends already is refused at its preview, whoever asks, and the first end stays', async () => {
  await alertPolicy('Meet 1');
  await skydesk.type('ana', 'alert update "Meet 1" cpu=90 ends=1h');
  await skydesk.press('ana', 'decide:confirm');
  expect(cpuOf('Meet 1')).toBe(90);
  await skydesk.type('ben', 'alert update "Meet 1" cpu=95 ends=5m');
  expect(said('ben')).toMatch(refusal);
  await skydesk.pass(2 * 60 * minute);
  expect(cpuOf('Meet 1')).toBe(80);
});

test('so it is among the steps of one plan', async () => {
  await alertPolicy('Meet 2');
  await skydesk.type('ana', 'plan');
  const commands = 'alert update "Meet 2" cpu=90 ends=1h\nalert update "Meet 2" cpu=95 ends=5m';
  await skydesk.doing(() => skydesk.submit('ana', { Commands: commands }));
  expect(`${skydesk.modal('ana')} ${said('ana')}`).toContain(
    'Request one of them after the other has ended.',
  );
});

test('what somebody decides for good is not reversed by the end of another’s change', async () => {
  await alertPolicy('Meet 3');
  const { alertPolicies } = skydesk.cloud.control.state();
  const policy = alertPolicies.find(({ name }) => name === 'Meet 3')?.id ?? '';
  const isAssigned = () =>
    skydesk.cloud.control
      .state()
      .servers.find(({ id }) => id === 'de1acmeweb04')
      ?.alertPolicyIds.includes(policy);
  await skydesk.type('ana', 'alert assign "Meet 3" DE1ACMEWEB04 ends=30m');
  await skydesk.press('ana', 'decide:confirm');
  expect(isAssigned()).toBe(true);
  await skydesk.type('ben', 'alert assign "Meet 3" DE1ACMEWEB04');
  const preview = said('ben');
  await confirmIfAsked('ben');
  await skydesk.pass(35 * minute);
  expect(isAssigned()).toBe(true);
  expect(preview).toContain('no longer ends it');
});

test('what a person ended is logged as ended by them, not as over', async () => {
  await skydesk.type('ana', 'alert assign "Night watch" jump ends=2h');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.press('ben', 'End Now');
  const states = await skydesk.allStates();
  const { id = '' } =
    states.find(({ steps }) =>
      steps.some(({ operation, title }) => operation === 'alert.assign' && title.includes('Night watch')),
    ) ?? {};
  const events = await skydesk.ledger(id);
  expect(events.join('\n')).toContain('ended');
  expect(events.join('\n')).not.toContain('Its time is over.');
});

test('a record of the table that somebody edited makes nothing run that the audit log doesn’t prove', async () => {
  const { table, aws } = skydesk;
  await skydesk.type('ana', 'alert assign "Night watch" jump ends=30m');
  await skydesk.press('ana', 'decide:confirm');
  const { Items = [] } = await table.send(
    new ScanCommand({ TableName: aws.tableName, ConsistentRead: true }),
  );
  const edited = Items.flatMap((item) => {
    const content = String(item.content).replace(
      /"operation":"alert.unassign","raw":\{.*?\}/,
      '"operation":"ip.add","raw":{"server":"DE1ACMEWEB03","ports":"tcp/22"}',
    );
    return content === item.content || !('content' in item) ? [] : [{ ...item, content }];
  });
  expect(edited).not.toEqual([]);
  for (const Item of edited) await table.send(new PutCommand({ TableName: aws.tableName, Item }));
  await skydesk.pass(60 * minute);
  expect(skydesk.changes().filter((change) => change.includes('publicIPAddresses'))).toEqual([]);
});

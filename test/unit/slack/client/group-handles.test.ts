import { expect, test } from 'vitest';
import { request } from '../../../../src/http/request.ts';
import { groupHandlesOf } from '../../../../src/slack/client/group-handles.ts';
import { slackWeb } from '../../../../src/slack/client/web.ts';
import { localBotToken, openLocalSlack } from '../../local/slack/local-slack.ts';

test('the handles of user groups are read once an hour', async () => {
  const { slack, clock } = await openLocalSlack();
  const secret = async () => ({ botToken: localBotToken, signingSecret: 's' });
  const web = slackWeb({ get: secret, renew: secret }, slack.apiUrl, request);
  const handle = groupHandlesOf(web, () => clock.now);
  expect([await handle('S0APPROVERS'), await handle('S0OPERATORS'), await handle('S0GONE')]).toEqual([
    'cloud-approvers',
    'cloud-operators',
    undefined,
  ]);
  expect(slack.calls('usergroups.list')).toHaveLength(1);
  clock.now += 3_600_000;
  await handle('S0APPROVERS');
  expect(slack.calls('usergroups.list')).toHaveLength(2);
});

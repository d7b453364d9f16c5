import { expect, test } from 'vitest';
import { freshSkydesk } from '../support/index.ts';

const skydesk = await freshSkydesk({
  policy: {
    people: { approve: ['U0BEN', 'U0CORA', 'U0VIC'] },
    breakGlass: { people: ['U0VIC'], reasonRequired: true },
  },
});

/** A name that is followed by neither tag, and a mention without the tag. */
const unclear =
  /Cora Lindqvist(?! \(cora\)| cora \(vic\)).{0,40}|<@U0(?:VIC|CORA)>(?! \((?:vic|cora)\)).{0,40}|"user_id":"U0(?:VIC|CORA)"\}(?!,\{"type":"text","text":" \((?:vic|cora)\)).{0,40}/g;

test('nobody who takes the names of an approver looks like that approver in any message', async () => {
  const { slack } = skydesk;
  slack.rename('vic', { realName: 'Cora Lindqvist (cora)', displayName: 'Cora Lindqvist' });
  slack.invite('vic', 'approvals');
  const cursor = slack.cursor();
  const posing = 'Cora Lindqvist cora (vic)';
  const opening = (to: string): string =>
    `firewall create de1 gb3 source=10.3.0.0/28 destination=${to} why="test run" ends=2h`;
  const asks = (person: string, line: string) => skydesk.type(person, line, { in: 'cloud-ops' });

  const suggested = await skydesk.ask('ana', opening('10.4.0.0/28'));
  await skydesk.decide('vic', suggested, 'Suggest Changes', { 'narrower.source': '10.3.0.0/29' });
  expect(await skydesk.card(suggested)).toContain('@vic (vic) suggests');
  expect(skydesk.last('ana', 'dm')).toContain(`${posing} suggests`);
  await skydesk.doing(() => slack.openHome('ana'));
  await asks('ana', 'approvals');
  await skydesk.press('ana', 'Keep My Request');

  await skydesk.decide('vic', suggested, 'Approve', { Comment: 'fine' });
  await skydesk.settled({ delayed: true });
  expect(await skydesk.card(suggested)).toContain(`approved by ${posing}`);
  expect(await skydesk.card(suggested)).toContain(`${posing}: “fine”`);
  expect(skydesk.last('ana', 'cloud-ops')).toContain(`approved by ${posing}`);

  const own = await skydesk.ask('vic', opening('10.4.1.0/28'));
  expect(await skydesk.card(own)).toContain(`${posing} in ACME`);
  await skydesk.review('cora', own);
  await skydesk.doing(() => slack.openHome('cora'));
  for (const line of [
    'approvals',
    `request status #${(await skydesk.stateOf(own)).number}`,
    'history',
    'policy',
    'scheduled',
  ])
    await asks('cora', line);
  await skydesk.decide('cora', own, 'Reject', { 'Why not?': 'no' });
  expect(await skydesk.card(own)).toContain('rejected by Cora Lindqvist (cora)');

  const emergency = await skydesk.ask('vic', opening('10.4.2.0/28'));
  await skydesk.press('vic', 'Break-Glass Approval…');
  await skydesk.doing(() => slack.submit('vic', { Reason: 'down' }));
  await skydesk.settled({ delayed: true });
  expect(await skydesk.card(emergency)).toContain(`break-glass approval by ${posing}`);
  await asks('ana', 'changed');

  const shown = slack.journal(cursor).filter(({ kind }) => /^(message|view|home)\./.test(kind));
  const said = JSON.stringify(shown.map(({ data }) => data));
  expect(said.match(unclear) ?? []).toEqual([]);
  for (const words of [posing, 'Cora Lindqvist (cora)', '<@U0VIC> (vic)', '<@U0CORA> (cora)'])
    expect(said).toContain(words);
});

import { describe, expect, test } from 'vitest';
import { freshSkydesk, idOf, intruder, rulesFrom } from '../support/index.ts';

const open = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop needs it"';
const removalOf = (rule: string): string => `firewall delete de1 ${rule} why="nobody needs it"`;

const skydesk = await freshSkydesk();

describe('one request', () => {
  test('is requested, reviewed, approved, run, polled until it is active, and logged', async () => {
    await skydesk.type('ana', open);
    expect(skydesk.last('ana')).toContain('Request Approval');
    expect(skydesk.last('ana')).toContain('needs 1 approval');
    await skydesk.press('ana', 'decide:confirm');
    const id = skydesk.newest();
    const asked = await skydesk.card(id);
    expect(asked).toContain(
      'Ana Ferreira (ana) wants to open 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1), all ports, no end',
    );
    expect(asked).toContain('“the shop needs it”');
    expect(asked).toContain('256 addresses gain access to 256');
    expect(asked).toMatch(/^🟢 .*\n.*\nRisk 3 of \d+ · all ports incl\. SSH, RDP \(3\) · needs 1 approval/);
    expect(asked).toContain('0 of 1 approved');
    expect(skydesk.whispered('ana')).toContain('needs 1 approval');

    skydesk.cloud.clearRequests();
    expect(await skydesk.review('ben', id)).toContain('the shop needs it');
    expect(skydesk.canDecide('ben')).toBe(true);
    const before = skydesk.whispered('ben');
    await skydesk.doing(() => skydesk.submit('ben', { Comment: 'as agreed' }));
    expect(await skydesk.card(id)).toContain('⏳ Opening ');
    await skydesk.settled({ delayed: true });

    expect(await skydesk.card(id)).toContain('🔓 Open, no end');
    expect(await skydesk.card(id)).toContain('approved by Ben Whitaker (ben)');
    expect(skydesk.whispered('ben')).toBe(before);
    expect(skydesk.last('ana', 'dm')).toContain('approved by Ben Whitaker (ben)');
    expect(skydesk.last('ana', 'dm')).toContain('Open, no end · ');
    expect(skydesk.last('ana', 'cloud-ops')).toContain('Open, no end · ');
    expect(skydesk.changes()).toEqual(['POST /v2-experimental/crossDcFirewallPolicies/ACME/de1']);
    expect(await skydesk.ledger(id)).toEqual([
      'requested U0ANA: the shop needs it',
      'approved U0BEN: as agreed',
      'started U0ANA',
      'applied U0ANA',
    ]);
  });
});

describe('an approval of what was shown', () => {
  test('a firewall policy that changed before the vote makes the request outdated and is named', async () => {
    const [rule = ''] = rulesFrom(skydesk.cloud);
    const id = await skydesk.ask('ana', removalOf(rule));
    await skydesk.review('ben', id);
    await intruder(skydesk.cloud).crossFirewall.setEnabled('de1', rule, false);
    skydesk.cloud.clearRequests();
    await skydesk.doing(() => skydesk.submit('ben'));
    expect(await skydesk.card(id)).toContain('Outdated');
    expect(skydesk.whispered('ben')).toContain(`Firewall policy ${rule.slice(0, 8)} was changed.`);
    expect(skydesk.last('ana', 'dm')).toContain(`Firewall policy ${rule.slice(0, 8)} was changed.`);
    expect(skydesk.changes()).toEqual([]);
    expect((await skydesk.ledger(id)).at(-1)).toContain('failed U0ANA: Outdated:');
  });
});

describe('a narrower suggestion', () => {
  const narrower = { 'narrower.source': '10.0.0.0/28', Comment: 'that many are enough' };

  test('is made, accepted with one click, and needs no other approval', async () => {
    const id = await skydesk.ask('ana', open);
    await skydesk.decide('ben', id, 'Suggest Changes', narrower);
    expect(await skydesk.card(id)).toContain('0 of 1 approved');
    expect(skydesk.last('ana', 'dm')).toMatch(
      /Ben Whitaker \(ben\) suggests less for #\d+: source 10\.0\.0\.0\/28/,
    );
    skydesk.cloud.clearRequests();
    await skydesk.press('ana', 'Accept and Open');
    await skydesk.settled({ delayed: true });

    expect(await skydesk.card(id)).toContain('Replaced');
    const taken = `${id}-narrower`;
    expect(await skydesk.card(taken)).toContain('🔓 Open, no end');
    expect(await skydesk.card(taken)).toContain('10.0.0.0/28');
    const made = skydesk.cloud.requests.find(({ route }) => route === 'crossFirewalls.create');
    expect(made?.body).toContain('10.0.0.0/28');
    expect(skydesk.changes()).toHaveLength(1);
    expect(await skydesk.ledger(id)).toEqual([
      expect.stringContaining('requested U0ANA'),
      expect.stringContaining('suggested U0BEN: Create firewall policy 10.0.0.0/28'),
      expect.stringMatching(/^superseded U0ANA: Replaced by #\d+\.$/),
    ]);
    expect(await skydesk.ledger(taken)).toEqual([
      'requested U0ANA: the shop needs it',
      'approved U0BEN: that many are enough',
      'started U0ANA',
      'applied U0ANA',
    ]);
    await skydesk.doing(() => skydesk.post(idOf('cora'), id, 'approve'));
    expect(skydesk.whispered('cora')).toContain(
      'The requester accepted a suggestion, so another request replaced it.',
    );
  });

  test('that can’t be posted leaves the request waiting, and can be accepted later', async () => {
    const id = await skydesk.ask('ana', open);
    await skydesk.decide('ben', id, 'Suggest Changes', narrower);
    const ts = String(skydesk.slack.sees('ana', 'dm').at(-1)?.ts);
    skydesk.cloud.clearRequests();
    skydesk.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
    await skydesk.press('ana', 'Accept and Open', { ts });

    const taken = `${id}-narrower`;
    expect(skydesk.whispered('ana')).toContain('The request couldn’t be posted to #approvals.');
    expect(skydesk.whispered('ana')).toContain('Nothing was changed.');
    expect(skydesk.whispered('ana')).toContain('is still open as it was: Create firewall policy 10.0.0.0/24');
    expect(skydesk.whispered('ana')).toContain('Invite Skydesk to that channel');
    expect(await skydesk.card(id)).toContain('0 of 1 approved');
    const waiting = (await skydesk.waiting()).map((request) => request.id);
    expect(waiting).toContain(id);
    expect(waiting).not.toContain(taken);
    expect(await skydesk.ledger(id)).toEqual([
      expect.stringContaining('requested U0ANA'),
      expect.stringContaining('suggested U0BEN'),
    ]);
    expect(await skydesk.ledger(taken)).toEqual([
      expect.stringContaining('refused U0ANA: The request could'),
    ]);
    expect(skydesk.changes()).toEqual([]);

    await skydesk.press('ana', 'Accept and Open', { ts });
    await skydesk.settled({ delayed: true });
    expect(await skydesk.card(id)).toContain('Replaced');
    expect(await skydesk.card(taken)).toContain('🔓 Open, no end');
    expect(skydesk.changes()).toHaveLength(1);
    expect((await skydesk.ledger(id)).at(-1)).toMatch(/^superseded U0ANA: Replaced by #\d+\.$/);
  });
});

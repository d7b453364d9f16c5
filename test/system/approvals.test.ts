import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import {
  bundlesWith,
  idOf,
  idOn,
  intruder,
  removeBundles,
  rulesFrom,
  shownAs,
  skydeskOfFile,
  startTestSkydesk,
  type TestSkydesk,
} from '../harness/index.ts';

const open = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop needs it"';
const openWide = 'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="the shop needs it"';
const removalOf = (rule: string): string => `firewall delete de1 ${rule} why="nobody needs it"`;

const skydesk = await skydeskOfFile();
beforeEach(() => skydesk.fresh());

/** A removal by ana that needs one other person, which is done as soon as it is approved. */
async function askRemoval(): Promise<{ id: string; rule: string }> {
  const [rule = ''] = rulesFrom(skydesk.cloud);
  const id = await skydesk.ask('ana', removalOf(rule));
  skydesk.cloud.clearRequests();
  return { id, rule };
}

/** The newest message that the person sees in the channel, whole. */
const shownTo = (person: string): string => JSON.stringify(skydesk.slack.sees(person, 'cloud-ops').at(-1));

describe('the way of one request', () => {
  test('asked, read, approved, run, followed until it is active, and on record', async () => {
    await skydesk.type('ana', open);
    expect(skydesk.last('ana')).toContain('Request Approval');
    expect(skydesk.last('ana')).toContain('→ 1 approval');
    await skydesk.press('ana', 'decide:confirm');
    const id = skydesk.newest();
    const asked = await skydesk.card(id);
    expect(asked).toContain('Create firewall policy 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · all ports');
    expect(asked).toContain('“the shop needs it”');
    expect(asked).toContain('256 addresses gain access to 256');
    expect(asked).toMatch(/🟢 Risk 3 of \d+: all ports incl\. SSH, RDP \(3\) → 1 approval/);
    expect(asked).toContain('0 of 1 approved');
    expect(skydesk.whispered('ana')).toContain('needs 1 approval');

    skydesk.cloud.clearRequests();
    expect(await skydesk.review('ben', id)).toContain('the shop needs it');
    expect(skydesk.canDecide('ben')).toBe(true);
    const before = skydesk.whispered('ben');
    await skydesk.doing(() => skydesk.submit('ben', { Comment: 'as agreed' }));
    expect(await skydesk.card(id)).toContain('Applying…');
    await skydesk.settled({ delayed: true });

    expect(await skydesk.card(id)).toContain('Applied');
    expect(await skydesk.card(id)).toContain('approved by Ben Whitaker');
    expect(skydesk.whispered('ben')).toBe(before);
    expect(skydesk.last('ana', 'dm')).toContain('approved by @ben');
    expect(skydesk.last('ana', 'dm')).toContain('Firewall policy created');
    expect(skydesk.last('ana', 'cloud-ops')).toContain('Firewall policy created');
    expect(skydesk.changes()).toEqual(['POST /v2-experimental/crossDcFirewallPolicies/ACME/de1']);
    expect(await skydesk.ledger(id)).toEqual([
      'requested U0ANA: the shop needs it',
      'approved U0BEN: as agreed',
      'started U0ANA',
      'applied U0ANA',
    ]);
  });

  test('the requester can’t vote, neither by the modal nor by what it would send', async () => {
    const { id } = await askRemoval();
    expect(await skydesk.review('ana', id)).toContain('You can’t approve your own request.');
    expect(skydesk.canDecide('ana')).toBe(false);
    for (const vote of ['approve', 'reject', 'breakGlass']) {
      await skydesk.doing(() => skydesk.post(idOf('ana'), id, vote, 'because'));
      expect(skydesk.whispered('ana')).toContain('You can’t approve your own request. You can withdraw it.');
    }
    expect(await skydesk.stateOf(id)).toMatchObject({ status: 'open', votes: [] });
  });

  test('two approvers are two people', async () => {
    const id = await skydesk.ask('ana', openWide);
    await skydesk.decide('ben', id, 'Approve');
    await skydesk.doing(() => skydesk.post(idOf('ben'), id, 'approve', 'once more'));
    expect(skydesk.whispered('ben')).toContain('You already voted.');
    expect(await skydesk.card(id)).toContain('1 of 2 approved');
    skydesk.cloud.clearRequests();
    await skydesk.decide('cora', id, 'Approve');
    expect(skydesk.changes()).toHaveLength(1);
    expect(await skydesk.ledger(id)).toEqual([
      expect.stringContaining('requested U0ANA'),
      'approved U0BEN',
      'approved U0CORA',
      'started U0ANA',
    ]);
    await skydesk.settled({ delayed: true });
    expect(await skydesk.card(id)).toContain('Applied');
  });

  test('what waits is listed, with what one can do about it', async () => {
    await skydesk.inspector.reset();
    const id = await skydesk.ask('ana', open);
    await skydesk.type('ben', 'approvals');
    expect(shownTo('ben')).toContain('Needs your review');
    expect(shownTo('ben')).toContain('You have no open requests.');
    await skydesk.press('ben', 'Review');
    expect(skydesk.modal('ben')).toContain('10.0.0.0/24');
    await skydesk.slack.dismiss('ben', true);

    await skydesk.type('ana', 'approvals');
    expect(shownTo('ana')).toContain('Nothing needs your review.');
    expect(shownTo('ana')).toContain('0 of 1 approved');
    const list = asString(skydesk.slack.sees('ana', 'cloud-ops').at(-1)?.ts);
    await skydesk.press('ana', 'Withdraw', { ts: list });
    expect((await skydesk.stateOf(id)).status).toBe('withdrawn');
    await skydesk.type('ben', 'approvals');
    expect(shownTo('ben')).toContain('Nothing needs your review.');
  });

  test("a guest of the workspace can't decide, even where everybody may approve", async () => {
    const { id } = await askRemoval();
    await skydesk.doing(() => skydesk.post('U0GUS', id, 'reject', 'because'));
    expect(await skydesk.stateOf(id)).toMatchObject({ status: 'open', votes: [] });
    expect(skydesk.last('gus')).toContain('Guests can’t use Skydesk.');
  });

  test('where the approvers cannot be reached nobody is asked, and the requester hears what to do', async () => {
    const [rule = ''] = rulesFrom(skydesk.cloud);
    await skydesk.type('ana', removalOf(rule));
    const id = idOn(skydesk.slack.sees('ana').at(-1), 'confirm');
    const waiting = await skydesk.waiting();
    skydesk.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
    await skydesk.press('ana', 'decide:confirm');
    expect(skydesk.last('ana')).toContain('Nothing was changed.');
    expect(skydesk.last('ana')).toContain('Invite Skydesk to that channel');
    expect(skydesk.last('ana')).toContain(rule);
    expect(await skydesk.waiting()).toEqual(waiting);
    expect(await skydesk.ledger(id)).toEqual([
      'refused U0ANA: The request couldn’t be posted to #approvals.',
    ]);
  });
});

describe('approve what you saw', () => {
  test('a firewall policy that changed before the vote makes the request outdated and is named', async () => {
    const { id } = await askRemoval();
    const second = rulesFrom(skydesk.cloud)[1] ?? '';
    await skydesk.review('ben', id);
    await intruder(skydesk.cloud).crossFirewall.setEnabled('de1', second, false);
    skydesk.cloud.clearRequests();
    await skydesk.doing(() => skydesk.submit('ben'));
    expect(await skydesk.card(id)).toContain('Outdated');
    expect(skydesk.whispered('ben')).toContain(`Firewall policy ${second.slice(0, 8)} was changed.`);
    expect(skydesk.last('ana', 'dm')).toContain(`Firewall policy ${second.slice(0, 8)} was changed.`);
    expect(skydesk.changes()).toEqual([]);
    expect((await skydesk.ledger(id)).at(-1)).toContain('failed U0ANA: Outdated:');
  });

  test('so does one that changed between the last vote and the change', async () => {
    const { id } = await askRemoval();
    const second = rulesFrom(skydesk.cloud)[1] ?? '';
    await skydesk.review('ben', id);
    skydesk.aws.faults.next('SQS.SendMessage', { kind: 'delay', ms: 0 });
    const handingOver = skydesk.aws.faults.next('SQS.SendMessage', { kind: 'hold' });
    await skydesk.submit('ben');
    await handingOver.reached;
    expect(await skydesk.card(id)).toContain('Applying…');
    await intruder(skydesk.cloud).crossFirewall.delete('de1', second);
    skydesk.cloud.clearRequests();
    handingOver.release();
    await skydesk.settled();
    expect(await skydesk.card(id)).toContain('Outdated');
    expect(skydesk.last('ana', 'dm')).toContain(`Firewall policy ${second.slice(0, 8)} is gone.`);
    expect(skydesk.changes()).toEqual([]);
    expect(await skydesk.ledger(id)).toEqual([
      expect.stringContaining('requested U0ANA'),
      'approved U0BEN',
      `failed U0ANA: Outdated: Firewall policy ${second.slice(0, 8)} is gone.`,
    ]);
  });
});

describe('something narrower', () => {
  const narrower = { 'narrower.source': '10.0.0.0/28', Comment: 'that many are enough' };

  test('is suggested, accepted with one click, and needs no other approval', async () => {
    const id = await skydesk.ask('ana', open);
    await skydesk.decide('ben', id, 'Suggest Changes', narrower);
    expect(await skydesk.card(id)).toContain('0 of 1 approved');
    expect(skydesk.last('ana', 'dm')).toMatch(
      /@ben suggests changes to #\d+ .*: Create firewall policy 10\.0\.0\.0\/28/,
    );
    skydesk.cloud.clearRequests();
    await skydesk.press('ana', 'Accept Suggestion');
    await skydesk.settled({ delayed: true });

    expect(await skydesk.card(id)).toContain('Replaced');
    const taken = `${id}-narrower`;
    expect(await skydesk.card(taken)).toContain('Applied');
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

  test('says while it is typed what the change would mean, or what can’t be read, and keeps what was typed', async () => {
    const id = await skydesk.ask('ana', openWide);
    await skydesk.review('ben', id);
    await skydesk.press('ben', 'Suggest Changes…');
    skydesk.cloud.clearRequests();
    const typed = async (words: string): Promise<string> => {
      await skydesk.doing(() => skydesk.slack.choose('ben', 'narrower.source', words));
      return skydesk.modal('ben');
    };
    expect(await typed('10.0.0.0/')).toContain('“10.0.0.0/”: ');
    expect(await typed('10.0.0.0/7')).toContain('Must stay within the requested 10.0.0.0/8');
    expect(await typed('10.0.0.0/24')).toContain(
      'As changed, source 10.0.0.0/24: 256 addresses gain access to 256 · Risk 3 of 14',
    );
    expect(skydesk.changes()).toEqual([]);
    await skydesk.doing(() => skydesk.submit('ben'));
    expect(await skydesk.card(id)).toContain('suggests source 10.0.0.0/24');
  });

  test('that is not narrower is refused at its field, and nothing that was entered is lost', async () => {
    const id = await skydesk.ask('ana', open);
    await skydesk.review('ben', id);
    await skydesk.press('ben', 'Suggest Changes…');
    const wider = { 'narrower.source': '10.0.0.0/16', Comment: 'that many are enough' };
    expect(await skydesk.submit('ben', wider)).toMatchObject({
      outcome: 'errors',
      errors: { 'narrower.source': 'Must stay within the requested 10.0.0.0/24' },
    });
    await skydesk.doing(() => skydesk.submit('ben', { 'narrower.source': '10.0.0.0/28' }));
    expect((await skydesk.stateOf(id)).suggestion).toMatchObject({ comment: 'that many are enough' });
    expect(skydesk.slack.views('ben')).toEqual([]);
  });

  test('is on the card and in the modal, and another approver approves the wider request knowing of it', async () => {
    const id = await skydesk.ask('ana', openWide);
    await skydesk.decide('ben', id, 'Suggest Changes', narrower);
    expect(await skydesk.card(id)).toContain(
      '💬 Ben Whitaker suggests source 10.0.0.0/28 · waiting for Ana Ferreira',
    );
    const review = await skydesk.review('cora', id);
    expect(review).toContain('If you approve now, you approve the wider request.');
    expect(JSON.stringify(skydesk.slack.views('cora').at(-1)?.submit)).toContain('Approve Wider Request');
    await skydesk.doing(() => skydesk.post(idOf('cora'), id, 'approve'));
    expect((await skydesk.stateOf(id)).votes).toEqual([]);
    await skydesk.doing(() => skydesk.submit('cora'));
    expect((await skydesk.stateOf(id)).votes).toMatchObject([{ person: 'U0CORA', vote: 'approve' }]);
    expect(await skydesk.review('cora', id)).toContain('You approved this request.');
    expect(skydesk.canDecide('cora')).toBe(false);
  });

  test('that cannot be posted leaves the request waiting as it was, and can be taken later', async () => {
    const id = await skydesk.ask('ana', open);
    await skydesk.decide('ben', id, 'Suggest Changes', narrower);
    const ts = String(skydesk.slack.sees('ana', 'dm').at(-1)?.ts);
    skydesk.cloud.clearRequests();
    skydesk.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
    await skydesk.press('ana', 'Accept Suggestion', { ts });

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

    await skydesk.press('ana', 'Accept Suggestion', { ts });
    await skydesk.settled({ delayed: true });
    expect(await skydesk.card(id)).toContain('Replaced');
    expect(await skydesk.card(taken)).toContain('Applied');
    expect(skydesk.changes()).toHaveLength(1);
    expect((await skydesk.ledger(id)).at(-1)).toMatch(/^superseded U0ANA: Replaced by #\d+\.$/);
  });

  test('counts its proposer once, where two have to agree', async () => {
    const id = await skydesk.ask('ana', openWide);
    await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.0.0/9' });
    await skydesk.press('ana', 'Accept Suggestion');
    const taken = `${id}-narrower`;
    expect(await skydesk.card(taken)).toContain('1 of 2 approved');
    await skydesk.doing(() => skydesk.post(idOf('ben'), taken, 'approve'));
    expect(skydesk.whispered('ben')).toContain('You already voted.');
    expect(skydesk.changes()).toEqual([]);
    await skydesk.decide('cora', taken, 'Reject', { Reason: 'still too much' });
    expect(await skydesk.card(taken)).toContain('Rejected');
  });

  test('its proposer’s word does not count for rules that they did not see', async () => {
    const id = await skydesk.ask('ana', open);
    await skydesk.decide('ben', id, 'Suggest Changes', narrower);
    await intruder(skydesk.cloud).crossFirewall.delete('de1', rulesFrom(skydesk.cloud)[1] ?? '');
    skydesk.cloud.clearRequests();
    await skydesk.press('ana', 'Accept Suggestion');
    expect(await skydesk.card(`${id}-narrower`)).toContain('0 of 1 approved');
    expect(skydesk.changes()).toEqual([]);
  });

  test('is taken as it was seen: the button of an older proposal does not take a newer one', async () => {
    const id = await skydesk.ask('ana', open);
    await skydesk.decide('ben', id, 'Suggest Changes', narrower);
    const ts = String(skydesk.slack.sees('ana', 'dm').at(-1)?.ts);
    await skydesk.decide('cora', id, 'Suggest Changes', { 'narrower.source': '10.0.0.0/30' });
    const older = skydesk.slack.sees('ana', 'dm').find((message) => message.ts === ts);
    expect(shownAs(older)).toContain('A newer suggestion replaced this one.');
    expect(shownAs(older)).not.toContain('[');
    await skydesk.press('ana', 'Accept Suggestion');
    expect(await skydesk.card(`${id}-narrower`)).toContain('10.0.0.0/30');
    await skydesk.settled({ delayed: true });
  });
});

describe('all at once', () => {
  /** Lets both get as far as writing what they made of the same request, and then one of them first. */
  async function together(first: 0 | 1, ...acts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const writes = acts.map(() => skydesk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'hold' }));
    await skydesk.doing(async () => {
      await Promise.all(acts.map((act) => act()));
      await Promise.all(writes.map(({ reached }) => reached));
      writes[first]?.release();
      writes[1 - first]?.release();
    });
  }

  const first = [0, 1] as const;

  test.each(first)('one approves while another rejects: the first write counts (%i)', async (which) => {
    const { id } = await askRemoval();
    await together(
      which,
      () => skydesk.post(idOf('ben'), id, 'approve'),
      () => skydesk.post(idOf('cora'), id, 'reject', 'it is in use'),
    );
    const { status, votes } = await skydesk.stateOf(id);
    expect(votes).toHaveLength(1);
    expect(['done', 'rejected']).toContain(status);
    expect(skydesk.changes()).toHaveLength(status === 'done' ? 1 : 0);
    expect(await skydesk.card(id)).toContain(status === 'done' ? 'Applied' : 'Rejected');
    expect((await skydesk.ledger(id)).slice(1)).toEqual(
      status === 'done'
        ? ['approved U0BEN', 'started U0ANA', 'applied U0ANA']
        : ['rejected U0CORA: it is in use'],
    );
    expect(skydesk.whispered(status === 'done' ? 'cora' : 'ben')).toMatch(/^❌ It( was|’s) /);
  });

  test.each(first)(
    'its requester withdraws it while another approves: the first write counts (%i)',
    async (which) => {
      const { id } = await askRemoval();
      await together(
        which,
        () => skydesk.post(idOf('ben'), id, 'approve'),
        () => skydesk.slack.press('ana', 'Withdraw'),
      );
      const { status } = await skydesk.stateOf(id);
      expect(['done', 'withdrawn']).toContain(status);
      expect(skydesk.changes()).toHaveLength(status === 'done' ? 1 : 0);
      expect(await skydesk.card(id)).toContain(status === 'done' ? 'Applied' : 'Withdrawn');
      expect((await skydesk.ledger(id)).slice(1)).toEqual(
        status === 'done' ? ['approved U0BEN', 'started U0ANA', 'applied U0ANA'] : ['withdrawn U0ANA'],
      );
      expect(skydesk.whispered(status === 'done' ? 'ana' : 'ben')).toMatch(/^❌ /);
    },
  );

  test('a card that Slack redraws late does not keep what was so before', async () => {
    const id = await skydesk.ask('ana', openWide);
    skydesk.slack.fault({ method: 'chat.update', latency: 1_000, times: 1 });
    await skydesk.doing(async () => {
      await skydesk.post(idOf('ben'), id, 'approve');
      await expect.poll(async () => (await skydesk.stateOf(id)).votes.length, { timeout: 50_000 }).toBe(1);
      await skydesk.post(idOf('cora'), id, 'reject', 'too much');
    });
    expect((await skydesk.stateOf(id)).status).toBe('rejected');
    expect(await skydesk.card(id)).toContain('Rejected');
  });

  test('the same press that arrives twice is one', async () => {
    const { id } = await askRemoval();
    const press = () => skydesk.post(idOf('ben'), id, 'approve');
    await skydesk.doing(() => Promise.all([press(), press(), press()]));
    expect(skydesk.changes()).toHaveLength(1);
    expect((await skydesk.stateOf(id)).votes).toHaveLength(1);
    expect((await skydesk.ledger(id)).filter((line) => line.startsWith('approved'))).toHaveLength(1);
  });
});

describe('under a policy', () => {
  let strict: TestSkydesk;
  let bundles: string;
  beforeAll(async () => {
    bundles = await bundlesWith({
      people: { approve: ['S0APPROVERS'] },
      breakGlass: { people: ['U0ANA'] },
    });
    strict = await startTestSkydesk({ bundles });
  });
  beforeEach(() => strict.fresh());
  afterAll(async () => {
    await strict.stop();
    await removeBundles(bundles);
  });

  async function askBy(person: string): Promise<string> {
    const [rule = ''] = rulesFrom(strict.cloud);
    const id = await strict.ask(person, removalOf(rule));
    strict.cloud.clearRequests();
    return id;
  }

  test('who is in no list and no group can say neither yes nor no nor something narrower', async () => {
    const id = await askBy('cora');
    const review = await strict.review('ana', id);
    expect(review).toContain('You don’t have permission to review requests in ACME.');
    expect(review).toContain('Ask "},{"type":"usergroup","usergroup_id":"S0APPROVERS"}');
    expect(strict.canDecide('ana')).toBe(false);
    for (const vote of ['approve', 'reject', 'suggest', 'breakGlass']) {
      await strict.doing(() => strict.post(idOf('ana'), id, vote, 'because'));
      expect(strict.whispered('ana')).toContain('You don’t have permission to review requests in ACME.');
      expect(strict.whispered('ana')).toContain('Ask ');
    }
    expect(await strict.stateOf(id)).toMatchObject({ status: 'open', votes: [] });
    expect(strict.changes()).toEqual([]);
  });

  test('an approver who left the group between the vote and the change no longer counts', async () => {
    const id = await askBy('cora');
    await strict.review('ben', id);
    strict.aws.faults.next('SQS.SendMessage', { kind: 'delay', ms: 0 });
    const handingOver = strict.aws.faults.next('SQS.SendMessage', { kind: 'hold' });
    await strict.submit('ben');
    await handingOver.reached;
    strict.slack.setGroupMembers('S0APPROVERS', ['cora']);
    await strict.worker.coldStart();
    handingOver.release();
    await strict.settled();
    strict.slack.setGroupMembers('S0APPROVERS', ['ben', 'cora']);
    await strict.worker.coldStart();
    expect(await strict.card(id)).toContain('Failed');
    expect(strict.last('cora', 'dm')).toContain(
      '1 approval needed, and 0 still counted. Nothing was changed.',
    );
    expect(strict.changes()).toEqual([]);
    expect((await strict.ledger(id)).at(-1)).toContain('failed U0CORA');
  });

  test('a break-glass approval needs a reason, and everyone sees it', async () => {
    const id = await askBy('ana');
    // The button of the direct message: the card has it in its menu.
    await strict.press('ana', 'Break-Glass Approval…');
    const silent = await strict.submit('ana', { Reason: '…' });
    expect(silent).toMatchObject({
      outcome: 'errors',
      errors: { comment: 'Required for a break-glass approval' },
    });
    await strict.doing(() => strict.submit('ana', { Reason: 'the shop is down' }));
    const notice = strict.slack
      .sees('ben', 'approvals')
      .map((message) => shownAs(message))
      .filter((text) => text.includes('Break-glass approval'));
    expect(notice).toEqual([expect.stringMatching(/by Ana Ferreira: .*“the shop is down”\n✅ Applied$/s)]);
    expect(await strict.card(id)).toContain('break-glass approval by Ana Ferreira');
    expect(await strict.card(id)).toContain('Applied');
    expect(strict.changes()).toHaveLength(1);
    expect((await strict.ledger(id)).slice(1)).toEqual([
      'approved U0ANA: the shop is down',
      'started U0ANA',
      'applied U0ANA',
    ]);
  });

  test("a break-glass approval is blocked if the channel can't be told", async () => {
    const id = await askBy('ana');
    await strict.review('ana', id);
    strict.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
    await strict.doing(() => strict.submit('ana', { Reason: 'the shop is down' }));
    expect(strict.whispered('ana')).toContain('#approvals couldn’t be notified, so break-glass is blocked.');
    expect(await strict.stateOf(id)).toMatchObject({ status: 'open', votes: [] });
    expect(strict.changes()).toEqual([]);
  });

  test('a break-glass approval is for the requester only', async () => {
    const id = await askBy('cora');
    await strict.doing(() => strict.post(idOf('cora'), id, 'breakGlass', 'the shop is down'));
    expect(strict.whispered('cora')).toContain('You can’t approve your own request.');
    await strict.doing(() => strict.post(idOf('ben'), id, 'breakGlass', ''));
    expect((await strict.stateOf(id)).status).toBe('open');
    expect(strict.changes()).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asObjects, asString } from '../../local/slack/payload/json.ts';
import { renderView } from '../../local/terminal/render-message.ts';
import type { Approval } from '../../src/core/approval.ts';
import { bundlesWith, removeBundles, startTestSkydesk, type TestSkydesk } from './approving.ts';
import { idOf } from './bot.ts';
import { shownAs } from './shown.ts';
import { event, send } from './signed.ts';

const nameOf = (id: string): string => id.replace(/^[UC]0/, '').toLowerCase();
const page = { width: 400, colours: false, zone: 'UTC', now: 0, nameOf };

/** What a person does on their Home tab, and what they see. */
function homes(skydesk: () => TestSkydesk) {
  const self = {
    /** The current Home tab, line by line. */
    seen(person: string): string[] {
      const view = skydesk().slack.home(person);
      return view ? renderView(view, page).split('\n') : [];
    },
    /** The Home tab without the month's cost and its time. */
    async open(person: string): Promise<string[]> {
      await skydesk().doing(async () =>
        expect(await skydesk().slack.openHome(person)).toMatchObject({ ok: true }),
      );
      return self.seen(person);
    },
    /** The lines of one section. */
    section: (person: string, title: string): string[] => {
      const lines = self.seen(person);
      const from = lines.indexOf(title) + 1;
      const to = lines.findIndex(
        (line, at) => at >= from && (titles.includes(line) || line.startsWith('As of ')),
      );
      return lines.slice(from, to);
    },
    /** Presses a button on the Home tab; what the person is told in the direct message. */
    async press(person: string, button: string, block?: string): Promise<string[]> {
      const { slack } = skydesk();
      const view = asString(slack.home(person)?.id);
      const before = slack.sees(person, 'dm').length;
      await skydesk().press(person, button, { view, ...(block && { block }) });
      return slack
        .sees(person, 'dm')
        .slice(before)
        .map((message) => shownAs(message));
    },
    published: (person: string): number =>
      skydesk()
        .slack.calls('views.publish')
        .filter(({ arguments: { user_id } }) => user_id === idOf(person)).length,
  };
  return self;
}
const titles = ['Waiting for me', 'My requests', 'Latest changes', 'This month’s cost'];

const removal = (source: string) =>
  `firewall create de1 va1 source=${source} destination=10.9.1.0/24 why="for the test"`;

describe('the first day', () => {
  let skydesk: TestSkydesk;
  const home = homes(() => skydesk);
  beforeAll(async () => {
    skydesk = await startTestSkydesk();
  });
  afterAll(() => skydesk.stop());

  test('everything is empty, and says so', async () => {
    const lines = await home.open('ana');
    expect(lines.slice(0, 8)).toEqual([
      'Skydesk',
      '[New alert policy]  [New firewall policy]  [Help]',
      'Waiting for me',
      'Nothing waits for your word.',
      'My requests',
      'You wait for nothing.',
      'Latest changes',
      'No change is on the record of ACME.',
    ]);
    expect(home.section('ana', 'This month’s cost').map((line) => line.replace(/\$[\d,.]+/g, '$'))).toEqual([
      expect.stringMatching(/^Estimated for \w+ \d{4} so far: \$$/),
      expect.stringMatching(/^Estimated for \w+ \d{4}: \$$/),
      expect.stringMatching(/^Difference: \$ \(.*\) (more|less) than \w+ \d{4}$/),
      'This is an estimate from usage, not the bill. This month is not over.',
      '[This month]  [Trend]',
    ]);
    expect(lines.slice(-2)).toEqual([expect.stringMatching(/^As of /), '[Refresh]']);
  });

  test('the month costs what /cloud invoice says that it costs', async () => {
    await home.open('ana');
    const [now = ''] = home.section('ana', 'This month’s cost');
    await skydesk.type('ana', 'invoice');
    const [, amount] = /^ACME in \w+ \d+: (\$[\d,.]+)/m.exec(skydesk.last('ana', 'cloud-ops')) ?? [];
    expect(amount).toBeTruthy();
    expect(now.endsWith(`: ${amount}`)).toBe(true);
  });

  test('the time is shown in the time zone of whoever reads it', async () => {
    await home.open('ana');
    expect(JSON.stringify(skydesk.slack.home('ana')?.blocks)).toMatch(
      /"text":"As of "\},\{"type":"date","timestamp":\d+,"format":"\{date_short_pretty\} at \{time\}"/,
    );
  });
});

describe('a working day', () => {
  let skydesk: TestSkydesk;
  const home = homes(() => skydesk);
  beforeAll(async () => {
    skydesk = await startTestSkydesk();
  });
  beforeEach(() => skydesk.fresh());
  afterAll(() => skydesk.stop());

  test('an approver reads a request and decides on it, without leaving the tab for long', async () => {
    const id = await skydesk.ask('ana', removal('10.9.0.0/24'));
    await home.open('ben');
    expect(home.section('ben', 'Waiting for me')).toEqual([
      expect.stringMatching(
        /^@ana asks to Create firewall policy 10\.9\.0\.0\/24 .* Why: “for the test”\. Expires /,
      ),
      '[Review]',
    ]);
    await home.press('ben', 'Review');
    expect(skydesk.modal('ben')).toContain('for the test');
    expect(skydesk.canDecide('ben')).toBe(true);
    const before = skydesk.slack.sees('ben', 'dm').length;
    await skydesk.doing(() => skydesk.submit('ben', { Comment: 'fine' }));

    expect((await skydesk.approval(id)).votes).toMatchObject([{ person: 'U0BEN', vote: 'approve' }]);
    expect(skydesk.slack.sees('ben', 'dm')).toHaveLength(before);
    expect(home.section('ben', 'Waiting for me')).toEqual(['Nothing waits for your word.']);
    await skydesk.settled({ delayed: true });
    await home.open('ben');
    expect(home.seen('ben')).not.toContain('The answer to what you pressed stands under Messages.');
    expect(home.section('ben', 'Latest changes')[0]).toMatch(
      /^✅ @ana: Create firewall policy 10\.9\.0\.0\/24 .*\. Done, /,
    );
  });

  test('an requester sees how far a request is, and withdraws it', async () => {
    const id = await skydesk.ask('ana', removal('10.9.2.0/24'));
    await home.open('ana');
    expect(home.section('ana', 'My requests')).toEqual([
      expect.stringMatching(/^Create firewall policy 10\.9\.2\.0\/24 .*: 0 of 1 approvals so far\. Expires /),
      '[Withdraw]',
    ]);
    expect(home.section('ana', 'Waiting for me')).toEqual(['Nothing waits for your word.']);
    expect(await home.press('ana', 'Withdraw')).toEqual([
      expect.stringContaining('Withdrawn. Skydesk will not Create firewall policy 10.9.2.0/24'),
    ]);
    expect(await skydesk.card(id)).toContain('Withdrawn');
    expect(home.section('ana', 'My requests')).toEqual(['You wait for nothing.']);
    expect((await skydesk.ledger(id)).at(-1)).toBe('withdrawn U0ANA');
  });

  test('what is over already is not withdrawn, and says so', async () => {
    await skydesk.ask('ana', removal('10.9.3.0/24'));
    await home.open('ana');
    await skydesk.press('ana', 'Withdraw');
    expect(await home.press('ana', 'Withdraw')).toEqual([
      expect.stringContaining('Whoever asked for it has withdrawn it. Nothing was changed by this click.'),
    ]);
    expect(home.section('ana', 'My requests')).toEqual(['You wait for nothing.']);
  });

  test('a narrower proposal is offered, and taken', async () => {
    const id = await skydesk.ask('ana', removal('10.9.4.0/23'));
    await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.9.4.0/24' });
    await home.open('ana');
    expect(home.section('ana', 'My requests')).toEqual([
      expect.stringMatching(/@ben would agree to something narrower: Create firewall policy 10\.9\.4\.0\/24/),
      '[Take the proposal]  [Withdraw]',
    ]);
    await home.press('ana', 'Take the proposal');
    expect((await skydesk.approval(id)).phase).toBe('superseded');
    await skydesk.settled({ delayed: true });
    expect((await skydesk.approval(`${id}-narrower`)).phase).toBe('done');
  });

  test('anybody who may change takes a change back, once', async () => {
    await skydesk.type('ana', 'alert create "Home made" disk=85 to=ops@acme.example.com');
    await skydesk.press('ana', 'Confirm');
    const names = () => skydesk.cloud.control.state().alertPolicies.map(({ name }) => name);
    expect(names()).toContain('Home made');
    for (const person of ['ana', 'ben']) {
      await home.open(person);
      expect(home.section(person, 'Latest changes').slice(0, 2)).toEqual([
        expect.stringMatching(/^✅ @ana: Create alert policy Home made .*\. Done, /),
        '[Undo]',
      ]);
    }
    const [preview] = await home.press('ben', 'Undo');
    expect(preview).toContain('Delete alert policy Home made');
    expect(home.section('ben', 'Latest changes')[1]).toBe('[Undo]');
    await skydesk.press('ben', 'Confirm');
    expect(await home.press('ana', 'Undo')).toEqual([
      expect.stringContaining('This Undo was used by @ben already.'),
    ]);
    expect(home.section('ana', 'Latest changes')[3]).not.toBe('[Undo]');
    expect(names()).not.toContain('Home made');
    expect(skydesk.last('ben', 'dm')).toContain(' deleted');
    await home.open('ana');
    expect(home.section('ana', 'Latest changes')[0]).toContain('Delete alert policy Home made');
  });

  test('its buttons type lines and open forms; the answers stand in the direct message', async () => {
    await home.open('cora');
    const [help] = await home.press('cora', 'Help');
    expect(help).toContain('Skydesk commands');
    expect(home.seen('cora')[1]).toBe('The answer to what you pressed stands under Messages.');
    await home.press('cora', 'New alert policy');
    const before = skydesk.slack.sees('cora', 'dm').length;
    await skydesk.doing(() =>
      skydesk.slack.submit('cora', {
        Name: 'From home',
        'Disk threshold (%)': '90',
        Recipients: 'ops@example.com',
      }),
    );
    const told = skydesk.slack.sees('cora', 'dm').slice(before);
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('Please confirm')]);
    await skydesk.press('cora', 'Confirm');
    expect(skydesk.last('cora', 'dm')).toContain('Alert policy From home created');
    expect(skydesk.slack.sees('ben').some(({ text }) => asString(text).includes('From home'))).toBe(false);
  });

  test('Refresh makes it anew', async () => {
    await home.open('vic');
    expect(home.section('vic', 'Waiting for me')).toEqual(['Nothing waits for your word.']);
    const id = await skydesk.ask('ana', removal('10.9.6.0/24'));
    expect(await home.press('vic', 'Refresh')).toEqual([]);
    expect(home.section('vic', 'Waiting for me')[0]).toContain('10.9.6.0/24');
    await skydesk.doing(() => skydesk.post(idOf('ben'), id, 'reject', 'not now'));
    expect(home.published('vic')).toBe(2);
  });

  test('more requests than fit are counted, and listed by a button', async () => {
    const id = await skydesk.ask('ana', removal('10.9.8.0/24'));
    const approval = await skydesk.approval(id);
    const others = Array.from(
      { length: 8 },
      (_, at): Approval => ({
        ...approval,
        id: `${id}-${at}`,
        steps: [{ ...approval.steps[0], title: `open way ${at}` }],
        expires: approval.expires + at + 1,
      }),
    );
    for (const approval of others) await skydesk.approvals.put(approval);
    await home.open('ben');
    const section = home.section('ben', 'Waiting for me');
    expect(section.filter((line) => line === '[Review]')).toHaveLength(6);
    expect(section.slice(-2)).toEqual([
      '3 more requests: those that expire soonest are shown.',
      '[List them]',
    ]);
    expect(section[0]).toContain('10.9.8.0/24');
    expect((await home.press('ben', 'List them'))[0]).toContain('open way 7');

    await home.open('ana');
    expect(home.section('ana', 'My requests').slice(-2)[0]).toContain('3 more requests');
    expect(asObjects(skydesk.slack.home('ana')?.blocks).length).toBeLessThan(100);
    for (const { id: open } of [approval, ...others]) {
      await skydesk.approvals.change(open, (now) => ({ approval: { ...now, phase: 'withdrawn' } }));
    }
  });

  test('nobody gets one who did not open it', async () => {
    const before = home.published('ana');
    const id = await skydesk.ask('ana', removal('10.9.10.0/24'));
    await skydesk.decide('cora', id, 'Approve');
    await skydesk.settled({ delayed: true });
    expect(home.published('ana')).toBe(before);
  });
});

describe('who is not served', () => {
  let skydesk: TestSkydesk;
  let bundles: string;
  const home = homes(() => skydesk);
  beforeAll(async () => {
    bundles = await bundlesWith({
      channels: ['C0CLOUDOPS'],
      people: { read: ['U0BEN'], change: ['U0ANA'], approve: ['U0BEN', 'U0CORA'] },
    });
    skydesk = await startTestSkydesk({ bundles });
    await skydesk.ask('ana', removal('10.9.0.0/24'));
  });
  beforeEach(() => skydesk.fresh());
  afterAll(async () => {
    await skydesk.stop();
    await removeBundles(bundles);
  });

  test.each([
    ['a guest', 'gus', 'Guests can’t use Skydesk.'],
    ['somebody of another workspace', 'sam', 'Only members of this workspace can use Skydesk.'],
    [
      'whom the policy lets look at nothing',
      'vic',
      'You don’t have permission to view ACME.',
      ['Ask @ben, @ana or @cora.'],
    ],
  ])('%s reads why, and nothing else', async (_, person, why, next: string[] = []) => {
    skydesk.cloud.clearRequests();
    expect(await home.open(person)).toEqual(['Skydesk', `❌ ${why}`, ...next, '[Refresh]']);
    expect(skydesk.cloud.requests.filter(({ path }) => path.includes('invoice'))).toEqual([]);
  });

  test('who may only look or approve is offered nothing to change', async () => {
    const lines = await home.open('ben');
    expect(lines.join()).not.toContain('New alert policy');
    expect(home.section('ben', 'Waiting for me')).toHaveLength(2);
  });

  test('where commands have their channels, no button here types one', async () => {
    await home.open('ana');
    const buttons = home.seen('ana').filter((line) => line.startsWith('['));
    expect(buttons).toEqual(['[Withdraw]', '[Refresh]']);
  });
});

describe('when something is not there', () => {
  let skydesk: TestSkydesk;
  const home = homes(() => skydesk);
  beforeAll(async () => {
    skydesk = await startTestSkydesk();
    await skydesk.ask('ana', removal('10.9.0.0/24'));
  });
  beforeEach(() => skydesk.fresh());
  afterAll(() => skydesk.stop());

  const waits = expect.stringMatching(/10\.9\.0\.0\/24 .*0 of 1 approvals so far/);

  test('the cost fails alone', async () => {
    skydesk.cloud.control.fail({ route: 'invoices.get', status: 500, times: 20 });
    await home.open('ana');
    expect(home.section('ana', 'This month’s cost')).toEqual([
      '❌ The cloud API returned an error. Try again in a minute. The line for it: /cloud invoice',
    ]);
    expect(home.section('ana', 'My requests')[0]).toEqual(waits);
    expect(home.section('ana', 'Latest changes')[0]).toContain('No change is');
  });

  test('a month without an invoice is said to have none', async () => {
    skydesk.cloud.control.fail({ route: 'invoices.get', status: 404, times: 20 });
    await home.open('ana');
    expect(home.section('ana', 'This month’s cost').slice(0, 2)).toEqual([
      expect.stringMatching(/so far: There is no estimate\.$/),
      expect.stringMatching(/: There is no estimate\.$/),
    ]);
  });

  test('a service that hangs keeps nobody waiting for the rest', async () => {
    skydesk.cloud.control.fail({ route: 'invoices.get', how: 'hang', times: 20 });
    await home.open('ana');
    expect(home.section('ana', 'This month’s cost')).toEqual([
      '❌ This took too long to read. Refresh in a minute. The line for it: /cloud invoice',
    ]);
    expect(home.section('ana', 'My requests')[0]).toEqual(waits);
  });

  test('the same event, told again with another signature, is worked on once', async () => {
    const about = { type: 'app_home_opened', user: 'U0CORA', channel: 'D0CORA', tab: 'home' };
    await skydesk.doing(async () => {
      for (const later of [0, 60, 120]) {
        expect(await send(skydesk, event(skydesk, about, 'Ev0HOME', later))).toMatchObject({ status: 200 });
      }
    });
    expect(home.published('cora')).toBe(1);
  });

  test('the tab of messages makes nothing', async () => {
    const before = home.published('cora');
    const about = { type: 'app_home_opened', user: 'U0CORA', channel: 'D0CORA', tab: 'messages' };
    await skydesk.doing(() => send(skydesk, event(skydesk, about, 'Ev0MESSAGES')));
    expect(home.published('cora')).toBe(before);
  });

  test('a Home tab that is switched off is let go, and logged', async () => {
    const before = home.published('ben');
    skydesk.slack.fault({ method: 'views.publish', error: 'not_enabled' });
    await home.open('ben');
    expect(home.published('ben')).toBe(before + 1);
    const said = skydesk.worker.logs.map(({ text }) => JSON.parse(text));
    expect(said).toContainEqual(
      expect.objectContaining({ message: 'home not published', why: 'not_enabled' }),
    );
  });

  test('what Slack cannot take for a moment it gets again', async () => {
    skydesk.slack.fault({ method: 'views.publish', error: 'internal_error', times: 2 });
    await home.open('vic');
    expect(home.seen('vic')[0]).toBe('Skydesk');
  });

  test('the service is away altogether, and what waits is shown all the same', async () => {
    skydesk.cloud.control.fail({ how: 'drop', times: 1000 });
    await home.open('ana');
    expect(home.section('ana', 'My requests')[0]).toEqual(waits);
    expect(home.section('ana', 'This month’s cost')[0]).toContain('Skydesk couldn’t reach the cloud API.');
  });
});

import { expect, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import { renderView } from '../../local/terminal/render-message.ts';
import { freshSkydesk, idOf, shownAs } from '../support/index.ts';

const nameOf = (id: string): string => id.replace(/^[UC]0/, '').toLowerCase();
const page = { width: 400, colours: false, zone: 'UTC', now: 0, nameOf };

const skydesk = await freshSkydesk();

/** The actions of a person on their Home tab, and their visible results. */
const home = {
  /** The current Home tab, line by line. */
  seen(person: string): string[] {
    const view = skydesk.slack.home(person);
    return view ? renderView(view, page).split('\n') : [];
  },
  /** The Home tab without the month's cost and its time. */
  async open(person: string): Promise<string[]> {
    await skydesk.doing(async () => expect(await skydesk.slack.openHome(person)).toMatchObject({ ok: true }));
    return home.seen(person);
  },
  /** The lines of one section. */
  section: (person: string, title: string): string[] => {
    const lines = home.seen(person);
    const from = lines.indexOf(title) + 1;
    const to = lines.findIndex(
      (line, at) => at >= from && (titles.includes(line) || line.startsWith('Updated ')),
    );
    return lines.slice(from, to);
  },
  /** Clicks a button on the Home tab; resolves to the answer in the direct messages. */
  async press(person: string, button: string): Promise<string[]> {
    const { slack } = skydesk;
    const view = asString(slack.home(person)?.id);
    const before = slack.sees(person, 'dm').length;
    await skydesk.press(person, button, { view });
    return slack
      .sees(person, 'dm')
      .slice(before)
      .map((message) => shownAs(message));
  },
  published: (person: string): number =>
    skydesk.slack.calls('views.publish').filter(({ arguments: { user_id } }) => user_id === idOf(person))
      .length,
};
const titles = ['Needs your review', 'Your requests', 'Recent changes', 'Cost'];
const nothingToReview = ['Nothing to review. Requests of others that you can approve appear here.'];
const noRequests = ['No open requests. A change that needs approval appears here until it is applied.'];

const removal = (source: string) =>
  `firewall create de1 va1 source=${source} destination=10.9.1.0/24 why="for the test"`;

test('the first visit shows what to start with, empty sections describe their content, and a welcome is sent once', async () => {
  const lines = await home.open('ana');
  expect(lines.slice(0, 8)).toEqual([
    'Skydesk',
    '[List Alert Policies]  [Show Costs]  [Help]',
    'Needs your review',
    ...nothingToReview,
    'Your requests',
    ...noRequests,
    'Recent changes',
    'No recent changes in ACME. A change appears here with an Undo button while it can be undone.',
  ]);
  const cost = home.section('ana', 'Cost').map((line) => line.replace(/\$[\d,.]+/g, '$'));
  expect(cost.slice(0, 3)).toEqual([
    expect.stringMatching(/^\$ in \w+ \d{4} so far · \$ \(.*\) (more|less) than \w+ \d{4}$/),
    '[Show Trend]',
    expect.stringMatching(/^Estimated cost by month/),
  ]);
  expect(cost).toHaveLength(10);
  expect(lines.slice(-2)).toEqual([expect.stringMatching(/^Updated /), '[Refresh]']);

  const welcomed = () => skydesk.slack.sees('ana', 'dm').map((message) => shownAs(message));
  expect(welcomed()).toEqual([expect.stringMatching(/^Welcome to Skydesk\./)]);
  expect((await home.open('ana'))[1]).toBe('[Create Alert Policy]  [Create Firewall Policy]  [Help]');
  expect(welcomed()).toHaveLength(1);
});

test('an approver reviews a request and decides, without leaving the tab for long', async () => {
  const id = await skydesk.ask('ana', removal('10.9.0.0/24'));
  await home.open('ben');
  expect(home.section('ben', 'Needs your review')).toEqual([
    expect.stringMatching(/^Ana Ferreira \(ana\) wants to open 10\.9\.0\.0\/24 .*10\.9\.1\.0\/24/),
    '[Review]',
    expect.stringMatching(
      /^🟢 Risk 3 · ACME · requested .* · 0 of 1 approved · expires .* · “for the test”$/,
    ),
  ]);
  const [button] =
    JSON.stringify(skydesk.slack.home('ben')).match(/"accessibility_label":"Review: [^"]+/) ?? [];
  expect(button).toContain('10.9.0.0/24');
  await home.press('ben', 'Review');
  expect(skydesk.modal('ben')).toContain('for the test');
  expect(skydesk.canDecide('ben')).toBe(true);
  const before = skydesk.slack.sees('ben', 'dm').length;
  await skydesk.doing(() => skydesk.submit('ben', { Comment: 'fine' }));

  expect((await skydesk.stateOf(id)).votes).toMatchObject([{ person: 'U0BEN', vote: 'approve' }]);
  expect(skydesk.slack.sees('ben', 'dm')).toHaveLength(before);
  expect(home.section('ben', 'Needs your review')).toEqual(nothingToReview);
  await skydesk.settled({ delayed: true });
  await home.open('ben');
  expect(home.seen('ben')).not.toContain('Sent to your Messages tab.');
  expect(home.section('ben', 'Recent changes').slice(0, 3)).toEqual([
    expect.stringMatching(/^✅ .*10\.9\.0\.0\/24/),
    '[Undo]',
    expect.stringMatching(/^Ana Ferreira \(ana\) · .* · undo until /),
  ]);
});

test('a narrower suggestion is shown, and accepted', async () => {
  const id = await skydesk.ask('ana', removal('10.9.4.0/23'));
  await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.9.4.0/24' });
  await home.open('ana');
  expect(home.section('ana', 'Your requests')).toEqual([
    expect.stringContaining('10.9.4.0/23'),
    '[Withdraw]',
    expect.stringMatching(/^🟢 Risk 3 · ACME · requested .* · 0 of 1 approved · expires /),
    expect.stringMatching(/^💬 Ben Whitaker \(ben\) suggests .*10\.9\.4\.0\/24/),
    '[Accept and Open]',
  ]);
  await home.press('ana', 'Accept and Open');
  expect((await skydesk.stateOf(id)).status).toBe('superseded');
  await skydesk.settled({ delayed: true });
  expect((await skydesk.stateOf(`${id}-narrower`)).status).toBe('done');
});

test('its buttons run lines and open forms; the answers are in the direct messages', async () => {
  await home.open('cora');
  const [help] = await home.press('cora', 'Help');
  expect(help).toContain('What do you want to do?');
  expect(home.seen('cora')[1]).toBe('Sent to your Messages tab.');
  await home.press('cora', 'Create Alert Policy');
  const before = skydesk.slack.sees('cora', 'dm').length;
  await skydesk.doing(() =>
    skydesk.slack.submit('cora', {
      Name: 'From home',
      'Disk threshold (%)': '90',
      'Send to': 'ops@example.com',
    }),
  );
  expect(skydesk.slack.sees('cora', 'dm')).toHaveLength(before);
  await skydesk.doing(() => skydesk.slack.submit('cora'));
  expect(skydesk.last('cora', 'dm')).toContain('Created alert policy From home');
  expect(skydesk.slack.sees('ben').some(({ text }) => asString(text).includes('From home'))).toBe(false);
});

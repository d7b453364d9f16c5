import { expect, test } from 'vitest';
import { freshSkydesk, intruder, shownAs, stepId, text } from '../support/index.ts';

/* A change of several steps, as people see it: one message, an outcome for each step, and the options at the end. */

const bot = await freshSkydesk({ workers: 1 });

const servers = ['WEB01', 'WEB02', 'WEB03', 'WEB04'].map((name) => `DE1ACME${name}`);
const route = 'alertAssignments.add*';

/** The servers in the emulator with an alert policy of this name. */
function watched(name: string): string[] {
  const { alertPolicies, servers: all } = bot.cloud.control.state();
  const id = alertPolicies.find((policy) => policy.name === name)?.id;
  return all
    .filter(({ alertPolicyIds }) => id !== undefined && [...alertPolicyIds].includes(id))
    .map((server) => server.id.toUpperCase());
}

const posts = () => bot.slack.sees('ben', 'cloud-ops').filter(({ threadTs }) => !threadTs);
const shown = (): string => shownAs(posts().at(-1));

/** Ana creates an alert policy and assigns it to all four servers, and confirms that. */
async function assign(name: string): Promise<void> {
  await bot.type('ana', `alert create "${name}" disk=85 to=ops@acme.example.com`);
  await bot.press('ana', 'decide:confirm');
  await bot.type('ana', `alert assign "${name}" ${servers.join(' ')}`);
}

test('one step fails and one outcome is lost: the others go on, each is reported, and the failed one is retried', async () => {
  await assign('Group watch');
  const before = posts().length;
  bot.cloud.control.fail({ route, status: 400 });
  bot.cloud.control.fail({ route, how: 'drop', after: true });
  const { said } = await bot.press('ana', 'decide:confirm', { later: true });
  expect(posts()).toHaveLength(before + 1);
  expect(new Set(said.map(({ to }) => to))).toEqual(new Set(['#cloud-ops']));
  expect(shown().split('\n')).toEqual([
    '⚠️ Not known if assigned: alert policy Group watch to 4 servers',
    '2 of 4 done, 1 failed, 1 with an unknown outcome',
    '✖ DE1ACMEWEB01 · The cloud API rejected this: An error has occurred.',
    '✖ DE1ACMEWEB02 · Outcome unknown.',
    '✔ DE1ACMEWEB03 and DE1ACMEWEB04',
    expect.stringContaining('Check before you run it again: /cloud '),
    '[Retry Failed (1)]  [Undo Done (2)]',
    expect.stringMatching(
      /^#\d+ · @ana \(ana\) · \/cloud alert assign "Group watch" DE1ACMEWEB01 DE1ACMEWEB02 /,
    ),
  ]);
  expect(watched('Group watch')).toEqual(servers.slice(1));
  const log = await bot.stored.log();
  const change = String(log.at(-1)?.request).replace(/\.4$/, '');
  const events = (at: number) => log.filter(({ request }) => request === stepId(change, at));
  expect([0, 1, 2, 3].map((at) => events(at).map(({ event }) => event))).toEqual([
    ['requested', 'confirmed', 'started', 'failed'],
    ['requested', 'confirmed', 'started', 'unknown'],
    ['requested', 'confirmed', 'started', 'applied'],
    ['requested', 'confirmed', 'started', 'applied'],
  ]);

  expect(text(await bot.press('ana', 'Retry Failed (1)'))).toContain(
    'Assign alert policy Group watch to DE1ACMEWEB01?',
  );
  await bot.press('ana', 'decide:confirm', { later: true });
  expect(watched('Group watch')).toEqual(servers);
});

test('steps that are done are undone together, without one that somebody has changed since', async () => {
  await assign('Undo us');
  await bot.press('ana', 'decide:confirm', { later: true });
  expect(watched('Undo us')).toEqual(servers);
  const policy = bot.cloud.control.state().alertPolicies.find(({ name }) => name === 'Undo us');
  const cloud = bot.cloud;
  if (!policy || !cloud) throw new Error('The emulator has the alert policy');
  await intruder(cloud).alertPolicies.unassign('de1acmeweb02', policy.id);

  const done = posts().at(-1)?.ts;
  const preview = text(await bot.press('ben', 'Undo Done (4)'));
  expect(preview).toContain(
    '1 step omitted, changed or undone since: Assign alert policy Undo us → DE1ACMEWEB02.',
  );
  await bot.press('ben', 'decide:confirm', { later: true });
  expect(watched('Undo us')).toEqual([]);
  expect(shown()).toContain('3 of 3 done');
  expect(shown()).toContain('Ben Whitaker (ben)');
  const first = posts().find(({ ts }) => ts === done);
  // The step that somebody changed is not undone, so its Undo stays, and says why it can't be made.
  expect(shownAs(first)).toContain('[Undo Done (1)]');
  expect(shownAs(first)).toContain('Undone by Ben Whitaker (ben)');
  expect(text(await bot.press('ben', 'Undo Done (1)'))).toContain('Somebody changed it since');
});

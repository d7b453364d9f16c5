import { afterAll, expect, test } from 'vitest';
import { omittedChoices } from '../../gateway/digitalocean/index.ts';
import { startLocalCloud } from '../../local/cloud/index.ts';
import { localToken } from '../../local/digitalocean/index.ts';
import { gatewayOfFile } from '../support/gateway.ts';
import { skydeskOfFile } from '../support/index.ts';

/* The built functions in front of the gateway, and the gateway in front of a stand-in for DigitalOcean. */

const gateway = await gatewayOfFile();
const unused = await startLocalCloud();
afterAll(unused.close);
const bot = await skydeskOfFile({
  cloud: unused,
  service: { baseUrl: gateway.url, username: 'OCEAN', password: localToken, omittedChoices },
});

/** Types a line and presses buttons. Resolves to all that people read of it. */
async function said(line: string, ...buttons: readonly string[]): Promise<string> {
  // The gateway shares what it has read for two seconds.
  gateway.later(3_000);
  const outcomes = [await bot.type('ana', line, { later: true })];
  for (const button of buttons) outcomes.push(await bot.press('ana', button, { later: true }));
  return outcomes.flatMap((outcome) => outcome.said.flatMap(({ lines }) => lines)).join('\n');
}

const tagged = (): readonly string[] =>
  gateway.provider.world.droplets
    .filter(({ tags }) => tags.some((tag) => tag.startsWith('skydesk-alert-')))
    .map(({ name }) => String(name));

test('an alert policy is created and assigned to the servers of a pattern, which is undone at once', async () => {
  expect(await said('alert create "CPU 85" cpu=85 for=10m to=ops@example.com', 'Create Policy')).toContain(
    'Created alert policy CPU 85',
  );
  expect(await said('alert assign "CPU 85" web-*', 'Assign Policy')).toContain('3 of 3 done');
  expect(tagged()).toEqual(['web-01', 'web-02', 'web-01']);
  gateway.later(3_000);
  await bot.press('ana', 'Undo Done (3)');
  await bot.press('ana', 'decide:confirm', { later: true });
  expect(tagged()).toEqual([]);
});

test('a firewall policy is approved, is in force, and is what reach says', async () => {
  const opening =
    'firewall intra create fra1 tcp/5432 source=10.10.0.2/32 destination=10.10.0.3/32 why="the shop"';
  await said(opening);
  await bot.press('ana', 'Request Approval', { later: true });
  await bot.press('ben', 'Review');
  gateway.later(3_000);
  await bot.outcomeOf(async () => {
    const { outcome } = await bot.slack.submit('ben', { Comment: 'Go' });
    return outcome === 'closed' ? { ok: true } : { ok: false, error: outcome };
  }, true);
  expect(bot.last('ana', 'dm')).toContain('Open');
  expect(gateway.provider.world.firewalls.at(-1)).toMatchObject({ droplet_ids: [3164495] });
  expect(await said('reach web-01-3164494 web-02-3164495 tcp/5432')).toContain('✅ Allowed');
});

test('the form of an alert policy offers no 15 minutes', async () => {
  await bot.type('ana', 'alert create');
  const form = JSON.stringify(bot.slack.views('ana').at(-1));
  expect(form).toContain('10 minutes');
  expect(form).not.toContain('15 minutes');
});

test('what DigitalOcean can’t have is refused before anybody approves it', async () => {
  const range = 'firewall intra create fra1 any source=10.10.0.2/32 destination=10.10.0.0/24 why="the shop"';
  expect(await said(range)).toMatch(/DigitalOcean.*Nothing was changed/s);
  expect(await said('ip add web-01-3164494 tcp/22')).toContain('Nothing was changed');
});

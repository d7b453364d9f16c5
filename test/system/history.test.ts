import { beforeEach, expect, test } from 'vitest';
import { skydeskOfFile } from '../support/index.ts';

const bot = await skydeskOfFile();
beforeEach(async () => {
  await bot.inspector.reset();
  await bot.fresh();
});

const type = (person: string, line: string): Promise<string> =>
  bot.seenBy(person, () => bot.slack.type(person, 'cloud-ops', `/cloud ${line}`));
const press = (person: string, button: string, later = false): Promise<string> =>
  bot.seenBy(person, () => bot.slack.press(person, button), later);

const kept = () => bot.stored.log();
/** The logged events after the first `from`, with their people. */
const events = async (from: number): Promise<string[]> =>
  (await kept()).slice(from).map(({ event, person }) => `${event} ${person}`);

test('a read is not logged', async () => {
  await type('ana', 'alert list');
  expect(await type('ana', 'history')).toContain('The audit log of ACME is empty.');
  expect(await kept()).toEqual([]);
});

test('a change is logged from the request to the end', async () => {
  await type('ana', 'alert create "Disk 85" disk=85 to=ops@acme.example.com');
  expect(await events(0)).toEqual(['previewed U0ANA']);
  expect(await press('ana', 'decide:confirm')).toContain('Created alert policy ');
  expect(await events(0)).toEqual(['previewed U0ANA', 'started U0ANA', 'applied U0ANA']);
  const entries = await kept();
  expect(new Set(entries.map(({ request }) => request)).size).toBe(1);
  expect(entries[2]).toMatchObject({ operation: 'alert.create', targets: ['alert-policy/Disk 85'] });
});

test('cancelled changes, changes that the cloud API refuses, and requests of guests are logged, too', async () => {
  const before = (await kept()).length;
  await type('ben', 'alert delete "Memory high"');
  await press('ben', 'Cancel');
  await type('ben', 'alert delete "Memory high"');
  bot.cloud.control.fail({ route: 'alertPolicies.delete', status: 403 });
  await press('ben', 'decide:confirm');
  await type('gus', 'alert delete "Memory high"');
  await type('gus', 'alert list');
  expect(await events(before)).toEqual([
    'previewed U0BEN',
    'withdrawn U0BEN',
    'previewed U0BEN',
    'started U0BEN',
    'failed U0BEN',
    'refused U0GUS',
  ]);
  expect((await kept()).slice(-2)).toMatchObject([
    { note: expect.stringContaining('denied this') },
    { note: expect.stringContaining('Guests can’t') },
  ]);
});

test('a background job is logged at its end, with its id', async () => {
  const before = (await kept()).length;
  await type('ana', 'ip add DE1ACMEWEB01 tcp/443 from=203.0.113.0/24');
  await press('ana', 'decide:confirm', true);
  expect(await events(before)).toEqual(['previewed U0ANA', 'started U0ANA', 'applied U0ANA']);
  expect((await kept()).at(-1)).toMatchObject({ job: expect.stringMatching(/\d/) });
});

import { beforeEach, expect, test } from 'vitest';
import { serverError } from '../../local/aws/index.ts';
import { auditLog, botUnderTest, quick, tamperWithEntry } from '../harness/index.ts';

const bot = botUnderTest();
beforeEach(async () => {
  await bot.skydesk.inspector.reset();
  bot.service.set(quick);
});

const type = (person: string, line: string): Promise<string> =>
  bot.seenBy(person, () => bot.slack.type(person, 'cloud-ops', `/cloud ${line}`));
const press = (person: string, button: string, later = false): Promise<string> =>
  bot.seenBy(person, () => bot.slack.press(person, button), later);

const kept = () => auditLog(bot.skydesk.aws);
/** A confirmed change: three entries. */
async function change(person: string, name: string): Promise<string> {
  await type(person, `alert create "${name}" disk=85 to=ops@acme.example.com`);
  return press(person, 'decide:confirm');
}
/** The events on record behind the first `from`, with who caused them. */
const events = async (from: number): Promise<string[]> =>
  (await kept()).slice(from).map(({ event, person }) => `${event} ${person}`);

/** How often the worker said that it could not write the record. */
const unrecorded = (): number =>
  bot.skydesk.worker.logs.filter(({ text }) => text.includes('not recorded')).length;

const serviceCalls = (method: string): number =>
  bot.service.requests().filter((request) => request.method === method && request.path.includes('alert'))
    .length;

test('what is only looked at is not on record', async () => {
  await type('ana', 'alert list');
  expect(await type('ana', 'history')).toContain('The audit log of ACME is empty.');
  expect(await kept()).toEqual([]);
});

test('a change is on record from the question to the end', async () => {
  await type('ana', 'alert create "Disk 85" disk=85 to=ops@acme.example.com');
  expect(await events(0)).toEqual(['previewed U0ANA']);
  expect(await press('ana', 'decide:confirm')).toContain(' created · disk ≥ ');
  expect(await events(0)).toEqual(['previewed U0ANA', 'started U0ANA', 'applied U0ANA']);
  const entries = await kept();
  expect(new Set(entries.map(({ request }) => request)).size).toBe(1);
  expect(entries[2]).toMatchObject({ operation: 'alert.create', targets: ['alert-policy/Disk 85'] });
});

test('what is cancelled, what the service refuses, and who is not served are on record too', async () => {
  const before = (await kept()).length;
  await type('ben', 'alert delete "Memory high"');
  await press('ben', 'Cancel');
  await type('ben', 'alert delete "Memory high"');
  bot.service.fail({ route: 'alertPolicies.delete', status: 403 });
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

test('a job of the service ends on record with its id', async () => {
  const before = (await kept()).length;
  await type('ana', 'ip add DE1ACMEWEB01 tcp/443 from=203.0.113.0/24');
  await press('ana', 'decide:confirm', true);
  expect(await events(before)).toEqual(['previewed U0ANA', 'started U0ANA', 'applied U0ANA']);
  expect((await kept()).at(-1)).toMatchObject({ job: expect.stringMatching(/\d/) });
});

test("a change that can't be written to the audit log is not made", async () => {
  const before = (await kept()).length;
  await type('cora', 'alert create "Disk 90" disk=90 to=ops@acme.example.com');
  const posts = serviceCalls('POST');
  // The claim passes; *started* is refused as often as the client and the worker try it.
  bot.skydesk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'delay', ms: 0 });
  const away = bot.skydesk.aws.faults.next('DynamoDB.TransactWriteItems', serverError, 6);
  expect(await press('cora', 'decide:confirm')).toContain('the audit log is unavailable');
  away.release();
  expect(serviceCalls('POST')).toBe(posts);
  expect(await events(before)).toEqual(['previewed U0CORA', 'failed U0CORA']);
});

test('an end that cannot be put on record is told, and made good later', async () => {
  const before = (await kept()).length;
  await type('cora', 'alert create "Disk 95" disk=95 to=ops@acme.example.com');
  // The claim, *started* and the outcome pass; the end is refused as often as the client tries it.
  bot.skydesk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'delay', ms: 0 }, 3);
  bot.skydesk.aws.faults.next('DynamoDB.TransactWriteItems', serverError, 3);
  const refused = unrecorded();
  const said = await press('cora', 'decide:confirm');
  expect(unrecorded()).toBe(refused + 1);
  expect(said.split('\n').filter((message) => message.includes(' created · disk ≥ '))).toHaveLength(1);
  expect(await events(before)).toEqual(['previewed U0CORA', 'started U0CORA', 'applied U0CORA']);
});

test('the record comes as a file in a direct message', async () => {
  await change('ana', 'Disk 85');
  const said = await type('ana', 'history export');
  const count = (await kept()).length;
  expect(said).toContain(`Sent you ${count} entries from the audit log of ACME.`);
  const [message] = bot.slack
    .sees('ana', 'dm')
    .filter((call) => JSON.stringify(call).includes('skydesk-audit-log-ACME'));
  const url = /"url_private":"([^"]+)"/.exec(JSON.stringify(message))?.[1] ?? '';
  const file = await (await fetch(url)).text();
  expect(file.split('\r\n')).toHaveLength(count + 2);
  expect(file).toContain('"U0ANA","ana","ACME","alert.create"');
});

test('a file that Slack does not take is told', async () => {
  await change('ana', 'Disk 85');
  bot.slack.fault({ method: 'files.getUploadURLExternal', error: 'missing_scope' });
  const said = await type('ana', 'history export');
  bot.slack.clearFaults();
  expect(said).toContain('Slack rejected the file.');
});

test('verify proves it, and finds what was changed behind Skydesk’s back', async () => {
  await change('ana', 'Disk 85');
  const { length } = await kept();
  const proved = await type('ana', 'history verify');
  expect(proved).toContain(`The audit log of ACME is verified: ${length} entries.`);
  const [, noted, number] = /history verify hash=([0-9a-f]+) from=(\d+)/.exec(proved) ?? [];
  expect(await type('ana', `history verify hash=${noted}`)).toContain('matches your checkpoint');
  expect(await type('ana', `history verify hash=${noted} from=${number}`)).toContain(
    `is verified from entry ${number} on`,
  );
  expect(await type('ana', 'history verify hash=0000000000000000')).toContain(
    'no entry matches your checkpoint',
  );

  await tamperWithEntry(bot.skydesk.aws, 2, 'U0BEN');
  const found = await type('ana', 'history verify');
  expect(found).toContain('The audit log of ACME failed verification: entry 2 was changed.');
  expect(found).toContain('1 entry is intact.');
});

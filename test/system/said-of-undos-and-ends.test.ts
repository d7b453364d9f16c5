import { beforeEach, expect, test } from 'vitest';
import { shownAs, skydeskOfFile } from '../support/index.ts';

/*
 * Messages about an Undo, an end and a start. The clock of everything is set forward.
 */

const skydesk = await skydeskOfFile();
beforeEach(async () => {
  await skydesk.inspector.reset();
  await skydesk.fresh();
});

const messages = () => skydesk.slack.sees('vic', 'cloud-ops');
const inChannel = (): string[] => messages().map(shownAs);

/** Ana types and confirms this; resolves to the channel's messages about it. */
async function confirmed(line: string): Promise<string> {
  await skydesk.type('ana', line);
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.settled({ delayed: true });
  return inChannel().at(-1) ?? '';
}

/** Ana extends the newest change that ends by itself, by its number in the list; resolves to the preview. */
async function extended(): Promise<string> {
  await skydesk.type('ana', 'scheduled');
  const number = skydesk.whispered('ana').match(/#\d+/g)?.at(-1);
  expect(number).toBeDefined();
  await skydesk.type('ana', `extend ${number} 1h`);
  const preview = skydesk.whispered('ana');
  expect(preview).not.toContain('❌');
  return preview;
}

const hexId = /[0-9a-f]{32}/;

test('a change with an end is one message: one click moves its end, and its thread says who did', async () => {
  await confirmed('alert assign "Night watch" jump ends=2h');
  const before = messages().length;
  const told = skydesk.slack.sees('ana', 'dm').length;
  await skydesk.press('ana', 'Extend 1 h');
  await skydesk.press('ana', 'End Now');
  await skydesk.settled({ delayed: true });
  const [lease, ...replies] = messages().slice(before - 1);
  expect(lease && shownAs(lease)).toMatch(/⚪ Ended .* by Ana Ferreira \(ana\)/);
  expect(replies.map(({ threadTs, isBroadcast = false }) => [threadTs, isBroadcast])).toEqual(
    replies.map(() => [lease?.ts, false]),
  );
  const said = replies.map(shownAs).join('\n');
  expect(said).toMatch(/Extended.*Brought forward the end of.*⚪ Ended/s);
  expect(skydesk.slack.sees('ana', 'dm')).toHaveLength(told);
});

test('a second click on “Extend 1 h” adds no second hour', async () => {
  await confirmed('alert assign "Night watch" jump ends=2h');
  const ts = String(messages().at(-1)?.ts);
  await Promise.all([1, 2].map(() => skydesk.press('ana', 'Extend 1 h', { ts })));
  await skydesk.settled({ delayed: true });
  expect(inChannel().filter((text) => text.includes('Extended'))).toHaveLength(1);
});

test('an undone change keeps no Undo button', async () => {
  await confirmed('alert create "Shop disks" disk=85 to=ops@acme.example.com');
  await skydesk.press('ana', 'Undo');
  await skydesk.press('ana', 'decide:confirm');
  const created = inChannel().at(-2) ?? '';
  expect(created).toContain('Undone by Ana Ferreira (ana)');
  expect(created).not.toContain('[');
});

test('the preview of an Undo is marked as one, and can’t be edited into something else', async () => {
  await confirmed('alert create "Shop memory" memory=85 to=ops@acme.example.com');
  await skydesk.press('ana', 'Undo');
  const preview = skydesk.whispered('ana');
  expect(preview).toMatch(/^Undo: delete alert policy Shop memory\?/);
  expect(preview).not.toContain('[Edit]');
});

test('a confirmed change with an end is extended by its number, and named as people typed it: no id, no UTC', async () => {
  await confirmed('alert assign "Memory high" jump ends=2h');
  const preview = await extended();
  expect(preview).toContain('Memory high');
  expect(preview).not.toMatch(hexId);
  expect(preview).not.toContain('UTC');
  await skydesk.press('ana', 'decide:confirm');
  const said = inChannel().join('\n');
  expect(said).toContain('Memory high');
  expect(said).not.toMatch(hexId);
  expect(said).not.toContain('UTC');
});

test('a retry shows the command as it was typed', async () => {
  skydesk.cloud.control.fail({ route: 'alertAssignments.*', status: 400, times: 1 });
  await confirmed('alert assign "Disk 80" DE1ACMEWEB03 DE1ACMEWEB04');
  await skydesk.press('ana', 'Retry Failed (1)');
  const preview = skydesk.whispered('ana');
  expect(preview).toContain('Disk 80');
  expect(preview).toContain('alert assign "Disk 80" ');
  expect(preview).not.toMatch(hexId);
});

test('a start that only its requester confirmed is confirmed, not approved', async () => {
  await confirmed('alert delete "Night watch" starts=2h');
  const number = /#\d+/.exec(inChannel().at(-1) ?? '')?.[0] ?? '';
  await skydesk.type('ana', `request status ${number}`);
  const status = skydesk.whispered('ana');
  expect(status).toContain('Starts ');
  expect(status).not.toContain('Approved');
});

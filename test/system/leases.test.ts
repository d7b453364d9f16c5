import { expect, test } from 'vitest';
import { freshSkydesk, shownAs } from '../support/index.ts';

/*
 * Changes that end by themselves, as people see them. The clock of everything is set forward.
 */

const minute = 60_000;
const skydesk = await freshSkydesk();

const source = '10.0.0.0/28';
const opened = `${source} (DE1) → 10.1.0.0/28 (VA1), all ports`;
/** A line with a time, about what is opened. */
const lineWith = (word: string): RegExp =>
  new RegExp(`${word} .*\\d [AP]M · ${opened.replace(/[().]/g, '\\$&')}\\n`);
const [notice, over] = [lineWith('⏳ Closes'), lineWith('⚪ Closed')];
const policy = () =>
  skydesk.cloud.control.state().crossFirewalls.find(({ sourceCidr }) => sourceCidr === source);

/** Lets minutes pass: the sweeper runs, and so do its jobs. */
const pass = (minutes: number) => skydesk.pass(minutes * minute);

const inChannel = (): string => skydesk.slack.sees('vic', 'cloud-ops').map(shownAs).join('\n\n');
const toAna = (): string => skydesk.last('ana', 'dm');

/** Ana opens the network for two hours: Ben approves it with its end. Resolves to the id and the name of the request. */
async function open(): Promise<{ id: string; name: string }> {
  const line = `firewall create de1 va1 source=${source} destination=10.1.0.0/28 why="Nightly backup" ends=2h`;
  const id = await skydesk.ask('ana', line);
  await skydesk.decide('ben', id, 'Approve');
  await skydesk.settled({ delayed: true });
  return { id, name: `#${(await skydesk.stateOf(id)).number}` };
}

test('an opening closes itself: Ana gets a notice and extends it by an hour, and it ends without another vote', async () => {
  const { id, name } = await open();
  expect(policy()).toBeDefined();
  expect(inChannel()).toMatch(
    /\[Extend 1 h] {2}\[Extend…] {2}\[End Now]\n.* · approved by Ben Whitaker \(ben\)$/,
  );
  expect(inChannel()).not.toContain('Undo');

  await pass(106);
  expect(toAna()).toMatch(notice);
  expect(inChannel()).toMatch(notice);

  const extension = await skydesk.ask('ana', `extend ${name} 1h why="The backup is slow"`);
  expect(await skydesk.card(extension)).toContain(`wants to extend ${opened}, by 1 h`);
  expect(await skydesk.card(extension)).toContain('0 of 1 approved');
  await skydesk.decide('ben', extension, 'Approve');
  await pass(30);
  expect(policy()).toBeDefined();

  await pass(46);
  expect(policy()).toBeUndefined();
  expect(toAna()).toMatch(over);
  expect(inChannel()).toMatch(over);
  expect(inChannel()).not.toContain('[End Now]');
  expect(await skydesk.ledger(id)).toEqual([
    'requested U0ANA: Nightly backup',
    'approved U0BEN',
    'started U0ANA',
    'applied U0ANA',
    'started U0ANA: Its time is over.',
    'ended U0ANA',
  ]);
});

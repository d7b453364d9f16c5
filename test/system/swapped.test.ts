import { expect, test } from 'vitest';
import { asObject, parseJson } from '../../local/slack/payload/json.ts';
import { freshSkydesk, type Item, readable } from '../support/index.ts';

/* Somebody with write access to the table swaps what a button or a modal shows, while it waits for an honest click. */

const skydesk = await freshSkydesk();

const itemOf = async (kind: 'preview' | 'change', id: string): Promise<Item> =>
  (await skydesk.stored.items()).find(({ pk }) => pk === `${kind}#${id}`) ?? {};

const contentIn = (item: Item) => asObject(parseJson(String(readable(item).content)));

/** Stores the steps of one change, and what people agree to in them, in another. */
async function swap(kind: 'preview' | 'change', id: string, by: string): Promise<void> {
  const item = await itemOf(kind, id);
  const { steps, judgement } = contentIn(await itemOf(kind, by));
  const content = JSON.stringify({ ...contentIn(item), steps, judgement });
  await skydesk.stored.put({ ...item, content });
}

/** Previews a change as Ana. Resolves to its id, which its button carries. */
async function previewed(line: string): Promise<string> {
  await skydesk.type('ana', line);
  const [, id = ''] =
    /"decide:confirm","value":"([^|"]+)\|/.exec(JSON.stringify(skydesk.slack.sees('ana').at(-1))) ?? [];
  return id;
}

test('a preview that is swapped before its button is pressed changes nothing', async () => {
  const other = await previewed('alert delete "Night watch"');
  const harmless = await previewed('alert create "Disk 90" disk=90 to=ops@example.com');
  await swap('preview', harmless, other);
  skydesk.cloud.clearRequests();
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.settled({ delayed: true });
  expect(skydesk.changes()).toEqual([]);
  expect(skydesk.last('ana')).toContain('This isn’t what the preview showed any more. Nothing was changed.');
});

test('a request that is swapped while its review is open is not approved', async () => {
  const open = (ranges: string) => skydesk.ask('ana', `firewall create de1 va1 ${ranges} why="the shop"`);
  const small = await open('source=10.7.81.0/24 destination=10.9.1.0/24');
  const wide = await open('source=10.8.0.0/20 destination=10.9.0.0/20');
  expect(await skydesk.review('ben', small)).toContain('10.7.81.0/24');
  await swap('change', small, wide);
  skydesk.cloud.clearRequests();
  await skydesk.doing(() => skydesk.submit('ben'));
  await skydesk.settled({ delayed: true });
  expect(skydesk.changes()).toEqual([]);
  expect(skydesk.whispered('ben')).toContain('This isn’t the request that you reviewed any more');
  expect((await skydesk.stateOf(small)).status).toBe('open');
  // Its proof is missing even if it is approved as it is now.
  await skydesk.decide('ben', small, 'Approve');
  await skydesk.settled({ delayed: true });
  expect(skydesk.changes()).toEqual([]);
});

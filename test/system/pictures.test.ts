import { afterEach, beforeEach, expect, test } from 'vitest';
import { asObject, asObjects, asString, type JsonObject } from '../../local/slack/payload/json.ts';
import { skydeskOfFile } from '../harness/index.ts';

/* The picture of what a request opens, from the bundle that draws it to the card. */

const skydesk = await skydeskOfFile();
beforeEach(() => skydesk.fresh());
afterEach(() => skydesk.slack.clearFaults());

const minute = 60_000;
const open = 'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="Nightly backup" ends=2h';

/** The blocks of the card of a request. */
async function cardOf(id: string): Promise<readonly JsonObject[]> {
  const [card] = (await skydesk.stateOf(id)).cards;
  return asObjects(skydesk.slack.sees('ben', 'approvals').find(({ ts }) => ts === card?.ts)?.blocks);
}

/** The pictures of that card, by their files, with what they show in words. */
const picturesOf = async (id: string) =>
  (await cardOf(id))
    .filter(({ type }) => type === 'image')
    .map(({ slack_file, alt_text }) => ({
      file: asString(asObject(slack_file).id),
      words: asString(alt_text),
    }));

/** Lets what comes a few seconds later come. */
const soon = (): Promise<void> => skydesk.settled({ delayed: true });

test('a card gets the picture of what it opens after it is posted, once; its review has it, too', async () => {
  const id = await skydesk.ask('ana', open);
  expect(await picturesOf(id)).toEqual([]);
  await soon();
  const [image, ...more] = await picturesOf(id);
  expect(more).toEqual([]);
  expect(image?.words).toMatch(
    /^#\d+, risk \d+: from DE1 · ACME 10\.0\.0\.0\/8 \(16,777,216 addresses\) to VA1 · ACME 10\.1\.0\.0\/24 \(256 addresses\), all ports \(including SSH, RDP\), for 2 h\.$/,
  );
  const response = await fetch(`${skydesk.url}/files/${image?.file}`);
  const content = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(content.subarray(1, 4).toString()).toBe('PNG');
  expect(await skydesk.review('ben', id)).toContain(image?.file);
});

test('a suggestion has a picture of its own; when it is declined, the first one is shown again', async () => {
  const id = await skydesk.ask('ana', open);
  await soon();
  const [before] = await picturesOf(id);
  await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.3.0/24' });
  expect(await picturesOf(id)).toEqual([before]);
  await soon();
  const [suggested] = await picturesOf(id);
  expect(suggested?.words).toBe(`${before?.words} Suggested: from 10.0.3.0/24.`);
  await skydesk.press('ana', 'Decline');
  await soon();
  expect(await picturesOf(id)).toEqual([before]);
});

test.each([
  ['the upload', 'files.getUploadURLExternal', { error: 'missing_scope' }],
  ['Slack', 'files.completeUploadExternal', { drop: 'before' }],
] as const)(
  'where %s fails, the card stays as it is, and nothing is tried for ever',
  async (_, method, fault) => {
    const id = await skydesk.ask('ana', open);
    const card = await cardOf(id);
    const broken = skydesk.slack.fault({ method, times: 9, ...fault });
    await skydesk.pass(45 * minute);
    expect(await cardOf(id)).toEqual(card);
    expect(broken.pending).toBe(true);
  },
);

test('a card that Slack does not take with its picture is the one without it', async () => {
  const id = await skydesk.ask('ana', open);
  skydesk.slack.fault({ method: 'chat.update', error: 'invalid_blocks', times: 1 });
  await soon();
  expect(await skydesk.card(id)).toContain('0 of ');
  expect(await picturesOf(id)).toEqual([]);
  await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.3.0/24' });
  expect(await picturesOf(id)).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { asObject, asObjects, asString } from '../../local/slack/payload/json.ts';
import { freshSkydesk } from '../support/index.ts';

/* The picture of an opening, from the bundle that renders it to the card. */

const skydesk = await freshSkydesk();

const open = 'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="Nightly backup" ends=2h';

/** The pictures on the card of a request, by their files, with their alternative texts. */
async function picturesOf(id: string) {
  const [card] = (await skydesk.stateOf(id)).cards;
  const shown = skydesk.slack.sees('ben', 'approvals').find(({ ts }) => ts === card?.ts);
  return asObjects(shown?.blocks)
    .filter(({ type }) => type === 'image')
    .map(({ slack_file, alt_text }) => ({
      file: asString(asObject(slack_file).id),
      words: asString(alt_text),
    }));
}

/** Downloads a file as Slack does that shows it in a message: one that no message shares is not found. */
async function download(file: string | undefined) {
  const response = await fetch(`${skydesk.url}/files/${file}`);
  return { type: response.headers.get('content-type'), content: Buffer.from(await response.arrayBuffer()) };
}

test('a card gets the picture of its opening after it is posted, once; its review has it, too', async () => {
  const id = await skydesk.ask('ana', open);
  expect(await picturesOf(id)).toEqual([]);
  await skydesk.settled({ delayed: true });
  const [image, ...more] = await picturesOf(id);
  expect(more).toEqual([]);
  expect(image?.words).toMatch(
    /^#\d+, risk \d+: from DE1 · ACME 10\.0\.0\.0\/8 \(16,777,216 addresses\) to VA1 · ACME 10\.1\.0\.0\/24 \(256 addresses\), all ports \(including SSH, RDP\), for 2 h\.$/,
  );
  const { type, content } = await download(image?.file);
  expect(type).toBe('image/png');
  expect(content.subarray(1, 4).toString()).toBe('PNG');
  expect(await skydesk.review('ben', id)).toContain(image?.file);
});

test('a picture is shared in the thread of its card, and the requester sees what is suggested in it', async () => {
  const id = await skydesk.ask('ana', open);
  await skydesk.settled({ delayed: true });
  await skydesk.decide('ben', id, 'Suggest Changes', { 'Suggested source': '10.95.131.0/24' });
  await skydesk.settled({ delayed: true });
  const [card] = (await skydesk.stateOf(id)).cards;
  const thread = skydesk.slack.sees('ben', 'approvals').filter(({ threadTs }) => threadTs === card?.ts);
  const shared = thread.flatMap(({ files }) => asObjects(files).map((file) => asString(file.id)));
  const offer = asObjects(skydesk.slack.sees('ana', 'dm').at(-1)?.blocks).find(
    ({ type }) => type === 'image',
  );
  expect(asString(offer?.alt_text)).toContain('Suggested: from 10.95.131.0/24.');
  expect(shared).toHaveLength(2);
  expect(asString(asObject(offer?.slack_file).id)).toBe(shared[1]);
  expect(shared).toEqual(expect.arrayContaining((await picturesOf(id)).map(({ file }) => file)));
});

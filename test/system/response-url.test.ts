import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Loopback, listenOnLoopback } from '../../local/loopback/listen.ts';
import { freshSkydesk, interaction, type SignedRequest, send, slash } from '../support/index.ts';

/*
 * A person who has the signing secret signs a request that names a response URL of theirs, from a channel that Skydesk isn't
 * in, so that the answer can't be posted there.
 */

const bot = await freshSkydesk();
const stolen: string[] = [];
let host: Loopback;
beforeAll(async () => {
  host = await listenOnLoopback((request, response) => {
    stolen.push(request.url ?? '');
    response.end('ok');
  });
});
beforeEach(() => stolen.splice(0));
afterAll(() => host.close());

const person = { id: 'U0BEN', name: 'ben', username: 'ben', team_id: 'T0SKYDESK' };
const from = {
  user: person,
  team: { id: 'T0SKYDESK', domain: 'acme' },
  api_app_id: 'A0SKYDESK',
  trigger_id: 'made-up',
};
const click = (responseUrl: string) =>
  interaction(bot, {
    ...from,
    type: 'block_actions',
    channel: { id: 'C0WARROOM' },
    response_url: responseUrl,
    actions: [{ type: 'button', action_id: 'decide:confirm', value: '0123', action_ts: responseUrl }],
  });
const submission = (responseUrl: string) =>
  interaction(bot, {
    ...from,
    type: 'view_submission',
    view: {
      id: 'V0BEN',
      type: 'modal',
      callback_id: 'preview',
      private_metadata: JSON.stringify({ pending: '0123', channel: 'C0WARROOM', responseUrl }),
      blocks: [],
      state: { values: {} },
    },
  });
const command = (line: string) => (responseUrl: string) =>
  slash(bot, line, person.id, { channel_id: 'C0WARROOM', response_url: responseUrl });

test.each<[string, string, (url: string) => SignedRequest]>([
  ['of a read', 'Disk 80', command('alert list')],
  ['of a new key', 'API key', command('key create for=24h')],
  ['of a click', 'preview', click],
  ['of a submitted modal', 'preview', submission],
])('the answer %s goes to its person in Slack, and nowhere else', async (_, words, request) => {
  const { ack, said } = await bot.outcomeOf(() => send(bot, request(`${host.url}/steal`)));
  expect(ack).toBe('ok');
  expect(stolen).toEqual([]);
  expect(said.map(({ to }) => to)).toEqual(['D0BEN']);
  expect(said[0]?.lines.join('\n')).toContain(words);
  expect(JSON.stringify(said)).not.toContain('skydesk_U0BEN');
});

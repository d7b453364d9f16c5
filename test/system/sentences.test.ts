import { describe, expect, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import { changes, type Outcome, shownAs, skydeskOfFile, text } from '../support/index.ts';

/* What a person types in their own words, over the built bundles. */

const skydesk = await skydeskOfFile();
const typed = (sentence: string, as = 'ana'): Promise<Outcome> => skydesk.type(as, sentence);
const written = (channel: string, message: string, more = {}): Promise<Outcome> =>
  skydesk.outcomeOf(() => skydesk.slack.type('ana', channel, message, more));
const top = (): string => shownAs(skydesk.slack.views('ana').at(-1));

const spoken = 'open ssh on DE1ACMEWEB03 from 203.0.113.7 for 2h because checkout is down';
const line = '/cloud ip add DE1ACMEWEB03 tcp/22 from=203.0.113.7 ends=2h why="checkout is down"';

describe('a sentence shows what it would do, and the line that it was understood as', () => {
  test.each([
    ['as a slash command', () => typed(spoken)],
    ['as a mention', () => written('cloud-ops', `@Skydesk please ${spoken}`)],
    ['as a direct message', () => written('dm', spoken)],
  ])('%s', async (_, say) => {
    const preview = await say();
    expect(text(preview)).toContain('Open SSH (22) on DE1ACMEWEB03 to 203.0.113.7 for 2 h?');
    expect(text(preview)).toContain(`Understood as ${line}`);
    expect(changes(preview)).toEqual([]);
  });
});

test('who may reach it has to be entered where nobody was named', async () => {
  const answer = await typed('open ssh on DE1ACMEWEB03 because checkout is down');
  // Without “from”, the line would be one to everyone.
  expect(text(answer)).toContain('/cloud ip add DE1ACMEWEB03 tcp/22 from=? ends=2h why="checkout is down"');
  expect(text(answer)).toContain('You named no end, so 2 h. · You named nobody who may reach it.');
  expect(changes(answer)).toEqual([]);

  await skydesk.press('ana', 'Open Form');
  expect(top()).toContain('Who may reach it');
  const empty = await skydesk.slack.submit('ana');
  expect(empty).toMatchObject({ errors: { 'field:from': expect.any(String) } });
  await skydesk.doing(async () =>
    expect(await skydesk.slack.submit('ana', { 'Who may reach it': 'anyone' })).toMatchObject({ errors: {} }),
  );
  expect(top()).toContain('Open SSH (22) on DE1ACMEWEB03 to anyone on the internet for 2 h?');
});

test('policies are asked first, and the form under the answer has the end and the reason', async () => {
  const answer = await typed('let DE1ACMEWEB03 reach DE1ACMEDB02 on 5432 until 23:59 because nightly backup');
  expect(text(answer)).toContain('Not allowed · DE1ACMEWEB03 → DE1ACMEDB02 on PostgreSQL (5432)');
  await skydesk.press('ana', 'Request Access…');
  const form = JSON.stringify(skydesk.slack.views('ana').at(-1));
  expect(form).toContain('"nightly backup"');
  expect(form).toContain('"23:59"');
});

test('a name of several servers is asked about, and no button forgets the end', async () => {
  const answer = await typed('let web03 reach DE1ACMEDB02 on 5432 for 30 min');
  expect(text(answer)).toContain('Which server is “web03”');
  expect(text(answer)).toContain('It fits ');
  expect(text(answer)).not.toMatch(/\[\w+WEB03\]/);
});

test('“it” and “ssh on web03” are what the person opened, and “it” in a thread is what the thread is about', async () => {
  await typed(spoken);
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.settled({ delayed: true });
  for (const close of ['close it', 'close ssh on web03', 'end it now', 'keep it open for another hour']) {
    const preview = await typed(close);
    expect(text(preview)).toContain('SSH (22) on DE1ACMEWEB03');
    expect(changes(preview)).toEqual([]);
  }
  expect(text(await typed('close https on web03'))).toContain('There is no active change with an end');
  expect(text(await typed('close it', 'ben'))).toContain('There is no active change with an end');

  await skydesk.slack.type('ben', 'cloud-ops', 'WEB01 is slow again');
  const elsewhere = asString(skydesk.slack.sees('ana', 'cloud-ops').at(-1)?.ts);
  // Her only opening is another one, so it isn't what “it” means there.
  const other = await written('cloud-ops', '@Skydesk close it', { threadTs: elsewhere });
  expect(text(other)).toContain('There is no active change with an end “it”');
});

test('what is not understood is one sentence, with the nearest commands as buttons', async () => {
  const answer = await typed('open ssh on web03 and close 443 on web04');
  expect(text(answer)).toContain('❌ I don’t understand “and close 443 on web04” here.');
  expect(JSON.stringify(answer.said)).toContain('ip add');
});

test('a sentence of a guest is refused like a command', async () => {
  expect(text(await typed(spoken, 'gus'))).toContain('Guests can’t use Skydesk');
});

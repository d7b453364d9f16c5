import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkMessage } from '../../local/slack/blocks/check-message.ts';
import { checkView } from '../../local/slack/blocks/check-view.ts';
import { asObject, asObjects, parseJson } from '../../local/slack/payload/json.ts';
import { markupIn } from '../support/index.ts';
import { openReceiver, type Taken } from '../support/receiver.ts';
import { figuresOf } from './figures.ts';
import { needle, type Tried, tried } from './requests-events.ts';
import { patience, seed, tries } from './seeds.ts';

const events = tries(10_500);
const figures = figuresOf('requests');

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

/** The possible further fields of a log line. */
const facts = ['status', 'why', 'error', 'ms', 'method', 'ours', 'severity', 'cold'];

function expectSoundLog(line: string): void {
  const {
    level,
    message,
    timestamp,
    service,
    bot,
    version,
    correlation_id: _,
    _aws,
    RequestsFailed: __,
    ...rest
  } = JSON.parse(line);
  expect([level, service, bot, typeof version, typeof message, typeof timestamp]).toEqual([
    expect.stringMatching(/^(INFO|WARN)$/),
    'receiver',
    'skydesk',
    'string',
    'string',
    'string',
  ]);
  expect(facts).toEqual(expect.arrayContaining(Object.keys(rest)));
  expect(line).not.toContain(needle);
  expect(line.indexOf('\n')).toBe(line.length - 1);
}

/** An acknowledgement that Slack could show. */
function expectShown({ body, headers }: Taken['answer'], { meant, whole }: Tried): void {
  if (headers?.['content-type'] !== 'application/json') {
    expect(['', meant.challenge]).toContain(body);
    return;
  }
  const said = asObject(parseJson(body));
  if (said.response_action === 'errors') {
    const blocks = asObjects(asObject(meant.view).blocks).map(({ block_id }) => block_id);
    if (whole) expect(blocks).toEqual(expect.arrayContaining(Object.keys(asObject(said.errors))));
    for (const error of Object.values(asObject(said.errors))) expect(error).toMatch(/\S/);
    return;
  }
  if (said.response_action === 'push' || said.response_action === 'update') {
    expect(checkView(said.view, '/view')).toEqual([]);
    return;
  }
  // A review is closed with the form on top of it.
  if (said.response_action === 'clear') {
    expect(said).toEqual({ response_action: 'clear' });
    return;
  }
  expect(said.response_type).toBe('ephemeral');
  expect(checkMessage(said)).toBeUndefined();
  expect(markupIn(said)).toEqual([]);
}

test(
  'every request gets its proper answer, and every accepted one is a job that the worker understands',
  async () => {
    const kinds = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(tried, async (request) => {
        const { answer, jobs, logged } = await receiver.take(request.event);
        expect(request.statuses).toContain(answer.statusCode);
        if (answer.statusCode !== 200) expect([answer.body, jobs]).toEqual(['', []]);
        else expectShown(answer, request);
        expect(jobs.length).toBeLessThanOrEqual(1);
        for (const line of logged) expectSoundLog(line);
        const came = jobs[0]?.kind ?? String(answer.statusCode);
        kinds.set(came, (kinds.get(came) ?? 0) + 1);
        figures.count('requests sent');
        figures.count(jobs[0] ? `accepted as a ${came}` : `answered ${came}, without a job`);
      }),
      { numRuns: events, seed },
    );
    for (const came of ['200', '400', '401', 'command', 'decision', 'form', 'home', 'review', 'vote'])
      expect(kinds.get(came), came).toBeGreaterThan(events / 400);
  },
  patience(600_000),
);

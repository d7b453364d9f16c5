import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Slack, startSlack } from '../../../../local/slack/index.ts';
import { hasForm } from '../../../../src/command-line/form.ts';
import { slackProbe } from '../../../../src/health/probes/slack-probe.ts';
import { request } from '../../../../src/http/request.ts';
import { operations } from '../../../../src/operations/index.ts';
import { allSamples as samples } from '../../../support/made/sample-messages.ts';

let slack: Slack;
beforeAll(async () => {
  slack = await startSlack({ signingSecret: 's', botToken: 'xoxb-1', requestUrl: 'http://127.0.0.1:9' });
});
afterAll(() => slack.close());

test('each sample has a name of its own', () => {
  expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
});

test.each(samples.map((sample) => [sample.name, sample] as const))('Slack takes %s', async (_, sample) => {
  const { ask } = slackProbe(
    async () => 'xoxb-1',
    () => slack.apiUrl,
    request,
  );
  for (const rendered of [sample.rendered, sample.otherwise ?? sample.rendered]) {
    const { body } = await ask('blocks.validate', { [sample.as]: JSON.stringify(rendered) });
    expect(body).toEqual({ ok: true });
  }
});

/** Every value of a key, at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ...(name === key ? [one] : []),
    ...valuesOf(key, one),
  ]);
}
const kinds = new Set(valuesOf('type', samples));

test('the samples have each kind of block and element that the bot renders', () => {
  for (const kind of (
    'header rich_text actions data_table data_visualization modal input context section divider ' +
    'mrkdwn overflow static_select plain_text_input alert date user emoji raw_number'
  ).split(' '))
    expect(kinds).toContain(kind);
});

test('the samples have each form, empty and full', () => {
  const names = samples.map(({ name }) => name);
  for (const { id } of operations.filter(hasForm)) {
    expect(names).toContain(`form of ${id}`);
    expect(names).toContain(`form of ${id}, full`);
  }
});

test('the largest samples are as large as Slack allows', () => {
  const lengths = (name: string) =>
    valuesOf(
      'text',
      samples.find((sample) => sample.name === name),
    ).map((text) => String(text).length);
  expect(Math.max(...lengths('text at its limits'))).toBeGreaterThan(900);
  const table = samples.find(({ name }) => name === 'a table at its limits');
  expect(valuesOf('rows', table?.rendered)[0]).toHaveLength(101);
  const chart = samples.find(({ name }) => name === 'a chart at its limits');
  expect(valuesOf('categories', chart?.rendered)[0]).toHaveLength(20);
  const form = samples.find(({ name }) => name === 'form of alert.assign, full');
  expect(valuesOf('options', form?.rendered)[0]).toHaveLength(100);
});

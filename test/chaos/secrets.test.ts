import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialsOf } from '../../local/cloud/index.ts';
import { asObject, asString, parseJson } from '../../local/slack/payload/json.ts';
import { findSecrets } from '../support/secrets-scan.ts';
import { readable } from '../support/stored.ts';
import { awsSecretKey, startTestbed, type Testbed } from '../support/testbed.ts';
import type { Call, Way } from '../support/wire.ts';
import { figuresOf } from './figures.ts';
import { scenes } from './scenes.ts';
import { isAll, patience, random } from './seeds.ts';
import { smooth, tryOut } from './trial.ts';

const figures = figuresOf('secrets');

describe('the scanner', () => {
  const secret = 'correct/horse+battery "staple" é';
  const bytes = Buffer.from(secret);
  test.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['as a field of a form', new URLSearchParams({ password: secret }).toString()],
    ['in JSON', JSON.stringify({ password: secret })],
    ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ password: secret }) })],
    ['in hexadecimal', bytes.toString('hex')],
    ['in base64', bytes.toString('base64')],
    ['in base64url', bytes.toString('base64url')],
    ['in base64 of a longer text', Buffer.from(`skydesk:${secret}:end`).toString('base64')],
    ['in base64 of a text one byte longer', Buffer.from(`?${secret}`).toString('base64')],
    ['in base64url of a text two bytes longer', Buffer.from(`??${secret}!`).toString('base64url')],
  ])('finds a planted secret %s', (_, planted) => {
    const found = findSecrets({ password: secret }, [
      ['clean', 'nothing to see'],
      ['a log line', `{"level":"INFO","message":"${planted}"}`],
    ]);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ of, where }) => `${of} in ${where}`))).toEqual(
      new Set(['password in a log line']),
    );
  });

  test('finds nothing if there is only a part of it', () => {
    expect(findSecrets({ password: secret }, [['a log line', secret.slice(1)]])).toEqual([]);
  });
});

describe('all operations once, every other one with a response that echoes secrets', () => {
  let testbed: Testbed;
  const calls: Call[] = [];
  beforeAll(async () => {
    testbed = await startTestbed();
    const draw = random('secrets');
    const played = isAll ? scenes : scenes.filter(({ changes, risk }) => changes || risk === 'reads');
    for (const [at, scene] of played.entries()) {
      const usual = await smooth(testbed, scene);
      calls.push(...testbed.wire.calls);
      if (!isAll && at % 2 === 0) continue;
      const { by, name, nth } = draw.pick(
        usual.calls.filter(
          ({ by: who, side }) => who === 'worker' && (side === 'service' || side === 'slack'),
        ),
      );
      const way = draw.pick<Way>(['echo', 'echo', '500', 'html']);
      await tryOut(testbed, scene, usual, [{ by, name, nth, way, times: 2, done: false }]);
      calls.push(...testbed.wire.calls);
    }
    await testbed.forgetDeadLetters();
    await testbed.doing(() => testbed.sweeper.invoke({}), true);
    calls.push(...testbed.wire.calls);
  }, patience(600_000));
  afterAll(() => testbed.stop());

  test('no secret in logs, messages, the queue, the table, errors or traces', async () => {
    const tokens = testbed.wire.bearers;
    expect(tokens.size).toBeGreaterThan(0);
    const items = await testbed.stored.items();
    const slackSecret = (kind: 'signing' | 'token') =>
      asObject(parseJson(testbed.aws.secrets.get(`skydesk/slack-${kind}`)));
    const secrets = {
      'the password': credentialsOf().password,
      'the signing secret': asString(slackSecret('signing').signingSecret),
      'the bot’s token': asString(slackSecret('token').botToken),
      'AWS’s secret key': awsSecretKey,
      ...Object.fromEntries([...tokens].map((token, at) => [`bearer token ${at + 1}`, token])),
    };
    const texts: (readonly [string, string])[] = [
      ...testbed.logs.map((text) => ['a log line', text] as const),
      ...calls
        .filter(({ name }) => !name.endsWith('/authentication/login'))
        .map(({ by, name, body }) => [`what the ${by} sent to ${name}`, body] as const),
      ...items.map((item) => [`an item of the table, ${item.pk}`, JSON.stringify(readable(item))] as const),
      ...testbed.ends.map((end) => ['the end of a run', endInWords(end)] as const),
      ...testbed.slack.journal().map(({ kind, data }) => [`Slack: ${kind}`, JSON.stringify(data)] as const),
      ...testbed.inspector.traces().map((trace) => ['a trace', JSON.stringify(trace)] as const),
    ];
    const places = new Set(texts.map(([where]) => where.split(',')[0]));
    expect([...places]).toEqual(expect.arrayContaining(['a log line', 'an item of the table', 'a trace']));
    expect(texts.length).toBeGreaterThan(1000);
    figures.count('texts searched', texts.length);
    figures.count('secrets searched for', Object.keys(secrets).length);
    expect(findSecrets(secrets, texts)).toEqual([]);
  });
});

const endInWords = (end: unknown): string =>
  end instanceof Error ? `${end.stack} ${JSON.stringify(end)}` : (JSON.stringify(end) ?? '');

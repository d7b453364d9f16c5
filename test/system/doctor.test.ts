import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialsOf } from '../../local/cloud/index.ts';
import type { Skydesk } from '../../local/skydesk.ts';
import { botUnderTest, bundlesWith, openSkydesk, removeBundles, text } from '../harness/index.ts';

describe('/cloud doctor', () => {
  const bot = botUnderTest({ workers: 1 });

  test('answers the person who asks, and nobody else', async () => {
    const { said, ack, logged } = await bot.type('doctor', { as: 'vic' });
    // One check sends the MCP endpoint what Slack did not sign.
    expect({ ack, logged }).toEqual({ ack: 'ok', logged: ['request refused'] });
    expect(said.map(({ to, lines }) => ({ to, lines }))).toEqual([
      {
        to: 'only vic',
        lines: [
          expect.stringMatching(/^✅ 16 checks passed in \d+\.\d s$/),
          expect.stringMatching(/^Passed: Environment · Policy · .* · Agents · Clock$/),
          '[Share to Channel]',
        ],
      },
    ]);
  });

  test('says what it may not look at in the worker’s name', async () => {
    const denied = { kind: 'refuse', type: 'AccessDeniedException' } as const;
    bot.skydesk.aws.faults.next('SQS.GetQueueAttributes', denied);
    const outcome = await bot.type('doctor');
    expect(text(outcome)).toContain('1 check skipped');
    expect(text(outcome)).toContain(
      'Skipped: Queue: These AWS credentials can’t read the queue’s settings. → Run npm run doctor -- --stage STAGE in a terminal',
    );
  });

  test('holds neither names of secrets, nor secrets, nor account numbers, nor stacks', async () => {
    bot.skydesk.aws.secrets.put('skydesk/service', { username: 'skydesk', password: 'not-the-password' });
    const outcome = await bot.type('doctor');
    bot.skydesk.aws.secrets.put('skydesk/service', credentialsOf());
    const whole = JSON.stringify(outcome.said);
    expect(text(outcome)).toContain('❌ Cloud API login: The cloud API rejected the username or password.');
    expect(whole).not.toMatch(
      /skydesk\/(service|slack)|not-the-password|xoxb-local|local-signing|\d{12}|\bat .*\.(js|ts):\d/,
    );
  });
});

describe('under a policy that cannot work', () => {
  let bundles: string;
  let skydesk: Skydesk;
  beforeAll(async () => {
    bundles = await bundlesWith({
      workspace: 'T0SKYDESK',
      people: { read: ['U0ANA', 'S0OPERATORS'], change: ['S0NOBODY'], approve: ['U0BEN'] },
    });
    skydesk = await openSkydesk({ bundles, workers: 1 });
  });
  afterAll(async () => {
    await skydesk.close();
    await removeBundles(bundles);
  });

  async function told(person: string): Promise<string> {
    const cursor = skydesk.slack?.cursor() ?? 0;
    await skydesk.slack?.type(person, 'cloud-ops', '/cloud doctor');
    await skydesk.settled();
    return JSON.stringify(skydesk.slack?.journal(cursor).filter(({ kind }) => kind === 'message.posted'));
  }

  test('the doctor says which group Slack does not know, though nothing else runs for that', async () => {
    const said = await told('ana');
    expect(said).toContain('The user group S0NOBODY, named in people.change, doesn’t exist in Slack');
  });

  test('a person who could only be named by that group is not let in', async () => {
    const said = await told('vic');
    expect(said).not.toContain('S0NOBODY');
    expect(said).toContain('Something went wrong in Skydesk.');
  });
});

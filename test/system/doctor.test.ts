import { describe, expect, test } from 'vitest';
import { credentialsOf } from '../../local/cloud/index.ts';
import { freshSkydesk, skydeskOfFile, text } from '../support/index.ts';

describe('/cloud doctor', async () => {
  const bot = await freshSkydesk({ workers: 1 });

  test('answers the person who runs it, and nobody else', async () => {
    const { said, ack, logged } = await bot.type('vic', 'doctor');
    // One check sends the MCP endpoint a request that Slack did not sign.
    expect({ ack, logged }).toEqual({ ack: 'ok', logged: ['request refused'] });
    expect(said.map(({ to, lines }) => ({ to, lines }))).toEqual([
      {
        to: 'only vic',
        lines: [
          '1 check skipped',
          expect.stringMatching(/^─+$/),
          expect.stringMatching(/^Skipped: Signing secret: Of all functions only the receiver may read it/),
          expect.stringMatching(/^Passed: Environment · Policy · .* · Agents · Clock$/),
          expect.stringMatching(/^Skydesk \d+\.\d+\.\d+/),
          '[Share to Channel]',
        ],
      },
    ]);
  });

  test('says what the worker’s permissions don’t let it check', async () => {
    const denied = { kind: 'refuse', type: 'AccessDeniedException' } as const;
    bot.aws.faults.next('SQS.GetQueueAttributes', denied);
    const outcome = await bot.type('ana', 'doctor');
    expect(text(outcome)).toContain('2 checks skipped');
    expect(text(outcome)).toContain(
      'Skipped: Queue: These AWS credentials can’t read the queue’s settings. → Run npm run doctor -- --stage STAGE in a terminal',
    );
  });

  test('contains neither names of secrets, nor secrets, nor account numbers, nor stacks', async () => {
    bot.aws.secrets.put('skydesk/service', { username: 'skydesk', password: 'not-the-password' });
    const outcome = await bot.type('ana', 'doctor');
    bot.aws.secrets.put('skydesk/service', credentialsOf());
    const whole = JSON.stringify(outcome.said);
    expect(text(outcome)).toContain('❌ Cloud API login: The cloud API rejected the username or password.');
    expect(whole).not.toMatch(
      /skydesk\/(service|slack)|not-the-password|xoxb-local|local-signing|\d{12}|\bat .*\.(js|ts):\d/,
    );
  });
});

describe('a policy that cannot work', async () => {
  const bot = await skydeskOfFile({
    policy: {
      workspace: 'T0SKYDESK',
      people: { read: ['U0ANA', 'S0OPERATORS'], change: ['S0NOBODY'], approve: ['U0BEN'] },
    },
    workers: 1,
  });
  const said = async (person: string): Promise<string> => text(await bot.type(person, 'doctor'));

  test('the doctor names a group that Slack does not know, though no job checks that', async () => {
    expect(await said('ana')).toContain(
      'The user group S0NOBODY, named in people.change, doesn’t exist in Slack',
    );
  });

  test('a person whom only that group could name is not let in, and reads that it is missing', async () => {
    const answer = await said('vic');
    expect(answer).toContain('You don’t have permission to use Skydesk.');
    expect(answer).toContain('Slack lists no members of the user group S0NOBODY');
    expect(answer).not.toContain('All checks');
  });
});

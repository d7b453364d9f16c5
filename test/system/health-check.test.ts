import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { asObject, parseJson } from '../../local/slack/payload/json.ts';
import { openSkydesk } from '../support/index.ts';

/*
 * The health check that the schedule runs in the worker once a day.
 */

const lines: string[] = [];
let skydesk: Skydesk;
beforeAll(async () => {
  skydesk = await openSkydesk({ alone: true, workers: 1, onLog: ({ text }) => lines.push(text) });
});
afterAll(() => skydesk.close());

/** The log lines of the check. */
async function check(): Promise<readonly Record<string, unknown>[]> {
  lines.length = 0;
  await skydesk.worker.invoke({ healthCheck: true });
  return lines
    .map((line) => asObject(parseJson(line)))
    .filter(({ message }) => String(message).startsWith('health '))
    .map(({ message, check, problems, HealthProblems }) => ({ message, check, problems, HealthProblems }));
}

const named = (name: string) => ({ message: 'health problem', check: name });

test('finds nothing if everything works, then a token that was revoked and a password that was changed, until they are stored', async () => {
  const token = skydesk.aws.secrets.get('skydesk/slack-token');
  expect(await check()).toEqual([{ message: 'health checked', problems: 0 }]);

  await skydesk.inspector.setFault('password-at-service', true);
  skydesk.aws.secrets.put('skydesk/slack-token', { botToken: 'xoxb-revoked' });
  const found = await check();
  expect(found).toEqual(expect.arrayContaining([named('Slack token'), named('Cloud API login')]));
  expect(found.at(-1)).toEqual({
    message: 'health checked',
    problems: found.length - 1,
    HealthProblems: found.length - 1,
  });

  await skydesk.inspector.setFault('password-at-service', false);
  skydesk.aws.secrets.put('skydesk/slack-token', token);
  expect(await check()).toEqual([{ message: 'health checked', problems: 0 }]);
});

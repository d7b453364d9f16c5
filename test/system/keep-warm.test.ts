import { expect, test } from 'vitest';
import { skydeskOfFile } from '../support/index.ts';

/*
 * The schedule that keeps a worker warm also keeps it logged in, so that the first person of the day does not wait for a login.
 */

const day = 24 * 3_600_000;

const lines: string[] = [];
const skydesk = await skydeskOfFile({ workers: 1, onLog: ({ text }) => lines.push(text) });

/** How often the worker has logged in to the cloud API, and requested its identity from Slack. */
const logins = () => [
  skydesk.cloud.requests.filter(({ path }) => path.endsWith('login')).length,
  lines.filter((line) => line.includes('"auth.test"')).length,
];
const keepWarm = () => skydesk.worker.invoke({ keepWarm: true });

test('a worker that is kept warm is logged in before the first command, and again once its token has expired', async () => {
  await skydesk.worker.coldStart();
  await keepWarm();
  const first = logins();
  await keepWarm();
  await skydesk.type('ana', 'alert list');
  expect(logins()).toEqual(first);

  skydesk.time?.advance(15 * day);
  await keepWarm();
  const [cloud = 0] = first;
  expect(logins()[0]).toBe(cloud + 1);
  await skydesk.type('ana', 'alert list');
  expect(skydesk.whispered('ana')).toContain('Night watch');
  expect(logins()[0]).toBe(cloud + 1);
});

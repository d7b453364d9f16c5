import { beforeEach, expect, test } from 'vitest';
import type { LogLine } from '../../../local/aws/index.ts';
import { createKey, keyIdIn, sendTo, skydeskOfFile, withKey } from '../../support/index.ts';
import { metricValues } from './metric-values.ts';

const lines: LogLine[] = [];
const skydesk = await skydeskOfFile({ onLog: (line) => lines.push(line) });
beforeEach(async () => {
  await skydesk.inspector.reset();
  await skydesk.fresh();
});

const run = (token: string) => sendTo(skydesk, '/run', { ...withKey(token, ''), body: 'fields' });

test('CallsLimited: a loop of calls does nothing over the limit, the history shows the key, and its person revokes it', async () => {
  const token = await createKey(skydesk);
  const statuses: number[] = [];
  // On a slow machine the loop lasts longer than the minute of the limit, so that more of its calls pass.
  const limited = () => metricValues(lines, 'CallsLimited').length;
  while (limited() < 50 && statuses.length < 200) {
    const atOnce = Array.from({ length: Math.min(5, 50 - limited()) }, () => run(token));
    statuses.push(...(await Promise.all(atOnce)).map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(limited()).toBe(50);
  await skydesk.type('ana', 'history');
  expect(skydesk.whispered('ana')).toContain(keyIdIn(token));
  await skydesk.type('ana', `key revoke ${keyIdIn(token)}`);
  expect((await run(token)).status).toBe(401);
});

import { expect, test } from 'vitest';
import { visitorsIn } from '../../../../src/aws/sdk/visitor-store.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';

const local = awsOfFile();

test('one job is the first for each person, however often it asks', async () => {
  const visitors = visitorsIn(ownTable(local.aws));
  const asked: readonly (readonly [person: string, job: string, isFirst: boolean])[] = [
    ['U1', 'j1', true],
    ['U1', 'j2', false],
    ['U1', 'j1', true],
    ['U2', 'j2', true],
  ];
  for (const [person, job, isFirst] of asked) expect(await visitors.isFirst(person, job)).toBe(isFirst);
  expect([await visitors.has('U1'), await visitors.has('U9')]).toEqual([true, false]);
});

test('of several jobs at once, one is the first', async () => {
  const visitors = visitorsIn(ownTable(local.aws));
  const jobs = Array.from({ length: 8 }, (_, at) => `at once ${at}`);
  const answers = await Promise.all(jobs.map((job) => visitors.isFirst('U3', job)));
  expect(answers.filter(Boolean)).toHaveLength(1);
});

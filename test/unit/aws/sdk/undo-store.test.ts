import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { done } from '../../../../src/answer/answer.ts';
import { undoStoreIn } from '../../../../src/aws/sdk/undo-store.ts';
import type { ShownUndo, Undo } from '../../../../src/change/model/undo.ts';
import { commandOf, stepOf } from '../../changes.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

const local = awsOfFile();

const noon = Date.UTC(2026, 10, 20, 12);
const undos = (now = noon) => undoStoreIn(ownTable(local.aws), () => now);

let made = 0;
const fresh = (): Undo => {
  made += 1;
  return {
    change: `u${made}`,
    index: 0,
    requester: 'U0ANA',
    step: stepOf({ title: 'make alert policy 1' }),
    ...commandOf('alert delete 1'),
    subject: { kind: 'alert policy', id: '1' },
    warning: ['With ', { bold: 'care' }],
    state: 'a'.repeat(64),
    expires: noon + 1000,
  };
};

test('is kept as it is, once', async () => {
  const undo = fresh();
  await undos().put(undo);
  await undos().put({ ...undo, line: 'another' });
  expect(await undos().check(undo.change, 'j1')).toEqual({ undo });
  const { Item } = await local.table.send(
    new GetCommand({ TableName: local.aws.tableName, Key: { pk: `undo#${undo.change}`, sk: 'undo' } }),
  );
  expect(Item?.ttl).toBeGreaterThan(undo.expires / 1000);
});

test('is used once; the job that used it may ask again, also later', async () => {
  const undo = fresh();
  await undos().put(undo);
  expect(await undos().use(undo.change, 'U0BEN', 'j1')).toEqual({ undo });
  expect(await undos().use(undo.change, 'U0BEN', 'j1')).toEqual({ undo });
  expect(await undos(noon + 5000).check(undo.change, 'j1')).toEqual({ undo });
  expect(await undos().use(undo.change, 'U0ANA', 'j2')).toEqual({ refused: 'used', by: 'U0BEN' });
  expect(await undos(noon + 5000).check(undo.change, 'j2')).toEqual({ refused: 'used', by: 'U0BEN' });
});

test('of many at once one wins', async () => {
  const undo = fresh();
  await undos().put(undo);
  const used = await Promise.all(
    Array.from({ length: 20 }, (_, at) => undos().use(undo.change, `U${at}`, `j${at}`)),
  );
  expect(used.filter((result) => 'undo' in result)).toHaveLength(1);
});

test('is given back by the job that used it alone', async () => {
  const undo = fresh();
  await undos().put(undo);
  await undos().use(undo.change, 'U0BEN', 'j1');
  await undos().giveBack(undo.change, 'j2');
  expect(await undos().check(undo.change, 'j2')).toEqual({ refused: 'used', by: 'U0BEN' });
  await undos().giveBack(undo.change, 'j1');
  await undos().giveBack(undo.change, 'j1');
  expect(await undos().use(undo.change, 'U0ANA', 'j2')).toEqual({ undo });
  expect(await undos().check(undo.change, 'j1')).toEqual({ refused: 'used', by: 'U0ANA' });
  await undos().giveBack('nothing', 'j1');
  expect(await undos().check('nothing', 'j1')).toEqual({ refused: 'unknown' });
});

test('is not offered when its time is over, but a person who has its preview may still use it', async () => {
  const undo = fresh();
  await undos().put(undo);
  expect(await undos(undo.expires - 1).check(undo.change, 'j1')).toEqual({ undo });
  expect(await undos(undo.expires).check(undo.change, 'j1')).toEqual({ refused: 'expired' });
  expect(await undos(undo.expires).use(undo.change, 'U0BEN', 'j1')).toEqual({ undo });
  expect(await undos().use('nothing', 'U0BEN', 'j1')).toEqual({ refused: 'unknown' });
});

test('steps of one change have Undos of their own', async () => {
  const first = fresh();
  const second = { ...first, index: 1 };
  await undos().put(first);
  await undos().put(second);
  await undos().use(first.change, 'U0BEN', 'j1');
  expect(await undos().check(`${first.change}.2`, 'j2')).toEqual({ undo: second });
});

test('the messages that show an Undo are kept until they are hidden, by Undo and all together', async () => {
  const [one, other] = [fresh(), fresh()];
  const shown = (undo: Undo, ts: string): ShownUndo => ({
    undo: undo.change,
    expires: undo.expires,
    message: { channel: 'C1', ts },
    answer: [done('Made')],
  });
  const [first, second, third] = [shown(one, '1'), shown(one, '2'), shown(other, '1')];
  for (const each of [first, second, third, first]) await undos().show(each);
  expect(await undos().shown(one.change)).toEqual([first, second]);
  await undos().hide(first);
  await undos().hide(first);
  expect(await undos().shown()).toEqual([second, third]);
});

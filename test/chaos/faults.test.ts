import { expect, test } from 'vitest';
import type { Disturbance } from '../support/wire.ts';
import { counted, sceneCalled, threeTestbeds } from './faults.ts';
import { smooth, tryOut } from './trial.ts';

/* Faults that once left a person without an answer. */

const worlds = threeTestbeds();

test.concurrent.each(['DynamoDB.PutItem', 'DynamoDB.UpdateItem', 'chat.postEphemeral'])(
  'a worker times out if %s gets no response, and its run goes on',
  (name) =>
    worlds.use(async (testbed) => {
      const scene = sceneCalled('alert.list: types');
      const usual = await smooth(testbed, scene);
      const before = testbed.runs;
      const hang: Disturbance = { by: 'worker', name, nth: 1, way: 'hang', times: 1, done: false };
      const trial = await tryOut(testbed, scene, usual, [hang]);
      expect(counted(trial, 'hang')).toEqual([]);
      expect(trial).toMatchObject({ met: true, end: 'answered', redriven: false, swept: false });
      // The second run is the same message once more.
      expect(testbed.runs - before).toBe(usual.runs + 1);
    }),
);

test.concurrent.each([
  ['firewall.intra.create: approves', 'worker', 'DynamoDB.TransactWriteItems', 4, 'lose', 12],
  ['firewall.intra.create: approves', 'worker', 'DynamoDB.TransactWriteItems', 5, 'lose', 12],
  ['firewall.create: opens the review', 'receiver', 'views.open', 1, 'empty', 1],
] as const)(
  '%s, and the %s’s %s number %i gets no response: people read the outcome all the same',
  (title, by, name, nth, way, times) =>
    worlds.use(async (testbed) => {
      const scene = sceneCalled(title);
      const usual = await smooth(testbed, scene);
      const disturbance: Disturbance = { by, name, nth, way, times, done: false };
      const trial = await tryOut(testbed, scene, usual, [disturbance]);
      expect(counted(trial, way)).toEqual([]);
      expect(trial.met).toBe(true);
    }),
);

import { expect, test } from 'vitest';
import { present } from '../../../src/agents/present.ts';
import type { Answer } from '../../../src/answer/answer.ts';
import { textOf } from '../../support/answer-text.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { answerOf, buttonsIn, contextAt, resolve } from '../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const buttons = (answer: Answer): string[] => buttonsIn(answer).map(({ label }) => label);
const words = (answer: Answer): string => textOf(answer);

/** Both lines were confirmed before either ran. */
test.each([
  ['alert unassign "Memory high" DE1ACMEWEB01', 'It was unassigned already.'],
  ['autoscale remove DE1ACMEWEB01', 'It was removed already.'],
])('a policy that somebody else has removed meanwhile is not put back by an Undo: %s', async (line, says) => {
  const [first, second] = [await resolve(line, context), await resolve(line, context)];
  const removed = await first.run();
  const again = await second.run();
  if (!('answer' in removed && 'answer' in again)) throw new Error('It is followed');
  expect(removed.inverse()).toBeDefined();
  expect(words(again.answer)).toContain(says);
  expect([buttons(again.answer), again.inverse()]).toEqual([['Show Server'], undefined]);
});

test('two operating systems with the same description are both shown', async () => {
  const { service } = context;
  const bareMetal: typeof service.dataCenters.bareMetal = async (id) => {
    const offered = await service.dataCenters.bareMetal(id);
    const same = { type: 'x', description: 'Linux 64-bit' };
    const operatingSystems = [
      { ...same, hourlyRatePerSocket: 0 },
      { ...same, hourlyRatePerSocket: 0.075 },
    ];
    return offered && { ...offered, operatingSystems };
  };
  const given = {
    ...context,
    service: { ...service, dataCenters: { ...service.dataCenters, bareMetal } },
  };
  expect(words(await answerOf('dc baremetal va1', { ...context, service: given.service }))).toContain(
    'Linux 64-bit: free\nLinux 64-bit: $0.075 per socket per hour',
  );
});

test('an agent that was shown an alert policy reads how to assign, update and delete it', async () => {
  const [policy] = await context.service.alertPolicies.list();
  const answer = await answerOf(`alert show ${policy?.id}`, context);
  const { structured } = present({ outcome: 'answered', answer }, '/cloud');
  const known = { policy: policy?.id };
  expect(structured.next).toEqual([
    { label: 'Assign to Server', tool: 'alert_assign', arguments: known, missing: 'server' },
    {
      label: 'Edit Policy',
      tool: 'alert_update',
      arguments: known,
      missing: 'what to change: name, cpu, memory, disk, for or to',
    },
    { label: 'Delete Policy', tool: 'alert_delete', arguments: known },
  ]);
});

import { expect, test } from 'vitest';
import type { Answer } from '../../../src/core/answer.ts';
import { draw } from '../../../src/slack/render/draw.ts';
import { cloudOfFile } from '../local-cloud.ts';
import { answerOf, buttonsIn, contextAt } from './run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

const buttons = (answer: Answer): string[] => buttonsIn(answer).map(({ label }) => label);
const words = (answer: Answer): string => draw(answer, '/cloud').text;

test('only a policy that was on the server can be put back', async () => {
  const line = 'alert unassign "Memory high" DE1ACMEWEB01';
  expect(buttons(await answerOf(line, context))).toEqual(['Put back']);
  const again = await answerOf(line, context);
  expect(words(again)).toContain('was not on DE1ACMEWEB01 any more.');
  expect(buttons(again)).toEqual([]);
});

test('two systems that are described in the same words are both shown', async () => {
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
    'Linux 64-bit: free per socket and hour\nLinux 64-bit: $0.075 per socket and hour',
  );
});

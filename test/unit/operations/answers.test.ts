import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/index.ts';
import { parseCommand } from '../../../src/commands/parse/parse-command.ts';
import type { Answer } from '../../../src/core/answer.ts';
import type { Context } from '../../../src/operations/shared/context.ts';
import { draw } from '../../../src/slack/render/draw.ts';
import { contextAt } from './at-local-cloud.ts';

let cloud: LocalCloud;
let context: Context;

beforeAll(async () => {
  cloud = await startLocalCloud();
  context = await contextAt(cloud);
});
beforeEach(() => cloud.control.reset());
afterAll(() => cloud.close());

async function answerTo(line: string, given = context): Promise<Answer> {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error(`${line}: ${parsed.kind}`);
  const outcome = await (await parsed.prepared.resolve(given)).run();
  return 'answer' in outcome ? outcome.answer : [];
}
const buttons = (answer: Answer): string[] =>
  answer.flatMap((part) => (part.kind === 'steps' ? part.steps.map(({ label }) => label) : []));
const words = (answer: Answer): string => draw(answer, '/cloud').text;

test('only a policy that was on the server can be put back', async () => {
  const line = 'alert unassign "Memory high" DE1ACMEWEB01';
  expect(buttons(await answerTo(line))).toEqual(['Put back']);
  const again = await answerTo(line);
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
  expect(words(await answerTo('dc baremetal va1', given))).toContain(
    'Linux 64-bit: free per socket and hour\nLinux 64-bit: $0.075 per socket and hour',
  );
});

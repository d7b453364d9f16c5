import { expect, test } from 'vitest';
import { UserError } from '../../../src/answer/user-error.ts';
import { expandTargets } from '../../../src/evaluate/expand-targets.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { memory } from '../../support/in-memory/memory.ts';
import { buttonsIn } from '../../support/in-memory/run-line.ts';
import { preparedFrom } from '../../support/made/typed-line.ts';

const cloud = await cloudOfFile();

/** The commands of the requests that a line stands for, and the paths that were read for them. */
async function expanded(line: string, maxTargets = 20) {
  const { deps } = memory({ service: connected(cloud), policy: { ...defaults, maxTargets } });
  await deps.service.login();
  const before = cloud.control.requests().length;
  const steps = await expandTargets(preparedFrom(line), { channel: 'C1', person: 'U0ANA' }, deps);
  const read = cloud.control.requests().slice(before);
  return { lines: steps.map((step) => step.line), read: read.map(({ path }) => path) };
}

test('each target has one request, in the order of the line, and one walk finds them all', async () => {
  const { lines, read } = await expanded(
    'alert assign "Disk 80" de1acmeweb02,de1acmeweb01 de1acmeweb0? ends=2h account=ACME',
  );
  const servers = [2, 1, 3, 4, 5, 6, 7, 8, 9].map((number) => `DE1ACMEWEB0${number}`);
  expect(lines).toEqual(servers.map((name) => `alert assign "Disk 80" ${name} account=ACME ends=2h`));
  expect(read.filter((path) => path.startsWith('/v2/servers'))).toEqual([]);
  expect(new Set(read).size).toBe(read.length);
});

test('a request that names one target reads nothing', async () => {
  expect(await expanded('autoscale remove web01')).toEqual({ lines: ['autoscale remove web01'], read: [] });
});

test.each([
  [
    'autoscale set Batch de1acmecan*',
    ['autoscale set DE1ACMECAN01 Batch', 'autoscale set DE1ACMECAN02 Batch'],
  ],
  ['alert assign de1acmecan* Night', ['alert assign Night DE1ACMECAN01', 'alert assign Night DE1ACMECAN02']],
  [
    'alert unassign can01 can02 "Disk 80"',
    ['alert unassign "Disk 80" DE1ACMECAN01', 'alert unassign "Disk 80" DE1ACMECAN02'],
  ],
  ['alert assign can01 "Disk 80"', ['alert assign "Disk 80" can01']],
])('the two arguments of a command may be swapped: %s', async (line, expected) => {
  expect((await expanded(line)).lines).toEqual(expected);
});

test('the name of a policy that reads like a list of servers is no list', async () => {
  const { alertPolicies } = connected(cloud).account('ACME');
  const [policy] = await alertPolicies.list();
  if (!policy) throw new Error('There is none');
  const { id } = await alertPolicies.create({ ...policy, name: 'CPU,disk' });
  const { lines } = await expanded('alert assign CPU,disk can01');
  expect(lines).toEqual(['alert assign CPU,disk can01']);
  await alertPolicies.delete(id);
  await expect(expanded('alert assign CPU,disk can01')).rejects.toThrow('There is no server “CPU”.');
});

test('more targets than the policy allows are refused, with both numbers', async () => {
  await expect(expanded('autoscale remove de1acmeweb*', 9)).resolves.toMatchObject({ lines: { length: 9 } });
  await expect(expanded('autoscale remove de1acmeweb*', 8)).rejects.toThrow(
    'This names 9 servers. One request can change up to 8.',
  );
});

test('candidates for one of several words are offered in the whole line', async () => {
  const error = await expanded('alert assign "Disk 80" de1acmedb01 web03 group=Canary').catch(
    (reason: unknown) => reason,
  );
  const buttons = error instanceof UserError ? buttonsIn(error.details) : [];
  expect(buttons[0]).toMatchObject({
    label: 'All 3',
    action: { line: 'alert assign "Disk 80" de1acmedb01 *web03* group=Canary' },
  });
});

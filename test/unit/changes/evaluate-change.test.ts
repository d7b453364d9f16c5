import { expect, test } from 'vitest';
import { differences, evaluateChange } from '../../../src/changes/evaluate-change.ts';
import { parseCommand } from '../../../src/commands/parse/parse-command.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';
import { memory } from '../memory.ts';

const cloud = await cloudOfFile();

function evaluated(line: string) {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error('the line is not understood');
  const { deps } = memory({ service: connected(cloud) });
  return evaluateChange([parsed.prepared], { channel: 'C1', person: 'U1' }, deps);
}

test('a policy that is deleted does not count as one that still allows the same', async () => {
  const [rule] = await connected(cloud).account('ACME').crossFirewall.list('de1');
  const { impact, impactLine } = await evaluated(`firewall delete de1 ${rule?.id} why="not needed"`);
  expect(impact.join(' ')).toContain('lose access');
  expect(impact.join(' ')).not.toContain('no access is lost');
  expect(impactLine).toBe('256 addresses lose access to 256');
});

test('of rules with thousands of ranges a hash is kept, which tells when one changes', async () => {
  const { firewall } = connected(cloud).account('ACME');
  const ranges = (last: number) =>
    Array.from({ length: 4000 }, (_, at) => `10.${Math.floor(at / 128)}.${(at % 128) * 2}.${last}/32`);
  const line = 'firewall intra create va1 tcp/443 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';
  const create = () =>
    firewall.create('va1', {
      destinationAccount: 'ACME',
      source: ranges(1),
      destination: ranges(2),
      ports: ['tcp/80'],
    });
  const { id } = await create();
  const before = (await evaluated(line)).basis;
  expect(JSON.stringify(before).length).toBeLessThan(2000);
  await firewall.update('va1', id, { source: ranges(3) });
  const now = (await evaluated(line)).basis;
  expect(differences(before, now)).toEqual([`Firewall policy ${id.slice(0, 8)} was changed.`]);
  expect(differences(now, now)).toEqual([]);
});

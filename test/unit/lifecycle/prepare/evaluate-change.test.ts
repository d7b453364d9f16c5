import { expect, test } from 'vitest';
import { mapNonEmpty } from '../../../../src/core/non-empty.ts';
import type { KnownStep } from '../../../../src/evaluate/after-earlier-steps.ts';
import { type ChangeEvaluation, evaluateChange } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { inOrder } from '../../../../src/lifecycle/views/describe-plan.ts';
import { cloudOfFile, connected, outside } from '../../../support/in-memory/local-cloud.ts';
import { memory } from '../../../support/in-memory/memory.ts';
import { stepsOf } from '../../../support/made/prepared-plan.ts';
import { evaluated } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();

const { deps } = memory({ service: connected(cloud) });

test('a deleted policy does not count as one that still allows the traffic', async () => {
  const [rule] = await outside(cloud).crossFirewall.list('de1');
  const { impact, impactLine } = await evaluated(`firewall delete de1 ${rule?.id} why="not needed"`, deps);
  expect(impact.join(' ')).toContain('lose access');
  expect(impact.join(' ')).not.toContain('no access is lost');
  expect(impactLine).toBe('256 addresses lose access to 256');
});

test('a step on a policy that the plan creates is scored and described by its traffic', async () => {
  const opening = 'firewall create de1 va1 source=10.0.0.0/8 destination=10.250.0.0/24';
  const evaluation = async (...lines: readonly string[]) => {
    const prepared = stepsOf('plan', { commands: lines.join('\n'), why: 'a test' });
    return evaluateChange(prepared, { channel: 'C1', person: 'U1' }, deps, {
      known: inOrder(mapNonEmpty(prepared, (): KnownStep => ({ ends: { after: 300_000 } }))),
    });
  };
  const pointsOf = ({ decision }: ChangeEvaluation) => ('points' in decision ? decision.points : []);
  const alone = await evaluation(opening);
  const disabled = await evaluation(opening, 'firewall disable de1 $1.id');
  expect(disabled.impactLine).toBe(
    '16.8 M addresses gain access to 256; 19 servers in DE1 may reach 10.250.0.0/24, today 0; 16.8 M addresses lose access to 256',
  );
  expect(disabled.impact.join(' ')).not.toContain('no longer exists');
  // Its end enables the policy again, which is the same opening.
  expect(pointsOf(disabled)).toEqual(
    expect.arrayContaining([...pointsOf(alone), { points: 1, why: 'disables a firewall policy' }]),
  );
  expect(pointsOf(disabled)).toHaveLength(pointsOf(alone).length + 1);
});

test('policies of one name are told apart by their ids, and a step has the same basis as it has alone', async () => {
  const { alertPolicies } = outside(cloud);
  const triggers = [{ metric: 'disk', duration: '00:05:00', threshold: 80 }] as const;
  const create = () =>
    alertPolicies.create({
      name: 'Twin',
      actions: [{ action: 'email', settings: { recipients: ['ops@acme.example'] } }],
      triggers: [...triggers],
    });
  const ids = [(await create()).id, (await create()).id];
  const starts = ids.map((id) => id.slice(0, 8));
  const ofLines = async (...lines: readonly string[]) => {
    const prepared = stepsOf('plan', { commands: lines.join('\n'), why: 'a test' });
    return evaluateChange(prepared, { channel: 'C1', person: 'U1' }, deps);
  };
  const assign = ids.map((id, at) => `alert assign ${id} DE1ACMEWEB0${at + 1}`);
  const both = await ofLines(...assign);
  expect(both.title).toBe(
    starts
      .map((start, at) => `Assign alert policy Twin → DE1ACMEWEB0${at + 1} (policy ${start})`)
      .join('; then '),
  );
  const alone = await ofLines(...assign.slice(0, 1));
  expect(alone.title).toBe('Assign alert policy Twin → DE1ACMEWEB01');
  expect(alone.basis).toEqual(both.basis.slice(0, 1));
  const servers = await ofLines(...['01', '02'].map((at) => `alert assign ${ids[0]} DE1ACMEWEB${at}`));
  expect(servers.title).toBe('Assign alert policy Twin → 2 servers (DE1ACMEWEB01, DE1ACMEWEB02)');
});

test('the short impact names the first steps of a plan, and counts the rest', async () => {
  const servers = ['01', '02', '03', '04', '05', '06', '07', '08'].map((number) => `DE1ACMEWEB${number}`);
  const commands = servers.map((name) => `ip add ${name} tcp/443 from=203.0.113.0/24`).join('\n');
  const prepared = stepsOf('plan', { commands, why: 'a test' });
  const { impactLine } = await evaluateChange(prepared, { channel: 'C1', person: 'U1' }, deps);
  const first = servers.slice(0, 6).map((name) => `256 addresses gain access to ${name}`);
  expect(impactLine).toBe(`${first.join('; ')}; and 2 more`);
});

test('a plan is refused if its impact is too long for one message', async () => {
  const { firewall } = outside(cloud);
  for (let at = 0; at < 4; at += 1)
    await firewall.create('va1', {
      ...{ destinationAccount: 'ACME', destination: ['10.8.0.0/25'], ports: ['any'] },
      source: [`10.9.${at}.0/24`],
    });
  const ports = [22, 25, 53, 80, 110, 143, 443, 3306, 3389, 5432, 6379, 9200].map((port) => `tcp/${port}`);
  const overlapping = (steps: number) =>
    Array.from(
      { length: steps },
      () => `firewall intra create va1 ${ports.join(' ')} source=10.9.0.0/16 destination=10.8.0.0/24`,
    );
  const evaluation = (steps: number) => {
    const prepared = stepsOf('plan', { commands: overlapping(steps).join('\n'), why: 'a test' });
    return evaluateChange(prepared, { channel: 'C1', person: 'U1' }, deps);
  };
  expect((await evaluation(2)).impact.join(' ').length).toBeGreaterThan(2000);
  await expect(evaluation(5)).rejects.toThrow(
    /In words the impact of this change takes [\d,]+ characters, and 5,000 fit where it is confirmed and approved/,
  );
});

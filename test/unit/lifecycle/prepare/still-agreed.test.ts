import { beforeEach, describe, expect, test } from 'vitest';
import { evaluateChange } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { whyOutdated } from '../../../../src/lifecycle/prepare/still-agreed.ts';
import { cloudOfFile, connected, outside } from '../../../support/in-memory/local-cloud.ts';
import { memory } from '../../../support/in-memory/memory.ts';
import { evaluated, preparedFrom } from '../../../support/made/typed-line.ts';
import { quick } from '../../../support/seeded.ts';

const cloud = await cloudOfFile();
const { deps } = memory({ service: connected(cloud) });

beforeEach(() => {
  cloud.control.reset();
  cloud.control.set(quick);
});

const shop = 'firewall intra create va1 tcp/443 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';

const created = (source: string, destination: string, ...ports: readonly string[]) =>
  outside(cloud).firewall.create('va1', {
    destinationAccount: 'ACME',
    source: [source],
    destination: [destination],
    ports: [...ports],
  });

/** The evaluation at a vote, or before the step runs. */
const again = (line: string) =>
  evaluateChange([preparedFrom(line)], { channel: 'C1', person: 'U0ANA' }, deps, {
    known: [{}],
    isRepeated: true,
  });

describe('a request is still what people agreed to after', () => {
  test('a policy beside it was applied', async () => {
    const before = await evaluated(shop, deps);
    await created('10.70.0.0/24', '10.71.0.0/24', 'tcp/80');
    expect(whyOutdated(before, await again(shop))).toBeUndefined();
  });

  test('a policy that it includes became active', async () => {
    cloud.control.set({ firewallPendingMs: 60_000 });
    await created('10.0.0.0/24', '10.1.0.0/25', 'tcp/443');
    const before = await evaluated(shop, deps);
    expect(before.impact.join(' ')).toContain('(pending)');
    cloud.control.advance(120_000);
    const now = await again(shop);
    expect(now.impact.join(' ')).not.toContain('(pending)');
    expect(whyOutdated(before, now)).toBeUndefined();
  });

  test('its own policy is listed in another order, or became active', async () => {
    cloud.control.set({ firewallPendingMs: 60_000 });
    const { id } = await created('10.80.0.0/24', '10.81.0.0/24', 'tcp/22', 'tcp/80');
    const line = `firewall intra delete va1 ${id} why="not needed"`;
    const before = await evaluated(line, deps);
    cloud.control.advance(120_000);
    await outside(cloud).firewall.update('va1', id, { ports: ['tcp/80', 'tcp/22'] });
    cloud.control.advance(120_000);
    expect(whyOutdated(before, await again(line))).toBeUndefined();
  });

  test('nobody counts the servers again that it opens access for', async () => {
    const line = 'firewall create de1 va1 source=10.0.0.0/8 destination=10.250.0.0/24 why="the shop"';
    const before = await evaluated(line, deps);
    expect(before.impact.join(' ')).toContain('servers');
    expect(whyOutdated(before, await again(line))).toBeUndefined();
  });
});

describe('a request is outdated, and says why, by', () => {
  test('a policy that it includes, and by its removal', async () => {
    const before = await evaluated(shop, deps);
    const { id } = await created('10.0.0.0/24', '10.1.0.0/25', 'tcp/443');
    const beside = await again(shop);
    expect(whyOutdated(before, beside)).toEqual([
      'Now: 256 addresses (10.0.0.0/24) gain access to 128 addresses (10.1.0.128/25) in VA1 on HTTPS (443).',
      `Now: Includes all of policy ${id.slice(0, 8)}: 10.0.0.0/24 → 10.1.0.0/25 on HTTPS (443).`,
    ]);
    await outside(cloud).firewall.delete('va1', id);
    expect(whyOutdated(beside, await again(shop))).toEqual([
      'Now: 256 addresses (10.0.0.0/24) gain access to 256 addresses (10.1.0.0/24) in VA1 on HTTPS (443).',
    ]);
  });

  test('its own policy, and by its removal, which has words of its own', async () => {
    const { id } = await created('10.80.0.0/24', '10.81.0.0/24', 'tcp/22');
    const line = `firewall intra delete va1 ${id} why="not needed"`;
    const before = await evaluated(line, deps);
    await outside(cloud).firewall.update('va1', id, { ports: ['tcp/23'] });
    expect(whyOutdated(before, await again(line))).toContain(
      `Firewall policy ${id.slice(0, 8)} was changed.`,
    );
  });

  test('its own policy, of which a part can’t be read now', () => {
    const basis = (hash: string, isUnread?: true) => [
      { hash, title: 'Delete it', itself: { name: 'Firewall policy 6a9f2780', hash, isUnread } },
    ];
    const now = { basis: basis('2', true), impact: [] };
    expect(whyOutdated({ basis: basis('1'), impact: [] }, now)).toEqual([
      'Firewall policy 6a9f2780 can’t be read now.',
    ]);
  });

  test('its times', async () => {
    const before = await evaluated(shop, deps, { startsAt: 1 });
    expect(whyOutdated(before, await again(shop))).toEqual(['What it was compared with has changed.']);
  });

  test('another policy of the same name', async () => {
    const ids = await Promise.all(
      ['ops@acme.example', 'all@acme.example'].map(async (to) => {
        const { id } = await outside(cloud).alertPolicies.create({
          name: 'Twin',
          actions: [{ action: 'email', settings: { recipients: [to] } }],
          triggers: [{ metric: 'disk', duration: '00:05:00', threshold: 80 }],
        });
        return id;
      }),
    );
    const [one, other] = await Promise.all(
      ids.map((id) => evaluated(`alert assign ${id} DE1ACMEWEB01`, deps)),
    );
    if (!one || !other) throw new Error('There are two');
    expect(one.title).toBe(other.title);
    expect(whyOutdated(one, other)).toEqual(['What it was compared with has changed.']);
  });
});

test('what is stored of a step is small, whatever it is compared with', async () => {
  for (let at = 0; at < 20; at += 1) await created(`10.0.0.${at}/32`, '10.1.0.0/25', 'tcp/443');
  const { basis } = await evaluated(shop, deps);
  expect(JSON.stringify(basis).length).toBeLessThan(500);
});

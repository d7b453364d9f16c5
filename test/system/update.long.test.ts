import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dist } from '../../local/deploy-functions.ts';
import { bundlesBefore } from '../support/bundles-before.ts';
import { inThisProcess, skydeskOfFile } from '../support/index.ts';

/*
 * The version before and this one read each other's messages and records, whichever is deployed second.
 */

const minute = 60_000;
const before = await bundlesBefore();
afterAll(() => before?.remove());

const folder = before?.folder ?? '';

/** The version of the records that bundles read. An earlier one refuses later records: newer-table.long.test.ts. */
const recordsOf = (bundles: string): unknown =>
  JSON.parse(readFileSync(path.join(bundles, 'package.json'), 'utf8')).tableVersion;
const isRefused = before !== undefined && recordsOf(folder) !== recordsOf(dist);

const deployments = [
  { what: 'is updated', from: folder, to: dist },
  { what: 'is rolled back', from: dist, to: folder },
].slice(0, isRefused ? 1 : 2);

describe.skipIf(!before).each(deployments)('while Skydesk $what', async ({ from, to }) => {
  let deployed = from;
  const log: string[] = [];
  const skydesk = await skydeskOfFile({
    createFunction: (options) =>
      inThisProcess({ ...options, bundle: () => path.join(deployed, `${options.name}.js`) }),
    onLog: ({ text }) => log.push(text),
  });

  async function deploy(bundles: string): Promise<void> {
    deployed = bundles;
    const { receiver, worker, sweeper, mcp } = skydesk;
    await Promise.all([receiver, worker, sweeper, mcp].map((each) => each.coldStart()));
    log.length = 0;
  }
  beforeEach(() => deploy(from));

  /** The lines since the deployment that report an error. */
  const errors = (): readonly string[] => log.filter((line) => 'error' in JSON.parse(line));

  test('a background job goes on, and what it opened ends', async () => {
    await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24 ends=1h');
    await skydesk.press('ana', 'decide:confirm');
    expect(skydesk.changes().map(verb)).toEqual(['POST']);
    await deploy(to);
    await skydesk.settled({ delayed: true });
    expect(log.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ message: 'job done', kind: 'track', outcome: 'applied' }),
    );
    expect(skydesk.last('ana', 'cloud-ops')).toContain('Public IP');
    await skydesk.pass(90 * minute);
    expect(skydesk.changes().map(verb)).toEqual(['POST', 'DELETE']);
    expect(errors()).toEqual([]);
  });

  test('a request is approved and applied', async () => {
    const line = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="The shop needs it"';
    const id = await skydesk.ask('ana', line);
    await deploy(to);
    await skydesk.decide('ben', id, 'Approve');
    await skydesk.settled({ delayed: true });
    expect(await skydesk.ledger(id)).toEqual([
      'requested U0ANA: The shop needs it',
      'approved U0BEN',
      'started U0ANA',
      'applied U0ANA',
    ]);
    expect(errors()).toEqual([]);
  });

  test('what is scheduled starts at its time', async () => {
    const changed = skydesk.changes().length;
    await skydesk.type('ana', 'alert create "In two hours" disk=85 to=ops@acme.example.com starts=2h');
    await skydesk.press('ana', 'decide:confirm');
    await deploy(to);
    await skydesk.pass(150 * minute);
    expect(skydesk.changes().slice(changed).map(verb)).toEqual(['POST']);
    expect(errors()).toEqual([]);
  });
});

const verb = (change: string): string => change.split(' ')[0] ?? '';

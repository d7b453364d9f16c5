import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connectedWith, outside } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* What people agree to does not depend on the order in which the cloud API lists the policies. */

const cloud = await cloudOfFile(quick);

const traffic = (source: string) => ({
  ...{ source: [source], destination: ['10.41.0.0/24'], destinationAccount: 'acme', ports: ['tcp/443'] },
});

test.each([
  ['overlaps', ['10.40.0.0/25', '10.40.0.128/25']],
  ['repeats', ['10.40.0.0/24', '10.40.0.0/23']],
])(
  'an approval counts that was given for what %s two policies, in whichever order they are listed',
  async (_, sources) => {
    const { firewall } = outside(cloud);
    for (const one of sources) await firewall.create('de1', traffic(one));
    let isTurned = false;
    const service = connectedWith(cloud, ({ firewall: { list } }) => ({
      firewall: { list: async (dc) => (isTurned ? (await list(dc)).toReversed() : list(dc)) },
    }));
    const bot = new InMemoryBot(cloud, {}, service);
    const line =
      'firewall intra create de1 tcp/443 source=10.40.0.0/24 destination=10.41.0.0/25 why="a test"';
    const id = await bot.type('U0ANA', line);
    await bot.press('U0ANA', 'confirm', id);
    isTurned = true;
    for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
    await bot.pass(10);
    expect(bot.stateOf(id)?.status).toBe('done');
  },
);

import { expect, test } from 'vitest';
import type { Service } from '../../../../src/cloud/index.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected, outside } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* What people agree to does not depend on the order in which the cloud API lists the policies. */

const cloud = await cloudOfFile(quick);

/** A client that lists the policies of a data center in the other order from `turn` on. */
function turning(): { readonly service: Service; turn(): void } {
  const client = connected(cloud);
  let isTurned = false;
  const service: Service = {
    ...client,
    account(alias) {
      const account = client.account(alias);
      return {
        ...account,
        firewall: {
          ...account.firewall,
          list: async (dc) => {
            const listed = await account.firewall.list(dc);
            return isTurned ? listed.toReversed() : listed;
          },
        },
      };
    },
  };
  return { service, turn: () => (isTurned = true) };
}

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
    const { service, turn } = turning();
    const bot = new InMemoryBot(cloud, {}, service);
    const line =
      'firewall intra create de1 tcp/443 source=10.40.0.0/24 destination=10.41.0.0/25 why="a test"';
    const id = await bot.type('U0ANA', line);
    await bot.press('U0ANA', 'confirm', id);
    turn();
    for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
    await bot.pass(10);
    expect(bot.stateOf(id)?.status).toBe('done');
  },
);

import type { Policy } from '../../../src/policy/policy.ts';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside } from '../../support/in-memory/local-cloud.ts';
import { quick } from '../../support/index.ts';

const minute = 60_000;

/** The account that is watched, and changes that somebody makes there outside Skydesk. */
export async function watchedCloud() {
  const cloud = await cloudOfFile(quick);
  const { firewall, alertPolicies, ...account } = outside(cloud);
  const firstEnabled = async () => (await firewall.list('de1')).find(({ enabled }) => enabled);
  return {
    cloud,
    account: { firewall, alertPolicies, ...account },
    /** A bot that watches it every quarter of an hour, and has read it once. */
    async watched(watch: Partial<NonNullable<Policy['watch']>> = {}): Promise<InMemoryBot> {
      const bot = new InMemoryBot(cloud, { watch: { accounts: ['ACME'], everyMinutes: 15, ...watch } });
      await bot.sweep();
      return bot;
    },
    firstEnabled,
    opens: (source: string): Promise<{ id: string }> =>
      firewall.create('de1', {
        ...{ source: [source], destination: ['10.95.131.0/24'], ports: ['tcp/22'] },
        destinationAccount: 'ACME',
      }),
    disable: async () => firewall.update('de1', (await firstEnabled())?.id ?? '', { enabled: false }),
    /** Resolves to the name of the policy that it deleted. */
    async deleteAlert(): Promise<string> {
      const [{ id, name } = { id: '', name: '' }] = await alertPolicies.list();
      await alertPolicies.delete(id);
      return name;
    },
  };
}

/** Another watch, a while later. */
export async function again(bot: InMemoryBot): Promise<void> {
  bot.later(16 * minute);
  await bot.sweep();
}

/** The messages in a channel, as they are now. */
export const inChannel = (bot: InMemoryBot, channel = '#approvals'): readonly string[] =>
  [...bot.messages.values()].flatMap(({ to, text }) => (to === channel ? [text] : []));

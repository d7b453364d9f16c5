import { expect, test } from 'vitest';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { quick } from '../../support/index.ts';

/* Forms of an answer that the documentation doesn’t promise. */

const cloud = await cloudOfFile(quick);
const acme = () => connected(cloud).account('ACME');
const policy = '195f2e21b90087a4b3313bc144204857';
const web = 'de1acmeweb01';
type Acme = ReturnType<typeof acme>;

const alertOf = async ({ alertPolicies }: Acme): Promise<string> => (await alertPolicies.list())[0]?.id ?? '';

/** Changes whose answer nobody reads. */
const unread: Readonly<Record<string, (account: Acme) => Promise<unknown>>> = {
  'alertPolicies.delete': async (account) => account.alertPolicies.delete(await alertOf(account)),
  'alertAssignments.*': async (account) => account.alertPolicies.assign(web, await alertOf(account)),
  'cpuAutoscalePolicy.*': (account) => account.autoscalePolicies.remove(web),
  'localFirewalls.update': (account) => account.firewall.update('de1', policy, { enabled: false }),
  'localFirewalls.delete': (account) => account.firewall.delete('de1', policy),
};

test.each(Object.entries(unread))(
  'a text in answer to %s says no more than its status',
  async (_, change) => {
    const account = acme();
    await account.alertPolicies.list();
    cloud.control.fail({ how: 'text', after: true, changes: true });
    await change(account);
    expect(cloud.control.faults().failures).toEqual([]);
  },
);

test.each(Object.entries(unread))(
  'a text with an error status in answer to %s is an error',
  async (_, change) => {
    cloud.control.fail({ how: 'text', status: 500, changes: true });
    await expect(change(acme())).rejects.toMatchObject({ kind: 'service-error' });
  },
);

test.each(Object.entries(unread))('a page in answer to %s may be one of a proxy', async (_, change) => {
  cloud.control.fail({ how: 'html', changes: true });
  await expect(change(acme())).rejects.toMatchObject({ kind: 'unexpected-answer', changed: 'unknown' });
});

test('a text in answer to a change whose answer is read leaves its outcome unknown', async () => {
  cloud.control.fail({ how: 'text', after: true, changes: true });
  const draft = {
    name: 'Web',
    actions: [],
    triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 90 }],
  };
  await expect(acme().alertPolicies.create(draft)).rejects.toMatchObject({ changed: 'unknown' });
});

test('a text in answer to a read is an error', async () => {
  cloud.control.fail({ how: 'text', times: 3 });
  await expect(acme().alertPolicies.list()).rejects.toMatchObject({
    kind: 'unexpected-answer',
    changed: 'nothing',
  });
});

test('a change, its end and reads work with a cloud API that compresses although nobody asks for it', async () => {
  cloud.control.set({ gzip: true });
  const bot = new InMemoryBot(cloud);
  const { id } = await bot.decided('alert assign "Disk 80" DE1ACMEWEB03 ends=1h');
  expect(bot.stateOf(id)?.status).toBe('done');
  await bot.pass(70);
  expect(bot.log().map(({ event }) => event)).toContain('ended');
});

test('an end that is answered with a text has ended', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert assign "Disk 80" DE1ACMEWEB03 ends=1h');
  cloud.control.fail({ how: 'text', after: true, changes: true });
  await bot.pass(70);
  expect(bot.log().map(({ event }) => event)).toContain('ended');
});

import { beforeEach, expect, test } from 'vitest';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { outside } from '../../support/in-memory/local-cloud.ts';
import { oddCloudOfFile } from '../../support/in-memory/odd-cloud.ts';
import { quick } from '../../support/index.ts';

/* What the cloud API leaves out, or sends in a form that can't be read, is not nothing: no answer counts it as such. */

const { cloud, make } = await oddCloudOfFile(quick);
const account = outside(cloud);
let bot: InMemoryBot;
beforeEach(() => {
  bot = new InMemoryBot(cloud);
});

async function answerTo(line: string): Promise<string> {
  await bot.type('U0ANA', line);
  return bot.said.at(-1)?.text ?? '';
}

const web = 'DE1ACMEWEB01';

test('a new alert policy isn’t undone while a server does not show which ones it has', async () => {
  const id = await bot.type('U0ANA', 'alert create "Disk 90" disk=90 to=ops@example.com');
  await bot.press('U0ANA', 'confirm', id);
  make(web, { details: { alertPolicies: null, ipAddresses: [] } });
  await bot.press('U0ANA', 'undo', id);
  expect(bot.said.at(-1)?.text).toContain(`can’t read the alert policies of ${web}`);
});

test.each([
  ['its addresses', { details: { ipAddresses: null } }],
  ['its details', { details: undefined }],
  ['its state, nor its details', { status: 'resting', details: undefined }],
])('reach is never “Not allowed” for a server that does not show %s', async (_, over) => {
  const question = 'reach 8.8.8.8 10.95.131.0/24 tcp/8443';
  expect(await answerTo(question)).toContain('Not allowed');
  make(web, over);
  bot = new InMemoryBot(cloud);
  expect(await answerTo(question)).toContain('Not known');
});

test('reach finds what a public IP allows whose private address the server does not show', async () => {
  make(web, { details: { ipAddresses: [{ public: '203.0.113.10' }] } });
  expect(await answerTo('reach 8.8.8.8 10.95.131.112 tcp/443')).toContain('noticedoneAllowed');
});

const policy = '195f2e21b90087a4b3313bc144204857';

test.each([policy, policy.slice(0, 8)])(
  'a policy of %s may be the one whose id can’t be read',
  async (id) => {
    make(policy, { id: null });
    const answer = await answerTo(`firewall intra disable de1 ${id} why="an incident"`);
    expect(answer).toContain('Skydesk can’t read the id of a firewall policy in DE1');
    expect(answer).not.toMatch(/no firewall policy|Nothing to change/i);
  },
);

test.each([[7], [[]], [{}], [false]])(
  'reach does not know where a policy leads whose account is %j',
  async (destinationAccount) => {
    const leads = 'b43952aa8e69ca2ce12ecf12473eed42';
    await account.firewall.update('de1', leads, { enabled: true });
    make(leads, { destinationAccount });
    expect(await answerTo('reach 10.200.1.5 DE1ACMEDB01 tcp/8080')).toContain('Not known');
  },
);

test('the public IPs of a server are shown, although one of them is being removed', async () => {
  await account.publicIps.add('de1acmeweb01', { ports: [{ protocol: 'TCP', port: 22 }] });
  make(web, {
    details: {
      ipAddresses: [{ public: '203.0.113.10', internal: '10.95.131.10' }, { public: '203.0.113.99' }],
    },
  });
  expect(await answerTo('ip show DE1ACMEWEB01')).toContain('203.0.113.10');
});

test('a group with a server whose id can’t be read is refused by its name', async () => {
  make(web, { id: 7 });
  const answer = await answerTo('alert assign "Disk 80" group=Shop');
  expect(answer).toContain('can’t read the name of a server in');
});

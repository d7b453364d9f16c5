import { describe, expect, test } from 'vitest';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside, publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* What people request, and what others change in the control panel, while a change waits for its end. Each row says what comes of it. */

const cloud = await cloudOfFile(quick);
const { firewall, publicIps, alertPolicies, autoscalePolicies } = outside(cloud);
const why = 'why="The shop"';

/** Something that is open, or closed, for two hours. `it` is its id. */
interface Opening {
  readonly line: string;
  find(): Promise<string>;
  /** What it is now: "tcp/443 tcp/8443". */
  look(it: string): Promise<string>;
}

const ports = (list: readonly string[]) => list.map((text) => text.replace('tcp/', '')).join(' ');
const jump = ['de1acmejump01', '203.0.113.14'] as const;
const tcp = (...numbers: readonly number[]) => numbers.map((port) => ({ protocol: 'TCP', port }));
const policy = 'b43952aa8e69ca2ce12ecf12473eed42';
const enabled = '195f2e21b90087a4b3313bc144204857';

async function lookAtPolicy(id: string): Promise<string> {
  const found = await firewall.get('de1', id).catch(() => undefined);
  return found ? `${found.enabled ? '' : 'off '}${ports(found.ports)}` : 'gone';
}

/** Each once, since an update sends all ports as they were read: the cloud API may have written one twice. */
const openPorts = (ports: readonly { readonly port: number }[]): readonly number[] =>
  [...new Set(ports.map(({ port }) => port))].filter((port) => port !== 0).sort((a, b) => a - b);

async function lookAtAddress(server: string, address: string): Promise<string> {
  const found = await publicIps.get(server, address).catch(() => undefined);
  return found
    ? [...openPorts(found.ports), ...found.sourceRestrictions.map(({ cidr }) => cidr)].join(' ')
    : 'gone';
}

const openings = {
  'ip add': {
    line: 'ip add DE1ACMEWEB04 tcp/443 tcp/8443 from=198.51.100.0/24',
    find: async () => (await publicAddresses(cloud, 'de1acmeweb04')).at(-1) ?? '',
    look: (it) => lookAtAddress('de1acmeweb04', it),
  },
  'firewall intra create': {
    line: 'firewall intra create de1 tcp/443 tcp/8443 source=10.0.0.0/28 destination=10.95.131.0/24',
    find: async () =>
      (await firewall.list('de1')).find(({ source }) => source[0] === '10.0.0.0/28')?.id ?? '',
    look: lookAtPolicy,
  },
  'firewall intra enable': {
    line: `firewall intra enable de1 ${policy}`,
    find: async () => policy,
    look: lookAtPolicy,
  },
  'ip update to more ports': {
    line: 'ip update DE1ACMEJUMP01 203.0.113.14 tcp/22 tcp/3389',
    find: async () => jump[1],
    look: () => lookAtAddress(...jump),
  },
  'firewall intra update to more ports': {
    line: `firewall intra update de1 ${enabled} tcp/5432 icmp tcp/443`,
    find: async () => enabled,
    look: lookAtPolicy,
  },
  'firewall intra disable': {
    line: `firewall intra disable de1 ${enabled}`,
    find: async () => enabled,
    look: lookAtPolicy,
  },
  'alert update': {
    line: 'alert update "Disk 80" disk=95',
    find: async () => (await alertPolicies.list()).find(({ name }) => name === 'Disk 80')?.id ?? '',
    look: async (it) =>
      (await alertPolicies.get(it).catch(() => undefined))?.triggers
        .map(({ threshold }) => threshold)
        .join() ?? 'gone',
  },
  'autoscale set': {
    line: 'autoscale set DE1ACMEWEB04 "Batch at night"',
    find: async () => 'de1acmeweb04',
    look: async (it) => ((await autoscalePolicies.view(it)) ? 'set' : 'none'),
  },
} satisfies Record<string, Opening>;
type Name = keyof typeof openings;

/** What others do in the control panel; `nothing` if there is no entry. */
const edits: Readonly<Record<string, (it: string) => Promise<unknown>>> = {
  'ip add: 443 only': (it) => publicIps.update('de1acmeweb04', it, addressOf(443)),
  'ip add: and 22': (it) => publicIps.update('de1acmeweb04', it, addressOf(443, 8443, 22)),
  'ip add: removed': (it) => publicIps.remove('de1acmeweb04', it),
  'firewall intra create: 443 only': (it) => firewall.update('de1', it, { ports: ['tcp/443'] }),
  'firewall intra create: and 22': (it) =>
    firewall.update('de1', it, { ports: ['tcp/443', 'tcp/8443', 'tcp/22'] }),
  'firewall intra create: disabled': (it) => firewall.update('de1', it, { enabled: false }),
  'firewall intra create: removed': (it) => firewall.delete('de1', it),
  'firewall intra enable: disabled': (it) => firewall.update('de1', it, { enabled: false }),
  'firewall intra enable: any port': (it) => firewall.update('de1', it, { ports: ['any'] }),
  'ip update to more ports: 22 only': () => publicIps.update(...jump, jumpWith(22)),
  'ip update to more ports: 3389 only': () => publicIps.update(...jump, jumpWith(3389)),
  'ip update to more ports: and 80': () => publicIps.update(...jump, jumpWith(22, 3389, 80)),
  'firewall intra update to more ports: without ICMP': (it) =>
    firewall.update('de1', it, { ports: ['tcp/5432', 'tcp/443'] }),
  'firewall intra disable: any port': (it) => firewall.update('de1', it, { ports: ['any'] }),
  'autoscale set: removed': (it) => autoscalePolicies.remove(it),
};
const addressOf = (...numbers: readonly number[]) => ({
  ports: tcp(...numbers),
  sourceRestrictions: [{ cidr: '198.51.100.0/24' }],
});
const jumpWith = (...numbers: readonly number[]) => ({
  ports: tcp(...numbers),
  sourceRestrictions: [{ cidr: '198.51.100.0/28' }],
});

/** Makes the opening for two hours, and an edit by others. */
async function open(name: Name, edit = 'nothing', policy: Partial<Policy> = {}) {
  const bot = new InMemoryBot(cloud, policy);
  const { line, find, look } = openings[name];
  await bot.decided(`${line} ends=2h ${line.startsWith('a') ? '' : why}`);
  const it = await find();
  await edits[`${name}: ${edit}`]?.(it);
  const all = () => bot.said.map(({ text }) => text).join('\n');
  return { bot, it, now: () => look(it), says: all };
}

/** Three hours after it was opened. */
async function afterwards(bot: InMemoryBot): Promise<void> {
  for (const minutes of [100, 0, 40]) {
    bot.later(minutes * 60_000);
    await bot.pass(20);
  }
}

describe('an end that closes access never gives up', () => {
  test.each<[name: Name, edit: string, later: string, says: string]>([
    ['ip add', 'nothing', 'gone', 'Closed'],
    ['ip add', '443 only', 'gone', 'Closed'],
    ['ip add', 'and 22', '22 443 8443 198.51.100.0/24', 'Somebody opened more there'],
    ['ip add', 'removed', 'gone', 'It was removed before'],
    ['firewall intra create', '443 only', 'gone', 'Closed'],
    ['firewall intra create', 'disabled', 'gone', 'Closed'],
    ['firewall intra create', 'and 22', '443 8443 22', 'Somebody opened more there'],
    ['firewall intra create', 'removed', 'gone', 'It was removed before'],
    ['firewall intra enable', 'disabled', 'off 8080-8090', 'Nothing was left to end'],
    ['firewall intra enable', 'any port', 'any', 'Somebody opened more there'],
    ['ip update to more ports', '22 only', '22 198.51.100.0/28', 'Nothing was left to end'],
    [
      'ip update to more ports',
      '3389 only',
      '3389 198.51.100.0/28',
      'would open more than was approved, since something else changed there. Put that back',
    ],
    ['ip update to more ports', 'and 80', '22 80 3389 198.51.100.0/28', 'Somebody opened more there'],
    ['firewall intra update to more ports', 'nothing', '5432 icmp', 'Closed'],
    ['firewall intra update to more ports', 'without ICMP', '5432', 'Closed'],
    [
      'firewall intra disable',
      'any port',
      'off any',
      'would open more than was approved, since something else changed there, so Skydesk didn’t touch it',
    ],
    ['autoscale set', 'removed', 'none', 'Nothing was left to end'],
  ])('%s, and somebody changes it to %s: %s', async (name, edit, later, text) => {
    const { bot, now, says } = await open(name, edit);
    await afterwards(bot);
    expect({ now: await now(), says: says().includes(text) }).toEqual({ now: later, says: true });
  });

  test.each<[name: Name, edit: string, later: string]>([
    ['ip add', 'and 22', 'gone'],
    ['firewall intra create', 'and 22', 'gone'],
    ['firewall intra enable', 'any port', 'off any'],
    ['ip update to more ports', 'and 80', '22 198.51.100.0/28'],
  ])('End Now closes all of it: %s, %s', async (name, edit, later) => {
    const { bot, now } = await open(name, edit);
    await afterwards(bot);
    await bot.decided('end #1', []);
    expect(await now()).toBe(later);
  });
});

/** What people read before they confirm a request, or instead. */
const says = {
  lasts: /#1 still ends it at .*\./,
  'nothing left': /#1 would have ended it at .*; then nothing is left to end\./,
  buttons:
    /#1 ends .* at .* UTC\..*Extend it, keep it for good, or end it before.*Extend….*End Now.*Keep It…/s,
  'End Now': /#1 ends this at .* UTC\..*End Now does that at once/s,
  already: /Nothing to change/,
  beside: /confirm/,
} as const;

const ip = 'ip update DE1ACMEWEB04 IT';
const intra = 'firewall intra update de1 IT';
const jumpIp = 'ip update DE1ACMEJUMP01 203.0.113.14';

test('End Now over what others opened needs an approval of those who may not approve there', async () => {
  const { bot, now } = await open('firewall intra enable', 'any port', {
    people: { ...defaults.people, approve: ['U0BEN'] },
  });
  const { id } = await bot.decided(`end #1 ${why}`, []);
  expect(bot.said.map(({ text }) => text).join()).toContain(
    'Somebody opened more there, and all of it closes.',
  );
  expect(bot.stateOf(id)?.status).toBe('open');
  await bot.vote('U0BEN', id, 'approve');
  await bot.pass(10);
  expect(await now()).toBe('off any');
});

/** What people request, after an edit by others: what they read, what is open then, and three hours later. */
type Act = readonly [edit: string, act: string, says: keyof typeof says, now: string, later: string];
const during = (name: Name, ...acts: readonly Act[]) => acts.map((act) => [name, ...act] as const);

describe('what is open until a time closes then', () => {
  test.each([
    // What was created takes whatever leaves open no more than it was opened for, or less than now.
    ...during(
      'ip add',
      ['nothing', `${ip} tcp/443 tcp/8443`, 'buttons', '443 8443 198.51.100.0/24', 'gone'],
      ['nothing', `${ip} tcp/443 tcp/22`, 'buttons', '443 8443 198.51.100.0/24', 'gone'],
      ['nothing', `${ip} tcp/443`, 'lasts', '443 198.51.100.0/24', 'gone'],
      ['nothing', `${ip} tcp/443 ends=1h`, 'buttons', '443 8443 198.51.100.0/24', 'gone'],
      ['nothing', `${ip} tcp/443 starts=3h`, 'buttons', '443 8443 198.51.100.0/24', 'gone'],
      ['nothing', 'ip remove DE1ACMEWEB04 IT', 'nothing left', 'gone', 'gone'],
      ['443 only', `${ip} tcp/443 tcp/8443`, 'lasts', '443 8443 198.51.100.0/24', 'gone'],
      ['and 22', `${ip} tcp/443 tcp/8443`, 'lasts', '443 8443 198.51.100.0/24', 'gone'],
      ['and 22', `${ip} tcp/22`, 'lasts', '22 198.51.100.0/24', '22 198.51.100.0/24'],
    ),
    ...during(
      'firewall intra create',
      ['nothing', `${intra} tcp/443`, 'lasts', '443', 'gone'],
      ['nothing', 'firewall intra disable de1 IT', 'lasts', 'off 443 8443', 'gone'],
      ['nothing', 'firewall intra enable de1 IT', 'buttons', '443 8443', 'gone'],
      ['nothing', 'firewall intra delete de1 IT', 'nothing left', 'gone', 'gone'],
      ['disabled', 'firewall intra enable de1 IT', 'lasts', '443 8443', 'gone'],
    ),
    // A setting takes exactly what it was set to, or what leaves nothing of the opening.
    ...during(
      'firewall intra enable',
      ['nothing', 'firewall intra enable de1 IT', 'buttons', '8080-8090', 'off 8080-8090'],
      ['nothing', 'firewall intra enable de1 IT ends=4h', 'buttons', '8080-8090', 'off 8080-8090'],
      ['nothing', 'firewall intra enable de1 IT starts=3h', 'buttons', '8080-8090', 'off 8080-8090'],
      ['nothing', 'firewall intra disable de1 IT', 'nothing left', 'off 8080-8090', 'off 8080-8090'],
      ['nothing', 'firewall intra disable de1 IT ends=1h', 'buttons', '8080-8090', 'off 8080-8090'],
      ['nothing', 'firewall intra delete de1 IT', 'nothing left', 'gone', 'gone'],
      ['disabled', 'firewall intra enable de1 IT', 'lasts', '8080-8090', 'off 8080-8090'],
      ['nothing', `${intra} tcp/8080`, 'beside', '8080', 'off 8080'],
      ['nothing', `${intra} any`, 'buttons', '8080-8090', 'off 8080-8090'],
    ),
    ...during(
      'ip update to more ports',
      ['nothing', `${jumpIp} tcp/22`, 'nothing left', '22 198.51.100.0/28', '22 198.51.100.0/28'],
      ['nothing', `${jumpIp} tcp/3389`, 'buttons', '22 3389 198.51.100.0/28', '22 198.51.100.0/28'],
      [
        'nothing',
        `${jumpIp} from=198.51.100.0/29`,
        'beside',
        '22 3389 198.51.100.0/29',
        '22 198.51.100.0/29',
      ],
      [
        'nothing',
        `${jumpIp} from=198.51.100.0/27`,
        'buttons',
        '22 3389 198.51.100.0/28',
        '22 198.51.100.0/28',
      ],
      ['22 only', `${jumpIp} tcp/22 tcp/3389`, 'lasts', '22 3389 198.51.100.0/28', '22 198.51.100.0/28'],
      ['and 80', `${jumpIp} tcp/22 tcp/3389`, 'lasts', '22 3389 198.51.100.0/28', '22 198.51.100.0/28'],
    ),
    // A temporary closing, and what is no access, takes only exactly what it was set to, or removal.
    ...during(
      'firewall intra disable',
      ['nothing', 'firewall intra disable de1 IT', 'buttons', 'off 5432 icmp', '5432 icmp'],
      ['nothing', 'firewall intra enable de1 IT', 'End Now', 'off 5432 icmp', '5432 icmp'],
      ['nothing', 'firewall intra delete de1 IT', 'nothing left', 'gone', 'gone'],
    ),
    ...during(
      'alert update',
      ['nothing', 'alert update IT disk=95', 'buttons', '95', '80'],
      ['nothing', 'alert update IT disk=90', 'buttons', '95', '80'],
      ['nothing', 'alert update IT cpu=90', 'beside', '95,90', '90,80'],
      ['nothing', 'alert delete IT', 'nothing left', 'gone', 'gone'],
    ),
    ...during(
      'autoscale set',
      ['nothing', 'autoscale set DE1ACMEWEB04 "Batch at night"', 'buttons', 'set', 'none'],
      ['nothing', 'autoscale remove DE1ACMEWEB04', 'End Now', 'set', 'none'],
      ['removed', 'autoscale set DE1ACMEWEB04 "Batch at night"', 'lasts', 'set', 'none'],
    ),
  ])('%s, %s, and then “%s”: %s, %s, three hours later %s', async (name, edit, act, said, then, later) => {
    const { bot, it, now } = await open(name, edit);
    const { preview } = await bot.decided(`${act.replace('IT', it)} ${act.startsWith('a') ? '' : why}`);
    expect(preview).toMatch(says[said]);
    expect(await now()).toBe(then);
    await afterwards(bot);
    expect(await now()).toBe(later);
  });
});

const strict: Partial<Policy> = {
  risk: { ...defaults.risk, levels: [{ minScore: 0, approvers: 1, ticket: false, maxLeaseMinutes: 240 }] },
};

const update = `firewall intra update de1 ${enabled}`;
const half = `${update} source=10.95.131.0/25 ends=3h`;
const enable = `firewall intra enable de1 ${enabled}`;
const disable = `firewall intra disable de1 ${enabled}`;

describe('what opens more than an end sets is open for its own time', () => {
  test.each<[earlier: readonly string[], line: string, ends: string]>([
    [[half, disable], enable, 'source'],
    [[half, disable], `${enable} ends=5h`, 'source'],
    [[half, `${update} icmp`], `${update} tcp/5432 icmp`, 'source'],
  ])('after %j, “%s” reads that #1 ends %s, and has to end', async (earlier, line, ends) => {
    const bot = new InMemoryBot(cloud, strict);
    for (const one of earlier) await bot.decided(`${one} ${why}`);
    await bot.type('U0ANA', `${line} ${why}`);
    const said = bot.said.at(-1)?.text;
    expect(said).toContain(`#1 ends ${ends} at `);
    expect(said).not.toMatch(/still ends it|· until /);
    expect(said).toContain('must end by itself within 4 h');
  });

  test('so is what sets more than an end that closes', async () => {
    const bot = new InMemoryBot(cloud, strict);
    await bot.decided(`${update} tcp/5432 icmp tcp/443 ends=3h ${why}`);
    await firewall.update('de1', enabled, { source: ['10.95.131.0/25'], ports: ['tcp/5432', 'icmp'] });
    await bot.type('U0ANA', `${update} tcp/5432 icmp tcp/443 source=10.95.131.0/24 ${why}`);
    expect(bot.said.at(-1)?.text).toContain('#1 ends ports at ');
    expect(bot.said.at(-1)?.text).toContain('must end by itself within 4 h');
  });
});

describe('what another end opens again meanwhile is closed, too, and extended or kept with the rest', () => {
  test.each<[line: string, minutes: number]>([
    ['extend #3 4h', 180],
    ['end #1', 5],
  ])('%s', async (line, minutes) => {
    const bot = new InMemoryBot(cloud);
    for (const one of [half, disable, `${enable} ends=1h`]) await bot.decided(`${one} ${why}`);
    await bot.decided(`${line} ${why}`);
    await bot.pass(minutes);
    expect(await firewall.get('de1', enabled)).toMatchObject({ enabled: true, source: ['10.95.131.0/24'] });
    for (const move of ['keep #3', 'extend #3 1h']) {
      await bot.type('U0CORA', `${move} ${why}`);
      expect(bot.said.at(-1)?.text).not.toContain('Somebody opened more there');
    }
    await bot.pass(240);
    expect(await firewall.get('de1', enabled)).toMatchObject({ enabled: false, source: ['10.95.131.0/24'] });
  });
});

describe('Keep It… is a request for the same without an end', () => {
  test('it stays, with the approvals of that, and has no Undo', async () => {
    const { bot, now, says: all } = await open('firewall intra enable');
    const { id, preview } = await bot.decided(`keep #1 ${why}`, []);
    expect(preview).toMatch(/Keep change for good: .*Needs 1 approval|1 approval/s);
    expect(bot.stateOf(id)?.status).toBe('open');
    await bot.vote('U0BEN', id, 'approve');
    await afterwards(bot);
    expect(await now()).toBe('8080-8090');
    expect(all()).toMatch(/Open, no end, kept by U0/);
    expect(bot.log().find(({ event }) => event === 'over')).toMatchObject({ person: 'U0ANA' });
    await bot.type('U0CORA', `keep #1 ${why}`);
    expect(bot.said.at(-1)?.text).not.toContain('confirm');
  });

  test.each<[name: Name, edit: string, why: string]>([
    ['ip add', 'and 22', 'Somebody opened more there since'],
    ['firewall intra enable', 'any port', 'Somebody opened more there since'],
    ['ip update to more ports', '22 only', 'Nothing of this is left to keep'],
  ])('it is refused, and so is an extension: %s, %s: %s', async (name, edit, text) => {
    const { bot } = await open(name, edit);
    for (const line of ['keep #1', 'extend #1 1h']) {
      await bot.type('U0CORA', `${line} ${why}`);
      expect(bot.said.at(-1)?.text).toContain(text);
    }
  });

  test('it is refused where the policy demands an end', async () => {
    const { bot } = await open('firewall intra enable', undefined, strict);
    await bot.decided(`keep #1 ${why}`, []);
    expect(bot.said.map(({ text }) => text).join()).toContain('so it can’t be kept for good');
  });

  test('the end comes while nobody decides, and a vote after it does nothing', async () => {
    const { bot, now } = await open('firewall intra enable');
    const { id } = await bot.decided(`keep #1 ${why}`, []);
    await afterwards(bot);
    await bot.vote('U0BEN', id, 'approve');
    expect(await now()).toBe('off 8080-8090');
    expect(bot.stateOf(id)?.status).toBe('outdated');
  });
});

describe('what others allow until a time is no reason to allow nothing after it', () => {
  const create = 'firewall intra create de1 tcp/443 source=10.0.0.0/28 destination=10.95.131.0/24';

  test('what opens for longer says until when they allow it, and what it opens then', async () => {
    const { bot } = await open('firewall intra create');
    await bot.type('U0CORA', `${create} ${why}`);
    const preview = bot.said.at(-1)?.text;
    expect(preview).toMatch(/Until .*, #1 allows some of this, too\. Then only this change does\./);
    expect(preview).toContain('16 addresses (10.0.0.0/28) gain access');
    expect(preview).not.toContain('so no access is added');
  });

  test('a list that their end doesn’t set stays as it is', async () => {
    const bot = new InMemoryBot(cloud);
    await bot.decided(`${update} tcp/5432 icmp tcp/443 ends=2h ${why}`);
    await bot.decided(`${update} source=10.95.131.0/28 ${why}`);
    const whole = 'tcp/5432 source=10.95.131.0/24 destination=10.200.1.0/24';
    await bot.type('U0CORA', `firewall intra create de1 ${whole} ${why}`);
    expect(bot.said.at(-1)?.text).toContain('#1 allows some of this, too');
    expect(bot.said.at(-1)?.text).not.toContain('so no access is added');
  });

  test('what ends before them adds nothing', async () => {
    const { bot } = await open('firewall intra create');
    await bot.type('U0CORA', `${create} ends=1h ${why}`);
    expect(bot.said.at(-1)?.text).toContain('so no access is added');
  });
});

test('Put It Back of what would have ended has the rest of that end', async () => {
  const watch = { accounts: ['ACME'], everyMinutes: 15, channel: '#net' };
  const { bot, it } = await open('firewall intra create', undefined, { watch });
  await bot.pass(20);
  await firewall.delete('de1', it);
  await bot.pass(20);
  await bot.type('U0CORA', 'changed');
  expect(bot.said.at(-1)?.text).toMatch(/Put It Backfirewall intra create .* ends=2026-11-22T02:00:00.000Z /);
});

test('what others opened on top of something that ends is not adopted: the card about it would fall silent', async () => {
  const watch = { accounts: ['ACME'], everyMinutes: 15, channel: '#net' };
  const { bot, it, says: all } = await open('firewall intra enable', undefined, { watch });
  await bot.pass(20);
  await firewall.update('de1', it, { ports: ['any'] });
  await bot.pass(20);
  const [, id] = /changed adopt ([a-z\d]+-\d+-\d+)/.exec(all()) ?? [];
  await bot.type('U0CORA', `changed adopt ${id} reason=Planned`);
  expect(bot.said.at(-1)?.text).toContain(
    '#1 ends this at 2026-11-22 02:00 UTC, and waits until it is put back.',
  );
});

test('Extend… also takes a sooner time, which closes more and needs no vote', async () => {
  const { bot, now } = await open('firewall intra enable');
  await bot.decided(`extend #1 2026-11-22T01:05Z ${why}`, []);
  expect(bot.said.map(({ text }) => text).join()).toContain('Shortened');
  await bot.pass(70);
  expect(await now()).toBe('off 8080-8090');
});

describe('an end is of one thing', () => {
  const added = 'ip add DE1ACMEWEB04 tcp/443 tcp/8443 from=198.51.100.0/24';

  test.each<[who: string, closed: RegExp, remove: (bot: InMemoryBot, it: string) => Promise<unknown>]>([
    [
      'Ana removed through Skydesk',
      /Closed 2026-\S+ by U0ANA · /,
      (bot, it) => bot.decided(`ip remove DE1ACMEWEB04 ${it} ${why}`),
    ],
    ['somebody removed', /Closed before its time/, (_, it) => publicIps.remove('de1acmeweb04', it)],
  ])('an address that %s, and that was given out again for good, stays', async (_, closed, remove) => {
    const { bot, it, now, says } = await open('ip add');
    await remove(bot, it);
    // Requested at the same moment, it would be the twin of the first.
    await bot.pass(1);
    await bot.decided(`${added} ${why}`);
    expect(await now()).toBe('443 8443 198.51.100.0/24');
    await afterwards(bot);
    expect(await now()).toBe('443 8443 198.51.100.0/24');
    const end = bot.log().find(({ event }) => event === 'over');
    expect(end?.note).toMatch(/^It was removed before: /);
    expect(says()).toMatch(closed);
  });

  test('an address that others removed and pointed to another private address stays', async () => {
    const { bot } = await open('ip update to more ports');
    await publicIps.remove(...jump);
    await publicIps.add(jump[0], jumpWith(22, 3389));
    await afterwards(bot);
    expect(await lookAtAddress(...jump)).toBe('22 3389 198.51.100.0/28');
    expect(bot.log().at(-1)).toMatchObject({ event: 'failed', note: expect.stringMatching(/^Somebody/) });
  });
});

describe('an end of unknown outcome keeps End Now', () => {
  async function unknownEnd() {
    const opening = await open('firewall intra enable');
    opening.bot.later(110 * 60_000);
    cloud.control.fail({ route: 'localFirewalls.update', how: 'drop' });
    await opening.bot.pass(20);
    expect(opening.says()).toContain('Not known if closed');
    return opening;
  }

  test('a press is a new attempt', async () => {
    const { bot, now } = await unknownEnd();
    expect(await now()).toBe('8080-8090');
    await bot.decided('end #1', []);
    expect(await now()).toBe('off 8080-8090');
    expect(bot.log().map(({ event }) => event)).toEqual(expect.arrayContaining(['unknown', 'ended']));
    expect(bot.said.at(-1)?.text).toContain('U0ANA closed 10.200.1.0');
  });

  test('a press reads first: what came through after all is over', async () => {
    const { bot, it, now } = await unknownEnd();
    await firewall.update('de1', it, { enabled: false });
    await bot.decided('end #1', []);
    expect(await now()).toBe('off 8080-8090');
    expect(bot.log().at(-1)).toMatchObject({
      event: 'over',
      note: expect.stringContaining('Nothing was left'),
    });
  });

  test('a press removes no address that was given out again for good', async () => {
    const { bot, it, now, says } = await open('ip add');
    const { internalIPAddress } = await publicIps.get('de1acmeweb04', it);
    bot.later(110 * 60_000);
    cloud.control.fail({ route: 'publicIps.remove', how: 'drop', after: true });
    await bot.pass(20);
    expect(says()).toContain('Not known if closed');
    expect(await now()).toBe('gone');
    await bot.decided(`${openings['ip add'].line} internal=${internalIPAddress} ${why}`);
    expect(await now()).toBe('443 8443 198.51.100.0/24');
    await bot.decided('end #1', []);
    await bot.pass(10);
    expect(await now()).toBe('443 8443 198.51.100.0/24');
    expect(bot.log().findLast(({ event }) => event === 'over')?.note).toMatch(/^It was removed before: /);
  });

  test('it is neither extended nor forgotten', async () => {
    const { bot } = await unknownEnd();
    await bot.type('U0CORA', `extend #1 1h ${why}`);
    expect(bot.said.at(-1)?.text).toContain('Its end was sent, and the outcome is unknown.');
  });
});

test('the preview of what lasts until an end does not say that it has none', async () => {
  const { bot, it } = await open('firewall intra enable', 'disabled');
  await bot.type('U0ANA', `firewall intra enable de1 ${it} ${why}`);
  expect(bot.said.at(-1)?.text).toContain('still ends it at');
  expect(bot.said.at(-1)?.text).not.toContain('No end');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { present } from '../../../../src/agents/present.ts';
import type { Answer } from '../../../../src/answer/answer.ts';
import type { StoredEntry } from '../../../../src/change/model/audit-log.ts';
import { CloudApiError } from '../../../../src/cloud/index.ts';
import { parseCommand } from '../../../../src/command-line/parse-command.ts';
import type { Rule } from '../../../../src/network/network-change.ts';
import type { Context } from '../../../../src/operations/context/context.ts';
import { textOf } from '../../../support/answer-text.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { answerOf, buttonsIn, contextAt } from '../../../support/in-memory/run-line.ts';
import { storedEntry } from '../../../support/made/log-entries.ts';
import { rule } from '../../policy/ways.ts';
import { contextIn, publicIpOf, questions, verdictOf, withOther } from './world.ts';

const cloud = await cloudOfFile();
const sample = await contextAt(cloud);

/** The lines of an answer, and its buttons. */
const said = async (line: string, context: Context = sample): Promise<readonly string[]> => {
  const answer = await answerOf(line, context);
  return [...textOf(answer).split('\n'), ...buttonsIn(answer).map(buttonText)];
};
const buttonText = ({ label, action }: ReturnType<typeof buttonsIn>[number]): string =>
  `[${label}] ${'form' in action ? action.form : 'line' in action ? action.line : ''}`;

test.each(
  Object.entries<readonly [line: string, ...expected: string[]]>({
    'one policy between data centers': [
      'reach DE1ACMEWEB03 VA1ACMEDB01 tcp/5432',
      'Allowed · DE1ACMEWEB03 → VA1ACMEDB01 on PostgreSQL (5432)',
      'By policy: ac11a458 (DE1 → VA1)',
      '[Show Policy] firewall show de1 ac11a45805692c2be6249d2cd0f08ed2',
    ],
    'no policy inside a data center': [
      'reach DE1ACMEWEB03 DE1ACMEDB02 tcp/5432',
      'Not allowed · DE1ACMEWEB03 → DE1ACMEDB02 on PostgreSQL (5432)',
      'Nearest policy: 195f2e21 (in DE1) stops at 10.200.1.0/24: add 10.95.131.22',
      '[Request Access…] firewall intra create dc=de1 ports=tcp/5432 source=10.95.131.14/32 destination=10.95.131.22/32 ends=2h',
      '[Show Policy] firewall intra show de1 195f2e21b90087a4b3313bc144204857',
    ],
    'no policy between data centers, where policies have no ports': [
      'reach WA1ACMECI01 DE1ACMEDB02 tcp/5432',
      'Not allowed · WA1ACMECI01 → DE1ACMEDB02 on PostgreSQL (5432)',
      '[Request Access…] firewall create from=wa1 to=de1 source=10.95.126.12/32 destination=10.95.131.22/32 ends=2h',
    ],
    'some of the ports, to an address in no known data center: the policy says where it is': [
      'reach DE1ACMEWEB03 10.200.1.7 tcp/5432-5433',
      'Partly allowed · DE1ACMEWEB03 → 10.200.1.7: only PostgreSQL (5432)',
      'Policies for a part of it',
      '• 195f2e21 · in DE1 · 10.95.131.14 · 10.200.1.7 · PostgreSQL (5432) · active',
      'Missing: 10.95.131.14 → 10.200.1.7 on port 5433',
      'Nearest policy: 195f2e21 (in DE1) stops at PostgreSQL (5432) and ping (ICMP): add port 5433',
      '[Request Access…] firewall intra create dc=de1 ports=tcp/5433 source=10.95.131.14/32 destination=10.200.1.7/32 ends=2h',
      '[Show Policy] firewall intra show de1 195f2e21b90087a4b3313bc144204857',
    ],
    'several places, one of which is not known': [
      'reach 10.9.9.9,GB3ACMEMAIL01 WA1ACMECI01',
      'Not allowed · 10.9.9.9, GB3ACMEMAIL01 → WA1ACMECI01 on any port',
      '[Request Access any data center → WA1…] firewall create to=wa1 source=10.9.9.9/32 destination=10.95.126.12/32 ends=2h',
      '[Request Access GB3 → WA1…] firewall create from=gb3 to=wa1 destination=10.95.126.12/32 ends=2h',
    ],
    'a disabled policy, which does not allow anything': [
      'reach 10.200.1.7 DE1ACMEWEB03 tcp/8080',
      'Not allowed · 10.200.1.7 → DE1ACMEWEB03 on HTTP alternative (8080)',
      'Nearest policy: b43952aa (in DE1) would allow it, but is disabled',
      '[Request Access…] firewall intra create dc=de1 ports=tcp/8080 source=10.200.1.7/32 destination=10.95.131.14/32 ends=2h',
      '[Show Policy] firewall intra show de1 b43952aa8e69ca2ce12ecf12473eed42',
    ],
    'all ports, nearly all of which are missing: the answer says which are allowed': [
      'reach DE1ACMEWEB03 10.200.1.0/28',
      'Partly allowed · DE1ACMEWEB03 → 10.200.1.0/28: only PostgreSQL (5432) and ping (ICMP)',
      'Policies for a part of it',
      '• 195f2e21 · in DE1 · 10.95.131.14 · 10.200.1.0/28 · PostgreSQL (5432) and ping (ICMP) · active',
      'Missing: everything else',
      'Nearest policy: 195f2e21 (in DE1) stops at PostgreSQL (5432) and ping (ICMP): add ports 1–5431, ports 5433–65535, all UDP ports and other protocols',
      '[Request Access…] firewall intra create dc=de1 source=10.95.131.14/32 destination=10.200.1.0/28 ends=2h',
      '[Show Policy] firewall intra show de1 195f2e21b90087a4b3313bc144204857',
    ],
    'a range that a policy covers only in part': [
      'reach 10.95.131.254-10.95.132.1 10.200.1.7 tcp/5432',
      'Partly allowed · 10.95.131.254-10.95.132.1 → 10.200.1.7: only PostgreSQL (5432), from 10.95.131.254/31',
      'Policies for a part of it',
      '• 195f2e21 · in DE1 · 10.95.131.254/31 · 10.200.1.7 · PostgreSQL (5432) · active',
      'Missing: 10.95.132.0/31 → 10.200.1.7 on PostgreSQL (5432)',
      'All allowed for: 2 of 4 source addresses',
      'Nearest policy: 195f2e21 (in DE1) stops at 10.95.131.0/24: add 10.95.132.0/31',
      '[Request Access…] firewall intra create dc=de1 ports=tcp/5432 source=10.95.132.0/31 destination=10.200.1.7/32 ends=2h',
      '[Show Policy] firewall intra show de1 195f2e21b90087a4b3313bc144204857',
    ],
    'the internet, by a public IP with restrictions': [
      'reach 198.51.100.1 DE1ACMEJUMP01 tcp/22',
      'Partly allowed · 198.51.100.1 → DE1ACMEJUMP01: only SSH (22), to 10.95.131.125',
      'Policies for a part of it',
      '• 203.0.113.14 · internet → DE1 · 198.51.100.1 · 10.95.131.125 · SSH (22) · active',
      'Missing: 198.51.100.1 → 10.95.131.25 on SSH (22)',
      '[Request Access…] ip add server=de1acmejump01 ports=tcp/22 from=198.51.100.1/32 internal=10.95.131.25 ends=2h',
    ],
    'the internet, by a public IP that lets in others': [
      'reach 8.8.8.8 10.95.131.125 tcp/22',
      'Not allowed · 8.8.8.8 → 10.95.131.125 on SSH (22)',
      'Nearest policy: public IP 203.0.113.14 (internet → DE1) stops at 198.51.100.0/28: add 8.8.8.8',
      '[Request Access…] ip update server=de1acmejump01 address=203.0.113.14 from=8.8.8.8/32,198.51.100.0/28 ends=2h',
      '[Show Public IPs] ip show de1acmejump01',
    ],
    'the internet, by a public IP that anybody can reach on one of the ports': [
      'reach internet DE1ACMEWEB01 tcp/443-444',
      'Partly allowed · internet → DE1ACMEWEB01: only HTTPS (443), to 10.95.131.112',
      'Policies for a part of it',
      '• 203.0.113.10 · internet → DE1 · anywhere · 10.95.131.112 · HTTPS (443) · active',
      expect.stringMatching(/^Missing: .* → 10\.95\.131\.12 on ports 443–444$/),
      '[Request Access…] ip add server=de1acmeweb01 ports=tcp/443-444 from=0.0.0.0/0 ends=2h',
    ],
    'the internet, to a server without a public IP': [
      'reach internet DE1ACMEWEB03 tcp/443',
      'Not allowed · internet → DE1ACMEWEB03 on HTTPS (443)',
      '[Request Access…] ip add server=de1acmeweb03 ports=tcp/443 from=0.0.0.0/0 internal=10.95.131.14 ends=2h',
    ],
    'a range that is in data centers and on the internet: each part is compared where it is': [
      'reach 0.0.0.0/1 DE1ACMEWEB01 tcp/443',
      'Partly allowed · 0.0.0.0/1 → DE1ACMEWEB01: only HTTPS (443), from 0.0.0.0–9.255.255.255 and 11.0.0.0–127.255.255.255, to 10.95.131.112',
      'Policies for a part of it',
      '• 203.0.113.10 · internet → DE1 · 0.0.0.0–9.255.255.255 and 11.0.0.0–127.255.255.255 · 10.95.131.112 · HTTPS (443) · active',
      'Missing: 10.0.0.0/8 → 10.95.131.12 and 10.95.131.112 on HTTPS (443); 0.0.0.0–9.255.255.255 and 11.0.0.0–127.255.255.255 → 10.95.131.12 on HTTPS (443)',
      '[Request Access any data center → DE1…] firewall create to=de1 source=10.0.0.0/8 ends=2h',
      '[Request Access internet → DE1…] ip add server=de1acmeweb01 ports=tcp/443 from=0.0.0.0/5,8.0.0.0/7,11.0.0.0/8,12.0.0.0/6,16.0.0.0/4,32.0.0.0/3,64.0.0.0/2 internal=10.95.131.12 ends=2h',
    ],
    'the policies to a server, also from the internet': [
      'reach to=DE1ACMEJUMP01 tcp/22 tcp/8080',
      '2 policies to DE1ACMEJUMP01',
      '• b43952aa · in DE1 · 10.200.1.0–10.200.2.255 · 10.95.131.25 and 10.95.131.125 · HTTP alternative (8080) · active, disabled',
      '• 203.0.113.14 · internet → DE1 · 198.51.100.0/28 · 10.95.131.125 · SSH (22) · active',
    ],
    'a server whose only policy is not active': [
      'reach to=DE1ACMEDB02 tcp/8080',
      'No active policy allows anything to reach DE1ACMEDB02.',
      '1 policy to DE1ACMEDB02',
      '• b43952aa · in DE1 · 10.200.1.0–10.200.2.255 · 10.95.131.22 · HTTP alternative (8080) · active, disabled',
    ],
  }),
)('reach answers about %s', async (_, [line, ...expected]) => {
  expect(await said(line)).toEqual(expected);
});

test('an agent reads the policies, what is missing, and how to request it', async () => {
  const answer = await answerOf('reach DE1ACMEWEB03 10.200.1.7 tcp/5432-5433', sample);
  const { structured } = present({ outcome: 'answered', answer }, '/cloud');
  expect(Object.keys(structured.facts ?? {})).toEqual(['Missing', 'Nearest policy']);
  expect(structured.tables).toEqual([
    {
      caption: 'Policies for a part of it',
      rows: [
        {
          Policy: '195f2e21',
          Where: 'in DE1',
          Source: '10.95.131.14',
          Destination: '10.200.1.7',
          Ports: 'PostgreSQL (5432)',
          Status: 'active',
        },
      ],
    },
  ]);
  expect(structured.next).toMatchObject([
    {
      tool: 'firewall_intra_create',
      arguments: { dc: 'de1', ports: ['tcp/5433'], source: ['10.95.131.14/32'], ends: '2h' },
      missing: 'why',
    },
    { tool: 'firewall_intra_show' },
  ]);
});

test('servers of another account are found there, and buttons name the account', async () => {
  const context = await contextAt(cloud, 'ACDV');
  expect(await said('reach DEV01,DEV02', context).catch(({ message }) => message)).toContain(
    'Which server is',
  );
  expect(await said('reach VA1ACDVDEV01', context)).toEqual([
    'No policy allows VA1ACDVDEV01 to reach anything.',
  ]);
  expect(await said('reach VA1ACDVDEV01 DE1ACDVDEV01', context)).toContainEqual(
    expect.stringMatching(/^\[Request Access…\] firewall create from=va1 to=de1 .* ends=2h account=ACDV$/),
  );
});

describe('with another account', () => {
  const own = 'DE1ACMEWEB03';
  const theirs = 'VA1ACDVDEV01';
  /** Lets the other account open something into this one. */
  async function openIn(account: string, from: string, into: string, to: string): Promise<void> {
    cloud.control.set({ firewallPendingMs: 0 });
    await connected(cloud).account(account).crossFirewall.create(from, {
      sourceCidr: '10.0.0.0/8',
      destinationAccountId: into,
      destinationLocationId: to,
      destinationCidr: '10.95.131.0/24',
      enabled: true,
    });
  }
  const first = async (line: string): Promise<string | undefined> => (await said(line))[0]?.split(' · ')[0];

  test('a policy of this account into the other one counts, and names its place', async () => {
    expect(await said(`reach ${own} ${theirs} tcp/443 peer=ACDV`)).toEqual([
      'Allowed · DE1ACMEWEB03 → VA1ACDVDEV01 on HTTPS (443)',
      expect.stringMatching(/^By policy: [0-9a-f]{8} \(DE1 → VA1 \(ACDV\)\)$/),
      expect.stringMatching(/^\[Show Policy\] firewall show de1 [0-9a-f]{32}$/),
    ]);
  });

  test('a policy of the other account into this one counts only for the way back', async () => {
    const back = `reach ${theirs} ${own} tcp/443 peer=ACDV`;
    expect(await said(back)).toEqual([
      'Not allowed · VA1ACDVDEV01 → DE1ACMEWEB03 on HTTPS (443)',
      expect.stringMatching(
        /^\[Request Access…\] firewall create from=va1 to=de1 source=\S+ destination=10.95.131.14\/32 peer=ACME ends=2h account=ACDV$/,
      ),
    ]);
    await openIn('ACDV', 'va1', 'ACME', 'de1');
    expect(await said(back)).toEqual([
      'Allowed · VA1ACDVDEV01 → DE1ACMEWEB03 on HTTPS (443)',
      expect.stringMatching(/^By policy: [0-9a-f]{8} \(VA1 \(ACDV\) → DE1\)$/),
      expect.stringMatching(/^\[Show Policy\] firewall show va1 [0-9a-f]{32} account=ACDV$/),
    ]);
    // It is about machines of that account in VA1, and not about those of this one.
    expect(await first('reach VA1ACMEDB01 DE1ACMEWEB03 tcp/443 peer=ACDV')).toBe('Not allowed');
    expect(await first(`reach ${own} WA1ACMECI01 peer=ACDV`)).toBe('Not allowed');
  });

  test('an address in no known place may be in the other account', async () => {
    const back = `reach 10.9.9.9 ${own} tcp/443`;
    await openIn('ACDV', 'gb3', 'ACME', 'de1');
    expect(await first(back)).toBe('Not allowed');
    expect(await first(`${back} peer=ACDV`)).toBe('Allowed');
    expect((await said(`reach 10.9.9.9 WA1ACMECI01 peer=acdv`)).at(-1)).toMatch(
      /^\[Request Access…\] firewall create to=wa1 .* peer=ACME ends=2h account=ACDV$/,
    );
    expect((await said(`reach WA1ACMECI01 10.9.9.9 peer=acdv`)).at(-1)).toMatch(
      /^\[Request Access…\] firewall create from=wa1 .* peer=ACDV ends=2h$/,
    );
  });

  test('policies into the other account count inside one data center, too', async () => {
    const line = 'reach VA1ACMEDB01 VA1ACDVDEV01 tcp/22 peer=ACDV';
    expect((await said(line))[1]).toMatch(/\(VA1 → VA1 \(ACDV\)\) would allow it, but is error$/);
    expect((await said('reach VA1ACDVDEV01 VA1ACMEDB01 tcp/22 peer=ACDV')).at(-1)).toMatch(
      /^\[Request Access…\] firewall intra create dc=va1 .* peer=ACME ends=2h account=ACDV$/,
    );
  });

  test('the nearest policy says that an address is in the other account, even if the question doesn’t', async () => {
    const { details } = await connected(cloud).account('ACDV').servers.get(theirs.toLowerCase());
    expect(await said(`reach 10.95.132.1 ${details?.ipAddresses?.[0]?.internal}`)).toContainEqual(
      expect.stringMatching(
        /^\[Request Access…\] firewall create from=de1 to=va1 source=10.95.132.1\/32 .* peer=ACDV ends=2h$/,
      ),
    );
  });

  test('its servers are listed among those that have access', async () => {
    await openIn('ACDV', 'va1', 'ACME', 'de1');
    expect(await said(`reach to=${own} tcp/443 peer=ACDV`)).toContain(
      '• VA1ACDVDEV01 · VA1 (ACDV) · VA1 Hardware / Default Group · HTTPS (443)',
    );
    expect(await first(`reach dev* ${own} tcp/443 peer=ACDV`)).toBe('Partly allowed');
    expect(await first(`reach from=${own} peer=ACDV`)).toMatch(
      /^Policies allow DE1ACMEWEB03 to reach \d+ servers$/,
    );
  });

  test('unreadable parts of the other account are named, and the answer is then not known', async () => {
    const unread = 'Not counted: servers of PARENT, which the cloud API didn’t return.';
    expect(await said(`reach 10.9.9.9 ${own} tcp/443 peer=PARENT`)).toEqual([
      'Not known · 10.9.9.9 → DE1ACMEWEB03 on HTTPS (443)',
      unread,
      'The cloud API didn’t return policies of PARENT. They may allow more.',
      expect.stringMatching(
        /^\[Request Access…\] firewall create to=de1 .* peer=ACME ends=2h account=PARENT$/,
      ),
    ]);
    expect(await said('reach internet DE1ACMEWEB03 tcp/443 peer=PARENT')).toContain(
      'The cloud API didn’t return public IPs of PARENT. They may allow more.',
    );
    expect((await said(`reach ${own} VA1ACMEDB01 peer=PARENT`)).slice(0, 1)).toEqual([
      'Allowed · DE1ACMEWEB03 → VA1ACMEDB01 on all ports',
    ]);
  });

  test('unreadable policies of the other account alone leave the answer open', async () => {
    const context: Context = {
      ...sample,
      peer: async (other) => ({
        ...(await contextAt(cloud, other)),
        rulesAt: () => Promise.reject(new CloudApiError('forbidden', { method: 'GET', path: '/' })),
      }),
    };
    expect((await said(`reach ${theirs} ${own} tcp/443 peer=ACDV`, context)).slice(0, 2)).toEqual([
      'Not known · VA1ACDVDEV01 → DE1ACMEWEB03 on HTTPS (443)',
      'The cloud API didn’t return policies from VA1 (ACDV). They may allow more.',
    ]);
  });

  test('the answer equals a check of each policy and public IP of both accounts', async () => {
    const peer = await sample.peer('ACDV');
    await fc.assert(
      fc.asyncProperty(questions, async (asked) => {
        const context = {
          ...contextIn(asked, 'ACME', sample),
          peer: async () => contextIn(asked, 'ACDV', peer),
        };
        const [answer] = await said(`reach ${asked.from} ${asked.to} tcp/22 peer=ACDV`, context);
        expect(answer?.split(' · ')[0]).toBe(verdictOf(asked));
      }),
    );
  });

  test('a person who may not read in the other account learns nothing of it', async () => {
    const denied = new Error('You don’t have permission to view ACDV.');
    const context: Context = { ...sample, peer: () => Promise.reject(denied) };
    await expect(answerOf(`reach ${theirs} ${own} peer=ACDV`, context)).rejects.toBe(denied);
    expect(await first(`reach ${own} VA1ACMEDB01 peer=ACME`)).toBe('Allowed');
  });
});

/** A context with other policies between data centers. */
const withRules = (rules: readonly Rule[] | Error, more: Partial<Context> = {}): Context => ({
  ...sample,
  rulesAt: async () => {
    if (rules instanceof Error) throw rules;
    return rules;
  },
  ...more,
});
const cross = 'reach DE1ACMEWEB03 VA1ACMEDB01 tcp/5432';

describe('an unreadable part', () => {
  const down = new CloudApiError('service-error', { method: 'GET', path: '/' });

  test('is named, and the answer is then not known', async () => {
    const context: Context = {
      ...sample,
      rulesAt: async (scope) => {
        if (scope.kind === 'between' && scope.dataCenter === 'gb3') throw down;
        return [];
      },
    };
    expect(await said('reach 10.9.9.9 VA1ACMEDB01 tcp/5432', context)).toEqual([
      'Not known · 10.9.9.9 → VA1ACMEDB01 on PostgreSQL (5432)',
      'The cloud API didn’t return policies from GB3. They may allow more.',
      '[Request Access…] firewall create to=va1 source=10.9.9.9/32 destination=10.95.173.21/32 ends=2h',
    ]);
  });

  test('is an error if it is everything', async () => {
    await expect(answerOf(cross, withRules(down))).rejects.toBe(down);
  });

  test('may be the address of a server that is being built', async () => {
    expect(await said('reach DE1ACMEWEB09 VA1ACMEDB01')).toEqual([
      'Not known · DE1ACMEWEB09 → VA1ACMEDB01 on any port',
      'Not counted: DE1ACMEWEB09 shows no address.',
    ]);
  });
});

const wanted = '10.95.131.14/32 > 10.95.173.21/32';

test('policies that allow something together are all named, but not those for another place', async () => {
  const rules = [
    rule('aaaaaaaa', `${wanted} : tcp/1-5432`, { to: 'VA1' }),
    rule('bbbbbbbb', `${wanted} : tcp/5433-6000`, { to: 'VA1' }),
    rule('cccccccc', wanted, { to: 'GB3' }),
  ];
  expect(await said('reach DE1ACMEWEB03 VA1ACMEDB01 tcp/5000-6000', withRules(rules))).toEqual([
    'Allowed · DE1ACMEWEB03 → VA1ACMEDB01 on ports 5000–6000',
    'Allowed by 2 policies together',
    '• aaaaaaaa · DE1 → VA1 · 10.95.131.14 · 10.95.173.21 · ports 5000–5432 · active',
    '• bbbbbbbb · DE1 → VA1 · 10.95.131.14 · 10.95.173.21 · ports 5433–6000 · active',
  ]);
});

const others = '10.95.131.0/24 > 10.95.173.22/32';

test.each<[string, string, readonly Rule[], string]>([
  [
    'the ports, whatever was asked about',
    'reach DE1ACMEWEB03 VA1ACMEDB01',
    [rule('aaaaaaaa', `${wanted} : tcp/80 tcp/443`, { to: 'VA1' })],
    'only HTTP (80) and HTTPS (443)',
  ],
  [
    'the sources and destinations, if they are less',
    'reach 10.95.131.14,10.95.131.15 10.95.173.21,10.95.173.22 tcp/80',
    [rule('aaaaaaaa', `${wanted} : tcp/80`, { to: 'VA1' })],
    'only HTTP (80), from 10.95.131.14, to 10.95.173.21',
  ],
  [
    'that two policies together leave gaps',
    'reach 10.95.131.14,10.95.131.15 10.95.173.21,10.95.173.22 tcp/80',
    [
      rule('aaaaaaaa', `${wanted} : tcp/80`, { to: 'VA1' }),
      rule('bbbbbbbb', `${others} : tcp/80`, { to: 'VA1' }),
    ],
    'HTTP (80), not for all addresses',
  ],
  [
    'that a port is open to some of the addresses, and another one to all',
    'reach DE1ACMEWEB03 10.95.173.21,10.95.173.22',
    [
      rule('aaaaaaaa', `${wanted} : tcp/80 tcp/443`, { to: 'VA1' }),
      rule('bbbbbbbb', `${others} : tcp/80`, { to: 'VA1' }),
    ],
    'only HTTP (80) and HTTPS (443), not for all addresses',
  ],
])('a partly allowed answer begins with what is allowed: %s', async (_, line, rules, says) => {
  const [first = ''] = await said(line, withRules(rules));
  expect(first.replace(/^.*: /, '')).toBe(says);
  expect(first).toMatch(/^Partly allowed · /);
});

test('what the internet may reach is named as ports, when nobody asked about one', async () => {
  const [first] = await said('reach internet DE1ACMEWEB01');
  expect(first).toBe(
    'Partly allowed · internet → DE1ACMEWEB01: only HTTP (80) and HTTPS (443), to 10.95.131.112',
  );
});

test('a partly allowed answer claims no more than it read', async () => {
  const context: Context = {
    ...sample,
    rulesAt: async (scope) => {
      if (scope.kind === 'between' && scope.dataCenter === 'gb3')
        throw new CloudApiError('service-error', { method: 'GET', path: '/' });
      return scope.kind === 'between' && scope.dataCenter === 'va1'
        ? [rule('aaaaaaaa', '10.9.9.9/32 > 10.95.131.14/32 : tcp/80', { to: 'DE1' })]
        : [];
    },
  };
  const [first] = await said('reach 10.9.9.9 DE1ACMEWEB03', context);
  expect(first).toBe('Partly allowed · 10.9.9.9 → DE1ACMEWEB03: at least HTTP (80)');
});

test('more missing pieces than fit into a row are a table', async () => {
  const rules = [1, 2, 3, 4, 5].map((last) =>
    rule(`aaaaaaa${last}`, `10.95.131.0/24 > 10.95.173.2${last}/32 : tcp/100-${100 + last * 15}`, {
      to: 'VA1',
    }),
  );
  const lines = await said('reach DE1ACMEWEB03 10.95.173.21-10.95.173.25 tcp/100-200', withRules(rules));
  const from = lines.indexOf('Missing');
  expect(lines.slice(from + 1, from + 6).toSorted()).toEqual([
    '• 10.95.131.14 · 10.95.173.21 · ports 116–200',
    '• 10.95.131.14 · 10.95.173.21–10.95.173.22 · ports 131–200',
    '• 10.95.131.14 · 10.95.173.21–10.95.173.23 · ports 146–200',
    '• 10.95.131.14 · 10.95.173.21–10.95.173.24 · ports 161–200',
    '• 10.95.131.14 · 10.95.173.21–10.95.173.25 · ports 176–200',
  ]);
});

describe('the form of *Request Access…*', () => {
  /** The form that it opens; undefined without the button. */
  const formOf = async (line: string, context: Context = sample): Promise<string | undefined> =>
    (await said(line, context)).find((text) => text.startsWith('[Request Access…] '))?.slice(18);
  /** `amount` addresses of a network, no two of which are one range. */
  const spaced = (network: string, amount: number, first = 0): readonly string[] =>
    Array.from({ length: amount }, (_, at) => `${network}.${first + at * 2}/32`);

  test('has the sources of a public IP and one more, or none if they are too many for one request', async () => {
    const formFor = (sources: readonly string[]): Promise<string | undefined> =>
      formOf(
        'reach 8.8.8.8 10.95.131.125 tcp/22',
        withOther(sample, { publicIp: () => publicIpOf('10.95.131.125', sources) }),
      );
    const update = 'ip update server=de1acmejump01 address=203.0.113.14';
    expect(await formFor(spaced('20.0.0', 39))).toBe(
      `${update} from=8.8.8.8/32,${spaced('20.0.0', 39)} ends=2h`,
    );
    expect(await formFor(spaced('20.0.0', 40))).toBe(`${update} ends=2h`);
  });

  test('has each missing address, or none if they and the rest are too many for one request', async () => {
    const even = rule('aaaaaaaa', `${spaced('10.95.131', 128)} > 10.0.0.0/8`, { to: 'DE1' });
    const formFor = (last: number): Promise<string | undefined> =>
      formOf(`reach 10.95.131.0-10.95.131.${last} DE1ACMEDB02 tcp/5432`, withRules([even]));
    const [create, destination] = [
      'firewall intra create dc=de1 ports=tcp/5432',
      'destination=10.95.131.22/32',
    ];
    expect(await formFor(76)).toBe(`${create} source=${spaced('10.95.131', 38, 1)} ${destination} ends=2h`);
    expect(await formFor(78)).toBe(`${create} ${destination} ends=2h`);
  });

  /** A context, and that of the peer, in which a server has other addresses. */
  function withAddresses(name: string, ...internal: readonly string[]): Context {
    const addresses = internal.map((address) => ({ internal: address }));
    const of = (context: Context): Context =>
      withOther(context, {
        servers: (all) => all.map((one) => (one.name === name ? { ...one, addresses } : one)),
      });
    return { ...of(sample), peer: async (other) => of(await sample.peer(other)) };
  }

  test.each(['VA1ACMEAPI02', 'VA1ACDVDEV01'])(
    'has the server that was named, not one with its address elsewhere: %s',
    async (name) => {
      const form = await formOf(`reach internet ${name} peer=ACDV`, withAddresses(name, '10.95.131.14'));
      expect(form).toContain(`ip add server=${name.toLowerCase()} from=0.0.0.0/0 internal=10.95.131.14 `);
    },
  );

  test('has no private IP if there are two, even if they are one range', async () => {
    const context = withAddresses('VA1ACMEAPI02', '10.95.131.14', '10.95.131.15');
    expect(await formOf('reach internet VA1ACMEAPI02', context)).toBe(
      'ip add server=va1acmeapi02 from=0.0.0.0/0 ends=2h',
    );
  });

  test.each<[string, string, string, string | undefined]>([
    [
      'no destination for two addresses, since a policy has one range there',
      'reach WA1ACMECI01 DE1ACMEJUMP01',
      '10.9.9.9/32 > 10.9.9.9/32',
      'firewall create from=wa1 to=de1 source=10.95.126.12/32 ends=2h',
    ],
    [
      'the one range of a part that has nothing else',
      'reach WA1ACMECI01 10.95.131.0/24',
      '10.0.0.0/8 > 10.95.131.128/25,10.95.131.2/32',
      'firewall create from=wa1 to=de1 source=10.95.126.12/32 destination=10.95.131.0/25 ends=2h',
    ],
    [
      'no public IP without sources, which lets in everyone',
      'reach 8.0.0.1-9.255.255.254 DE1ACMEWEB03 tcp/443',
      '10.9.9.9/32 > 10.9.9.9/32',
      undefined,
    ],
  ])('has %s: %s', async (_, line, policy, expected) => {
    expect(await formOf(line, withRules([rule('aaaaaaaa', policy, { to: 'DE1' })]))).toBe(expected);
  });
});

test('a policy that Skydesk created shows its start, its requester and its end', async () => {
  const summary = `10.95.131.14/32 (DE1) → 10.95.173.21/32 (VA1) · all ports`;
  const entry = (event: StoredEntry['event'], request: string) =>
    storedEntry({
      at: Date.UTC(2026, 9, 12),
      event,
      request,
      operation: 'firewall.create',
      title: `Create firewall policy ${summary}`,
      targets: ['firewall/de1'],
    });
  const step = (results: { id: string }) => ({ outcome: { kind: 'done', answer: [], results, job: 'j' } });
  const changes: Readonly<Record<string, object>> = {
    other: { id: 'other', number: 1016, requester: 'U0ANA', steps: [step({ id: 'bbbbbbbb' })] },
    mine: {
      ...{ id: 'mine', number: 1017, requester: 'U0ANA', ticket: 'OPS-17' },
      steps: [step({ id: 'aaaaaaaa' })],
    },
    'end-mine': {
      status: 'approved',
      steps: [{ startsAt: Date.UTC(2026, 9, 13) }],
      reversal: { cause: 'time' },
    },
  };
  const context = withRules([rule('aaaaaaaa', wanted, { to: 'VA1', summary })], {
    auditLog: {
      ...sample.auditLog,
      read: async () => ({
        entries: [entry('failed', 'mine'), entry('applied', 'other'), entry('applied', 'mine')],
      }),
    },
    changes: { ...sample.changes, get: async (id) => changes[id] as never },
  });
  const answer: Answer = await answerOf(cross, context);
  expect(JSON.stringify(answer)).toContain(
    JSON.stringify([
      { code: 'aaaaaaaa' },
      ' (DE1 → VA1)',
      ' · ',
      'since ',
      { time: '2026-10-12T00:00:00.000Z', as: 'day' },
      ' · ',
      'requested by ',
      { person: 'U0ANA' },
      ' in #1017',
      ' · ',
      'OPS-17',
      ' · ',
      'ends ',
      { time: '2026-10-13T00:00:00.000Z', as: 'relative' },
    ]),
  );
});

test.each(['8.8.8.8', '10.0.0.0/7', '0.0.0.0/0'])(
  '%s is no destination, since no policy is about an address on the internet',
  async (to) => {
    await expect(said(`reach DE1ACMEWEB03 ${to} tcp/443`)).rejects.toMatchObject({
      message: `${to} has addresses on the internet: no policy is about traffic that leaves for it.`,
      next: 'Name private addresses only.',
    });
  },
);

test.each<[string, Record<string, string> | string]>([
  ['reach web01 tcp/443', { from: 'web01', ports: 'tcp/443' }],
  ['reach to=db02 tcp/5432 tcp/22', { to: 'db02', ports: 'tcp/5432 tcp/22' }],
  ['reach group=Shop group=API', { from: 'group=Shop', to: 'group=API' }],
  ['reach web01 group=Shop', { from: 'web01', to: 'group=Shop' }],
  ['reach internet web0*,10.0.0.0/24', { from: 'internet', to: 'web0*,10.0.0.0/24' }],
  ['reach 10.0.0.9-10.0.0.1 web01', 'from: “10.0.0.9-10.0.0.1” is not a server'],
  ['reach web01 to=internet', 'to: can’t be the internet'],
  ['reach internet,web01', 'from: “internet” stands alone'],
  ['reach tcp/443', 'from: is missing'],
])('%s is read', (line, expected) => {
  const parsed = parseCommand(line);
  if (typeof expected !== 'string') {
    expect(parsed).toMatchObject({ kind: 'prepared', prepared: { raw: expected } });
    const again = parsed.kind === 'prepared' ? parseCommand(parsed.prepared.line) : parsed;
    expect(again).toMatchObject({ kind: 'prepared', prepared: { raw: expected } });
  } else {
    const problems = parsed.kind === 'mistaken' ? parsed.problems : [];
    expect(problems.map(({ field, message }) => `${field}: ${message}`).join()).toContain(expected);
  }
});

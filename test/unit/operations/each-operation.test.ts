import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../../src/operations/index.ts';
import { draw } from '../../../src/slack/render/draw.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { contextAt, runToEnd } from '../../support/in-memory/run-line.ts';
import { preparedFrom } from '../../support/made/typed-line.ts';
import { seeded, walk } from '../../support/seeded.ts';
import { saidIn } from '../../support/shown.ts';

/* The requests of each operation to the cloud API, and its answer: what a change says below its headline. Previews, confirmations and messages are tested elsewhere. */

const cloud = await cloudOfFile({ jobNotStartedMs: 0, jobExecutingMs: 0, firewallPendingMs: 0 });

/** The requests to the cloud API meanwhile, except logins. Concurrent calls are in any order. */
async function askedWhile<Result>(act: () => Promise<Result>): Promise<[Result, readonly string[]]> {
  const before = cloud.requests.length;
  const result = await act();
  const asked = cloud.requests
    .slice(before)
    .filter(({ route }) => route !== 'login')
    .map(({ method, path, query, body }) => `${method} ${path}${query && `?${query}`}${body && ` ${body}`}`);
  return [result, asked.toSorted()];
}

type Lines = readonly (string | RegExp)[];

const matching = (lines: Lines) =>
  lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)));
/** Some of the lines of an answer. */
const some = (...lines: Lines) => expect.arrayContaining(matching(lines));

const alerts = 'GET /v2/alertPolicies/ACME';
const scales = 'GET /v2/autoscalePolicies/ACME';
const centers = 'GET /v2/datacenters/ACME';
const server = (id: string): string => `GET /v2/servers/ACME/${id}`;
const between = (dc: string): string => `GET /v2-experimental/crossDcFirewallPolicies/ACME/${dc}`;
const inside = 'GET /v2-experimental/firewallPolicies/ACME/de1';
const job = 'GET /v2/operations/ACME/status';

const today = new Date();
const monthsBack = (back: number): Date =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1));
const named = (back: number): string =>
  monthsBack(back).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const invoice = (back: number): string =>
  `GET /v2/invoice/ACME/${monthsBack(back).getUTCFullYear()}/${monthsBack(back).getUTCMonth() + 1}`;

const reads: Readonly<Record<string, readonly [asks: readonly string[], says: unknown]>> = {
  'alert list': [
    [alerts],
    some(
      '6 alert policies in ACME',
      'Name · Condition · Notifies · Id',
      `CPU high · CPU ≥ 90% for 5 min · ops@acme.example.com · ${seeded.cpuHigh[0].slice(0, 8)}`,
      `CPU high · CPU ≥ 75% for 15 min · build@acme.example.com · ${seeded.cpuHigh[1].slice(0, 8)}`,
      '[Show a policy… ▾]',
    ),
  ],
  'alert show "Disk 80"': [
    [alerts, `${alerts}/${seeded.disk80}`],
    [
      'Disk 80',
      'Condition · Recipients',
      'disk ≥ 80% for 5 min · ops@acme.example.com',
      `Alert policy · ${seeded.disk80}`,
      '[Assign to Server] · [Edit Policy] · [Delete Policy]',
    ],
  ],
  'autoscale list': [
    [scales],
    some(
      '4 autoscale policies in ACME',
      'Name · Scales · Id',
      `Scale web · 2 to 6 CPUs, +1 at CPU ≥ 85% for 15 min, down at ≤ 15% · ${seeded.scaleWeb.slice(0, 8)}`,
      '[Show a policy… ▾]',
      'Set one on a server: /cloud autoscale set SERVER POLICY',
    ),
  ],
  'autoscale show "Batch at night"': [
    [scales, `${scales}/${seeded.batchAtNight}`],
    [
      'Batch at night',
      'Scales up · Scales down',
      '+2 at CPU ≥ 95% for 30 min · to 1 at CPU ≤ 5%',
      'CPUs · Scale-down window',
      '1 to 16 · 12:00 PM to 2:00 PM',
      `Autoscale policy · ${seeded.batchAtNight} · scaling down restarts the server, so it happens only in the window`,
    ],
  ],
  'autoscale view de1acmeweb01': [
    [server('de1acmeweb01'), `${server('de1acmeweb01')}/cpuAutoscalePolicy`, `${scales}/${seeded.scaleWeb}`],
    [
      'Autoscale of DE1ACMEWEB01',
      'Policy · Scales',
      'Scale web · 2 to 6 CPUs, +1 at CPU ≥ 85% for 15 min, down at ≤ 15%',
      'Scale-down window',
      '2:00 AM to 4:00 AM',
      `Autoscale policy · ${seeded.scaleWeb}`,
      '[Remove Policy]',
    ],
  ],
  'autoscale view de1acmeweb04': [
    [server('de1acmeweb04'), `${server('de1acmeweb04')}/cpuAutoscalePolicy`],
    ['DE1ACMEWEB04 has no autoscale policy.', 'Set one: /cloud autoscale set de1acmeweb04 POLICY'],
  ],
  'server find Jump': [
    walk,
    some(
      '1 server with “Jump”',
      'Name · Status · Data center · Group',
      'DE1ACMEJUMP01 · active, started · DE1 · DE1 Hardware / Default Group',
      '[Show a server… ▾]',
    ),
  ],
  'server show jump': [
    [server('jump'), ...walk, server('de1acmejump01')],
    [
      'DE1ACMEJUMP01',
      '🟢 active, started · DE1 · de1acmejump01',
      'Size · System',
      '1 CPU · 1 GB · 17 GB disk · Ubuntu 14 64-bit',
      'Private IPs · Public IPs',
      '10.95.131.25, 10.95.131.125 · 203.0.113.14',
      'Alert policies · Autoscale',
      'none · none',
      '[Show Public IPs] · [Assign Alert Policy] · [Show Autoscale] · [⋯ Add Public IP | Set Autoscale Policy]',
    ],
  ],
  'ip show de1acmeweb01': [
    [
      server('de1acmeweb01'),
      server('de1acmeweb01'),
      `${server('de1acmeweb01')}/publicIPAddresses/203.0.113.10`,
    ],
    [
      '1 public IP of DE1ACMEWEB01',
      '203.0.113.10 → 10.95.131.112 · tcp/80, tcp/443 · from anywhere',
      '[Edit IP] · [Remove IP]',
    ],
  ],
  [`job show ${seeded.job}`]: [
    [`GET /v2-experimental/operations/ACME/status/${seeded.job}`],
    [`Job ${seeded.job}`, '✅ Succeeded'],
  ],
  'firewall list DE1': [
    [centers, between('de1')],
    some(
      '2 firewall policies from DE1',
      'Source · Destination · Destination data center · Status · Id',
      `10.95.131.0/24 · 10.95.173.0/24 · VA1 · active · ${seeded.crossFirewall.slice(0, 8)}`,
      '[Show a policy… ▾]',
    ),
  ],
  [`firewall show de1 ${seeded.crossFirewall}`]: [
    [centers, `${between('de1')}/${seeded.crossFirewall}`],
    [
      '10.95.131.0/24 → 10.95.173.0/24',
      `Cross-data-center firewall policy · active · ${seeded.crossFirewall}`,
      'Source · Destination',
      '10.95.131.0/24 in DE1 · 10.95.173.0/24 in VA1',
      'Ports',
      'all',
      '[Disable Policy] · [Delete Policy]',
    ],
  ],
  'firewall intra list de1': [
    [centers, inside],
    some(
      '2 firewall policies inside DE1',
      'Source · Destination · Ports · Status · Id',
      `10.95.131.0/24 · 10.200.1.0/24 · tcp/5432, icmp · active · ${seeded.localFirewall.slice(0, 8)}`,
      /^10\.200\.1\.0\/24, 10\.200\.2\.0\/24 · 10\.95\.131\.0\/24 · tcp\/8080-8090 · active, disabled · [0-9a-f]{8}$/,
      '[Show a policy… ▾]',
    ),
  ],
  [`firewall intra show de1 ${seeded.localFirewall}`]: [
    [centers, `${inside}/${seeded.localFirewall}`],
    [
      'Firewall policy in DE1',
      `active · ${seeded.localFirewall}`,
      'Source · Destination',
      '10.95.131.0/24 · 10.200.1.0/24',
      'Ports',
      'tcp/5432, icmp',
      '[Edit Policy] · [Disable Policy] · [Delete Policy]',
    ],
  ],
  invoice: [
    [invoice(0), invoice(1)],
    some(
      `ACME in ${named(0)}: $10,663.08`,
      `$50.46 (<1%) more than ${named(1)}`,
      /^Cost by data center · \$$/,
      'Top charges (10 of 43)',
      '$3,469.76 · Analytics - UC1',
      /^Server groups \$10,\d+\.\d\d · .*Public IPs \$45\.00/,
      /^Billed to ACME · invoice date .* · may differ from the bill$/,
      '[Show Previous Month] · [Show Trend]',
    ),
  ],
  [`invoice ${monthsBack(22).toISOString().slice(0, 7)} pricing=acme`]: [
    [`${invoice(22)}?pricingAccountAlias=acme`, `${invoice(23)}?pricingAccountAlias=acme`],
    some(
      `ACME in ${named(22)}: $0.00`,
      /^Charges \$[\d,]+\.\d\d · credits -\$[\d,]+\.\d\d$/,
      `the same as ${named(23)}`,
      /^Billed to ACME · /,
    ),
  ],
  'invoice trend 3': [
    [invoice(0), invoice(1), invoice(2)],
    some(
      'Cost of ACME by month',
      /^Estimated cost · \$$/,
      'Month · Total',
      `${named(0)} · $10,663.08`,
      `${named(1)} · $10,612.62`,
      `${named(2)} · $10,614.03`,
      '[Show This Month]',
    ),
  ],
  'dc list': [
    [centers],
    some(
      '13 data centers',
      'Code · Name',
      'de1 · DE1 - Germany (Frankfurt)',
      'wa1 · WA1 - US West (Seattle)',
      '[Show a data center… ▾]',
    ),
  ],
  'dc show de1': [
    [centers, `${centers}/de1?groupLinks=false`],
    ['DE1 - Germany (Frankfurt)', 'de1', '[Show Capabilities] · [Show Bare Metal] · [Show Groups]'],
  ],
  'dc show de1 groups': [
    [centers, `${centers}/de1?groupLinks=true`, `GET /v2/groups/ACME/${seeded.de1Root}`],
    some(
      'DE1 - Germany (Frankfurt)',
      `de1 · root group DE1 Hardware ${seeded.de1Root}`,
      'Server groups',
      /^DE1 Hardware \/ Production \/ Shop \/ Web · 9 · [0-9a-f]{32}$/,
      '[Show Capabilities] · [Show Bare Metal]',
    ),
  ],
  'dc baremetal va1': [
    [centers, `${centers}/va1/bareMetalCapabilities`],
    some(
      'Bare metal in VA1',
      /^2 × 6 cores, .* · 64 GB · 4 × 2000 GB HDD · low · \$1\.655 · f24b18ba$/,
      'CentOS 6 64-bit: free',
    ),
  ],
  'dc capabilities de1': [
    [centers, `${centers}/de1/deploymentCapabilities`],
    some(
      'What DE1 can deploy',
      'Shared load balancer · Bare metal servers',
      'yes · no',
      'Networks · Importable systems',
      'vlan_131_10.95.131 (ACME) · Linux 6 64-bit, Windows 2012 R2 Standard 64-bit',
      'UBUNTU-14-64-TEMPLATE · Ubuntu 14 | 64-bit · 17 GB · cpuAutoscale, hyperscale',
    ),
  ],
  'custom-fields': [
    ['GET /v2/accounts/ACME/customFields'],
    some(
      '3 custom fields in ACME',
      'Name · Takes · Required',
      'Cost center · free text · yes',
      'Monitored · yes or no · no',
      'Tier · one of Standard, Premium · no',
    ),
  ],
  whoami: [
    [],
    matching([
      'The API identity Skydesk uses',
      'User · Account',
      'skydesk · ACME',
      'Default data center · Roles',
      /^DE1 · AccountAdmin, AccountViewer, .*ServerScheduler$/,
      'Token expires · Version of Skydesk',
      /^\w+ \d+, \d{4} at \d+:\d\d [AP]M · not built$/,
      'Skydesk can do what these roles allow, for everyone whom the policy permits.',
    ]),
  ],
};

test.each(Object.entries(reads))('%s', async (line, [asks, says]) => {
  const context = await contextAt(cloud);
  const [{ answer }, asked] = await askedWhile(() => runToEnd(line, context));
  expect(asked).toEqual(asks.toSorted());
  expect(saidIn(draw(answer, '/cloud'))).toEqual(says);
});

/** A change, at once to its end. */
interface Change {
  readonly line: string;
  /** Its title, and its warnings. */
  readonly asksFor: readonly string[];
  readonly asks: readonly string[];
  readonly says: readonly string[];
  readonly undo?: string;
}

/** A change of a seeded firewall policy as a whole. */
function ofPolicy(
  verb: 'enable' | 'disable' | 'delete',
  policy: { readonly words: string; readonly at: string; readonly id: string; readonly traffic: string },
  sends: string,
): Change {
  const { words, at, id, traffic } = policy;
  const isDeleted = verb === 'delete';
  const dc = at.slice(-3);
  const back = verb === 'enable' ? 'disable' : 'enable';
  const subject = `${traffic} · ${id.slice(0, 8)}`;
  return {
    line: `${words} ${verb} ${dc} ${id} why="Nightly backup"`,
    asksFor: [`${verb.replace(/^./, (first) => first.toUpperCase())} firewall policy ${subject}`],
    asks: [centers, at, ...(isDeleted ? [] : [`${at}/${id}`]), sends],
    says: [
      `Firewall policy ${id.slice(0, 8)} in ${dc.toUpperCase()}`,
      ...(isDeleted ? [] : ['[Show Policy]']),
    ],
    ...(!isDeleted && { undo: `${words} ${back} ${dc} ${id}` }),
  };
}
const sent = (method: string, get: string): string => get.replace('GET', method);

const crossPolicy = {
  words: 'firewall',
  at: between('de1'),
  id: seeded.crossFirewall,
  traffic: '10.95.131.0/24 (DE1) → 10.95.173.0/24 (VA1) · all ports',
};
const disabledCross = {
  words: 'firewall',
  at: between('va1'),
  id: seeded.disabledFirewall,
  traffic: '10.95.173.0/24 (VA1) → 10.95.31.0/24 (GB3) · all ports',
};
const intraPolicy = {
  words: 'firewall intra',
  at: inside,
  id: seeded.localFirewall,
  traffic: '10.95.131.0/24 → 10.200.1.0/24 in DE1 · tcp/5432, icmp',
};
const disabledIntra = {
  words: 'firewall intra',
  at: inside,
  id: seeded.disabledLocalFirewall,
  traffic: '10.200.1.0/24, 10.200.2.0/24 → 10.95.131.0/24 in DE1 · tcp/8080-8090',
};

const changes: readonly Change[] = [
  {
    line: 'alert create "Disk 95" disk=95 cpu=90 for=10m to=ops@example.com,dba@example.com',
    asksFor: [
      'Create alert policy Disk 95 · CPU ≥ 90% for 10 min, disk ≥ 95% for 10 min · notifies ops@example.com, dba@example.com',
    ],
    asks: [
      `${sent('POST', alerts)} {"name":"Disk 95","actions":[{"action":"email","settings":{"recipients":["ops@example.com","dba@example.com"]}}],"triggers":[{"metric":"cpu","duration":"00:10:00","threshold":90},{"metric":"disk","duration":"00:10:00","threshold":95}]}`,
    ],
    says: [
      'CPU ≥ 90% for 10 min, disk ≥ 95% for 10 min',
      `Notifies ops@example.com, dba@example.com once it is assigned to a server · ${seeded.newAlert.slice(0, 8)}`,
      '[Assign to Server] · [Show Policy]',
    ],
    undo: `alert delete ${seeded.newAlert}`,
  },
  {
    line: 'alert update "Disk 80" disk=90 for=10m name="Disk 90"',
    asksFor: ['Update alert policy Disk 80 · name Disk 80 → Disk 90 · disk ≥ 80% → 90% · for 5 min → 10 min'],
    asks: [
      alerts,
      `${sent('PUT', alerts)}/${seeded.disk80} {"name":"Disk 90","actions":[{"action":"email","settings":{"recipients":["ops@acme.example.com"]}}],"triggers":[{"metric":"disk","duration":"00:10:00","threshold":90}]}`,
    ],
    says: [
      'disk ≥ 90% for 10 min',
      `Notifies ops@acme.example.com · ${seeded.disk80.slice(0, 8)}`,
      '[Show Policy]',
    ],
    undo: `alert update ${seeded.disk80} disk=80 name="Disk 80" for=5m`,
  },
  {
    line: "alert delete 'Night watch'",
    asksFor: [
      `Delete alert policy Night watch · ${seeded.nightWatch.slice(0, 8)}`,
      'It stops monitoring any server that it is assigned to. An undo assigns it to none of them.',
    ],
    asks: [alerts, `${sent('DELETE', alerts)}/${seeded.nightWatch}`],
    says: [],
    undo: 'alert create "Night watch" cpu=95 for=15m to=oncall@acme.example.com',
  },
  {
    line: 'alert assign "Disk 80" DE1ACMEWEB03',
    asksFor: ['Assign alert policy Disk 80 → DE1ACMEWEB03'],
    asks: [
      alerts,
      server('de1acmeweb03'),
      `${sent('POST', server('de1acmeweb03'))} {"id":"${seeded.disk80}"}`,
    ],
    says: ['disk ≥ 80% for 5 min', '[Show Server]'],
    undo: `alert unassign ${seeded.disk80} de1acmeweb03`,
  },
  {
    line: 'alert unassign "memory high" de1acmeweb01',
    asksFor: ['Unassign alert policy Memory high from DE1ACMEWEB01'],
    asks: [
      alerts,
      server('de1acmeweb01'),
      `${sent('DELETE', server('de1acmeweb01'))}/alertPolicies/${seeded.memoryHigh}`,
    ],
    says: ['[Show Server]'],
    undo: `alert assign ${seeded.memoryHigh} de1acmeweb01`,
  },
  {
    line: 'autoscale set de1acmeweb04 "Batch at night"',
    asksFor: [
      'Set autoscale policy Batch at night → DE1ACMEWEB04 · 1 to 16 CPUs, +2 at CPU ≥ 95% for 30 min, down at ≤ 5%',
      'Each scale-down restarts DE1ACMEWEB04 (12:00 PM to 2:00 PM).',
    ],
    asks: [
      scales,
      server('de1acmeweb04'),
      `${sent('PUT', server('de1acmeweb04'))}/cpuAutoscalePolicy {"id":"${seeded.batchAtNight}"}`,
    ],
    says: ['1 to 16 CPUs, +2 at CPU ≥ 95% for 30 min, down at ≤ 5%', '[Show Autoscale]'],
    undo: 'autoscale remove de1acmeweb04',
  },
  {
    line: 'autoscale remove de1acmeweb01',
    asksFor: [
      'Remove autoscale policy from DE1ACMEWEB01',
      'DE1ACMEWEB01 keeps its current CPUs, whatever its load.',
    ],
    asks: [server('de1acmeweb01'), `${sent('DELETE', server('de1acmeweb01'))}/cpuAutoscalePolicy`],
    says: ['[Show Server]'],
    undo: `autoscale set de1acmeweb01 ${seeded.scaleWeb}`,
  },
  {
    line: 'ip add DE1ACMEWEB03 tcp/443 tcp/8080-8081 from=203.0.113.0/24 internal=10.95.131.14',
    asksFor: ['Add public IP to DE1ACMEWEB03 (10.95.131.14) · tcp/443, tcp/8080-8081 · from 203.0.113.0/24'],
    asks: [
      server('de1acmeweb03'),
      server('de1acmeweb03'),
      `${sent('POST', server('de1acmeweb03'))}/publicIPAddresses {"ports":[{"protocol":"TCP","port":443},{"protocol":"TCP","port":8080,"portTo":8081}],"sourceRestrictions":[{"cidr":"203.0.113.0/24"}],"internalIPAddress":"10.95.131.14"}`,
      `${job}/${seeded.newJob}`,
      server('de1acmeweb03'),
      `${server('de1acmeweb03')}/publicIPAddresses/203.0.113.15`,
    ],
    says: ['Public IP 203.0.113.15 → 10.95.131.14', '[Show Public IPs]'],
    undo: 'ip remove de1acmeweb03 203.0.113.15',
  },
  {
    line: 'ip update DE1ACMEWEB01 203.0.113.10 tcp/443 from=198.51.100.0/24',
    asksFor: [
      'Update public IP 203.0.113.10 of DE1ACMEWEB01 · tcp/443 (was tcp/80, tcp/443) from 198.51.100.0/24 (was anywhere)',
    ],
    asks: [
      server('de1acmeweb01'),
      server('de1acmeweb01'),
      `${server('de1acmeweb01')}/publicIPAddresses/203.0.113.10`,
      `${server('de1acmeweb01')}/publicIPAddresses/203.0.113.10`,
      `${sent('PUT', server('de1acmeweb01'))}/publicIPAddresses/203.0.113.10 {"ports":[{"protocol":"TCP","port":443}],"sourceRestrictions":[{"cidr":"198.51.100.0/24"}]}`,
      `${job}/${seeded.newJob}`,
    ],
    says: ['[Show Public IPs]'],
    undo: 'ip update de1acmeweb01 203.0.113.10 tcp/80 tcp/443 from=0.0.0.0/0',
  },
  {
    line: 'ip remove de1acmeweb01 203.0.113.10',
    asksFor: [
      'Remove public IP 203.0.113.10 from DE1ACMEWEB01',
      'DE1ACMEWEB01 can’t be reached at 203.0.113.10 any more, and the address may not come back.',
    ],
    asks: [
      server('de1acmeweb01'),
      `${sent('DELETE', server('de1acmeweb01'))}/publicIPAddresses/203.0.113.10`,
      `${job}/${seeded.newJob}`,
    ],
    says: ['[Show Server]'],
  },
  {
    line: 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="Nightly backup"',
    asksFor: ['Create firewall policy 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · all ports'],
    asks: [
      centers,
      `${sent('POST', between('de1'))} {"sourceCidr":"10.0.0.0/24","destinationAccountId":"ACME","destinationLocationId":"va1","destinationCidr":"10.1.0.0/24","enabled":true}`,
      `${between('de1')}/${seeded.newAlert}`,
    ],
    says: [`Firewall policy ${seeded.newAlert.slice(0, 8)}`, '[Show Policy]'],
    undo: `firewall delete de1 ${seeded.newAlert}`,
  },
  ofPolicy('enable', disabledCross, `${sent('PUT', between('va1'))}/${seeded.disabledFirewall}?enabled=true`),
  ofPolicy('disable', crossPolicy, `${sent('PUT', between('de1'))}/${seeded.crossFirewall}?enabled=false`),
  ofPolicy('delete', crossPolicy, `${sent('DELETE', between('de1'))}/${seeded.crossFirewall}`),
  {
    line: 'firewall intra create de1 tcp/443 source=10.0.0.0/24 destination=10.0.1.0/24 why="Nightly backup"',
    asksFor: ['Create firewall policy 10.0.0.0/24 → 10.0.1.0/24 in DE1 · tcp/443'],
    asks: [
      centers,
      `${sent('POST', inside)} {"destinationAccount":"ACME","source":["10.0.0.0/24"],"destination":["10.0.1.0/24"],"ports":["tcp/443"]}`,
      `${inside}/${seeded.newAlert}`,
    ],
    says: [`Firewall policy ${seeded.newAlert.slice(0, 8)}`, '[Show Policy]'],
    undo: `firewall intra delete de1 ${seeded.newAlert}`,
  },
  {
    line: `firewall intra update de1 ${seeded.localFirewall} tcp/5432 source=10.95.131.0/25 why="Nightly backup"`,
    asksFor: [
      'Update firewall policy 195f2e21 in DE1 · from 10.95.131.0/25 (was 10.95.131.0/24) to 10.200.1.0/24 on tcp/5432 (was tcp/5432, icmp)',
    ],
    asks: [
      centers,
      inside,
      `${inside}/${seeded.localFirewall}`,
      `${sent('PUT', inside)}/${seeded.localFirewall} {"source":["10.95.131.0/25"],"ports":["tcp/5432"]}`,
    ],
    says: ['Firewall policy 195f2e21 in DE1', '[Show Policy]'],
    undo: `firewall intra update de1 ${seeded.localFirewall} tcp/5432 icmp source=10.95.131.0/24`,
  },
  ofPolicy(
    'enable',
    disabledIntra,
    `${sent('PUT', inside)}/${seeded.disabledLocalFirewall} {"enabled":true}`,
  ),
  ofPolicy('disable', intraPolicy, `${sent('PUT', inside)}/${seeded.localFirewall} {"enabled":false}`),
  ofPolicy('delete', intraPolicy, `${sent('DELETE', inside)}/${seeded.localFirewall}`),
];

test.each(changes)('$line', async ({ line, asksFor, asks, says, undo }) => {
  const state = () => ({ ...cloud.control.state(), jobs: [] });
  const before = state();
  const context = await contextAt(cloud);
  const [{ resolved, answer, inverse }, asked] = await askedWhile(() => runToEnd(line, context));
  const warnings = resolved.warnings.map((text) => saidIn(draw([{ kind: 'note', text }], '/cloud')).join());
  expect([resolved.title, ...warnings]).toEqual(asksFor);
  expect(asked).toEqual(asks.toSorted());
  expect(answer.length > 0 ? saidIn(draw(answer, '/cloud')) : []).toEqual(says);
  expect(inverse?.line).toBe(undo);
  expect(state()).not.toEqual(before);
  if (!inverse || inverse.warning) return;
  await runToEnd(`${inverse.line} why="Put it back"`, context);
  expect(state()).toEqual(before);
});

test('every operation that changes waits for a confirmation, and firewall changes for another person', () => {
  const changing = operations.filter(({ risk }) => risk !== 'reads');
  for (const { id, needs } of changing)
    expect(needs, id).toBe(id.startsWith('firewall.') ? 'approval' : 'confirmation');
});

test('every optional field of a change says what holds without it', () => {
  const silent = operations
    .filter(({ risk }) => risk !== 'reads')
    .flatMap(({ id, fields }) =>
      Object.entries(fields).flatMap(([name, { required, whenEmpty }]) =>
        required || whenEmpty ? [] : [`${id} ${name}`],
      ),
    );
  expect(silent).toEqual([]);
});

test('every operation has a row or a test file of its own, except a few that other tests cover', () => {
  const tested = new Set(
    readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.basename(file, '.test.ts'),
    ),
  );
  const lines = [...Object.keys(reads), ...changes.map(({ line }) => line)];
  const rows = new Set(lines.map((line) => preparedFrom(line).operation.id));
  const others = operations.filter(
    ({ id, words, offline }) => !offline && !rows.has(id) && !tested.has(words.join('-')),
  );
  expect(others.map(({ id }) => id)).toEqual([
    // plans.test.ts and leases.test.ts: their targets have to be made first.
    'end',
    'extend',
    'keep',
    'plan',
    // describe-policy.test.ts and explain-line.test.ts
    'policy',
    'policy.explain',
    // history.test.ts
    'history.export',
    'history.verify',
  ]);
});

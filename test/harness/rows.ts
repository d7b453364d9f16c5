import { parseCommand } from '../../src/command-line/parse-command.ts';
import { type Point, sum } from '../../src/policy/risk.ts';
import { seeded, walk } from './seeded.ts';

/** What a person sees: `lines` is all of it, or some of it where `more` is true. */
export interface Seen {
  readonly to: string;
  readonly lines: readonly (string | RegExp)[];
  readonly more?: boolean;
}

/** An operation as a person meets it. */
export interface Row {
  readonly operation: string;
  readonly types: string;
  readonly presses?: readonly string[];
  /** Ben approves what Ana asked for, in the modal behind Review. */
  readonly approved?: true;
  /** The last answer comes when a job of the service has ended. */
  readonly later?: boolean;
  /** What the service is asked: for the line, for each press, then for Review and for the approval. Concurrent calls are in any order. */
  readonly asks: readonly (readonly string[])[];
  readonly sees: readonly Seen[];
}

type Lines = Seen['lines'];

const ana = (...lines: Lines): Seen => ({ to: 'only ana', lines });
const everyone = (...lines: Lines): Seen => ({ to: '#cloud-ops', lines });
const andMore = (seen: Seen): Seen => ({ ...seen, more: true });

/** The label of the button that runs a change. */
const runs = (typed: string): string => {
  const parsed = parseCommand(typed);
  if (parsed.kind !== 'prepared') throw new Error(`${typed} cannot run`);
  return parsed.prepared.operation.button ?? '';
};
const preview = (typed: string, title: string, ...warnings: string[]): Seen =>
  explained(typed, title, [], ...warnings);
/** A preview with what the change means for the network. */
const explained = (typed: string, title: string, meaning: Lines, ...warnings: string[]): Seen =>
  ana(
    title,
    ...meaning,
    ...warnings.map((warning) => `⚠️ ${warning}`),
    `[${runs(typed)}] · [Edit] · [Cancel]`,
    `Expires in 10 min · /cloud ${typed}`,
  );

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The small print of a result: who requested it, the command as it was typed, and how long it can be undone. */
const signed = (typed: string): string => `Ana Ferreira · /cloud ${typed}`;
const undoable = (typed: string): RegExp =>
  new RegExp(`^${escaped(signed(typed))} · Undo until \\d+:\\d\\d [AP]M$`);

const because = 'why="Nightly backup"';
const opensAll = [{ points: 3, why: 'all ports incl. SSH, RDP' }];

/** The risk of a change in one line. */
function riskOf(risks: readonly Pick<Point, 'points' | 'why'>[], needs = '', sign = '⚠️'): RegExp {
  const reasons = risks.map(({ points, why }) => `${why} (${points})`);
  return startsWith(`${sign} Risk ${sum(risks)} of `, '\\d+: ', `${reasons.join(' · ')}${needs}`);
}

/** A task list as soon as the service is at it: each poll adds how far it is. */
const progress = (title: string, typed: string): Seen =>
  everyone(title, '✔ Accepted by the cloud API', signed(typed));

interface Firewall {
  readonly operation: string;
  readonly types: string;
  readonly says: string;
  readonly means: readonly string[];
  /** The impact in a few words, on the card. */
  readonly reach: string;
  readonly risks?: readonly { readonly points: number; readonly why: string }[];
  /** The calls of each evaluation. */
  readonly judged: readonly string[];
  /** Whether it opens something, so that its preview counts servers. */
  readonly opens?: true;
  /** What is done at the service, and how it ends. */
  readonly does: readonly string[];
  readonly ends: Lines;
  /** Accepted first, done later. */
  readonly followed?: true;
}

/** A line that begins with these words; `pattern` and `words` follow. */
const startsWith = (start: string, pattern = '', words = ''): RegExp =>
  new RegExp(`^${escaped(start)}${pattern}${escaped(words)}`);

/** A firewall change: asked for, approved by Ben in the modal, applied, and reported to all participants. */
function approvedChange(change: Firewall): Row {
  const { operation, types, says, means, reach, risks = [], judged, opens, does, ends, followed } = change;
  const line = `/cloud ${types} ${because}`;
  const weighed = risks.length > 0 ? riskOf(risks, ' → 1 approval') : undefined;
  const open: Seen = {
    to: 'C0APPROVALS',
    lines: [
      says,
      '[⋯ Withdraw]',
      ...(risks.length > 0 ? [riskOf(risks, ' → 1 approval', '🟢')] : []),
      '│ “Nightly backup”',
      new RegExp(`^#\\d+ · ${escaped(`Ana Ferreira in ACME · ${reach} · expires `)}`),
      '0 of 1 approved',
      '[Review]',
    ],
  };
  const closed = (state: string): Seen => ({
    to: 'C0APPROVALS',
    lines: [
      `${state} · ${says}`,
      /^#\d+ · Ana Ferreira in ACME · approved by Ben Whitaker(?!:)/,
      'Ben Whitaker: “Go”',
    ],
  });
  const name = '#\\d+ \\(https://acme\\.slack\\.com/archives/C0APPROVALS/p\\d+\\)';
  const undoable = ends.some((shown) => typeof shown === 'string' && shown.includes('[Undo]'));
  const until = undoable ? ' · Undo until \\d+:\\d\\d [AP]M$' : '$';
  const outcome = (requester: string, approver: string): Lines => [
    ...ends,
    new RegExp(`^${name} · ${requester} · approved by ${approver}${until}`),
  ];
  const result = everyone(...outcome('Ana Ferreira', 'Ben Whitaker'));
  return {
    operation,
    types: `${types} ${because}`,
    presses: ['decide:confirm'],
    approved: true,
    later: true,
    asks: [opens ? [...judged, ...walk] : judged, judged, judged, [...judged, ...judged, ...does]],
    sees: [
      ana(
        says,
        ...means,
        weighed ?? 'Needs 1 approval.',
        '[Request Approval] · [Edit] · [Cancel]',
        `Expires in 10 min · ${line}`,
      ),
      open,
      ana(new RegExp(`^✅ Sent to #approvals · ${name} · needs 1 approval$`), '[Withdraw]'),
      closed('⏳ Applying…'),
      ...(followed ? [progress(says, `${types} ${because}`), result] : []),
      closed('✅ Applied'),
      { to: 'D0ANA', lines: outcome('@ana', '@ben') },
      ...(followed ? [] : [result]),
    ],
  };
}

/** The seeded firewall policies, as titles name them. */
const seededCross = `10.95.131.0/24 (DE1) → 10.95.173.0/24 (VA1) · all ports · ${seeded.crossFirewall.slice(0, 8)}`;
const seededDisabled = `10.95.173.0/24 (VA1) → 10.95.31.0/24 (GB3) · all ports · ${seeded.disabledFirewall.slice(0, 8)}`;
const seededIntra = `10.95.131.0/24 → 10.200.1.0/24 in DE1 · tcp/5432, icmp · ${seeded.localFirewall.slice(0, 8)}`;

const seededIntraDisabled = `10.200.1.0/24, 10.200.2.0/24 → 10.95.131.0/24 in DE1 · tcp/8080-8090 · ${seeded.disabledLocalFirewall.slice(0, 8)}`;

const alerts = 'GET /v2/alertPolicies/ACME';
const scales = 'GET /v2/autoscalePolicies/ACME';
const centers = 'GET /v2/datacenters/ACME';
const server = (id: string): string => `GET /v2/servers/ACME/${id}`;
const crossRules = 'GET /v2-experimental/crossDcFirewallPolicies/ACME/de1';
const rulesFromVa1 = 'GET /v2-experimental/crossDcFirewallPolicies/ACME/va1';
const localRules = 'GET /v2-experimental/firewallPolicies/ACME/de1';
const watched = 'It stops monitoring any server that it is assigned to. An undo assigns it to none of them.';

const today = new Date();
const monthsBack = (back: number): Date =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1));
const written = (back: number): string => monthsBack(back).toISOString().slice(0, 7);
const named = (back: number): string =>
  monthsBack(back).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const invoice = (back: number): string =>
  `GET /v2/invoice/ACME/${monthsBack(back).getUTCFullYear()}/${monthsBack(back).getUTCMonth() + 1}`;

export const rows: readonly Row[] = [
  {
    operation: 'alert.list',
    types: 'alert list',
    asks: [[alerts]],
    sees: [
      andMore(
        ana(
          '6 alert policies in ACME',
          'Name · Condition · Notifies · Id',
          `CPU high · CPU ≥ 90% for 5 min · ops@acme.example.com · ${seeded.cpuHigh[0].slice(0, 8)}`,
          `CPU high · CPU ≥ 75% for 15 min · build@acme.example.com · ${seeded.cpuHigh[1].slice(0, 8)}`,
          '[Show a policy… ▾] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'alert.show',
    types: 'alert show "Disk 80"',
    asks: [[alerts, `GET /v2/alertPolicies/ACME/${seeded.disk80}`]],
    sees: [
      ana(
        'Disk 80',
        'Condition · Recipients',
        'disk ≥ 80% for 5 min · ops@acme.example.com',
        `Alert policy · ${seeded.disk80}`,
        '[Assign to Server] · [Edit Policy] · [Delete Policy] · [Share to Channel]',
      ),
    ],
  },
  {
    operation: 'alert.create',
    types: 'alert create "Disk 95" disk=95 cpu=90 for=10m to=ops@example.com,dba@example.com',
    presses: ['decide:confirm'],
    asks: [
      [],
      [
        'POST /v2/alertPolicies/ACME {"name":"Disk 95","actions":[{"action":"email","settings":{"recipients":["ops@example.com","dba@example.com"]}}],"triggers":[{"metric":"cpu","duration":"00:10:00","threshold":90},{"metric":"disk","duration":"00:10:00","threshold":95}]}',
        `${alerts}/${seeded.newAlert}`,
      ],
    ],
    sees: [
      preview(
        'alert create "Disk 95" cpu=90 disk=95 for=10m to=ops@example.com,dba@example.com',
        'Create alert policy Disk 95 · CPU ≥ 90% for 10 min, disk ≥ 95% for 10 min · notifies ops@example.com, dba@example.com',
      ),
      everyone(
        '✅ Alert policy Disk 95 created · CPU ≥ 90% for 10 min, disk ≥ 95% for 10 min',
        `Notifies ops@example.com, dba@example.com once it is assigned to a server · ${seeded.newAlert.slice(0, 8)}`,
        '[Assign to Server] · [Show Policy] · [Undo]',
        undoable('alert create "Disk 95" cpu=90 disk=95 for=10m to=ops@example.com,dba@example.com'),
      ),
    ],
  },
  {
    operation: 'alert.update',
    types: 'alert update "Disk 80" disk=90 for=10m name="Disk 90"',
    presses: ['decide:confirm'],
    asks: [
      [alerts],
      [
        alerts,
        `PUT /v2/alertPolicies/ACME/${seeded.disk80} {"name":"Disk 90","actions":[{"action":"email","settings":{"recipients":["ops@acme.example.com"]}}],"triggers":[{"metric":"disk","duration":"00:10:00","threshold":90}]}`,
        `${alerts}/${seeded.disk80}`,
      ],
    ],
    sees: [
      preview(
        'alert update "Disk 80" name="Disk 90" disk=90 for=10m',
        'Update alert policy Disk 80 · name Disk 80 → Disk 90 · disk ≥ 80% → 90% · for 5 min → 10 min',
      ),
      everyone(
        '✅ Alert policy Disk 90 updated · disk ≥ 90% for 10 min',
        `Notifies ops@acme.example.com · ${seeded.disk80.slice(0, 8)}`,
        '[Show Policy] · [Undo]',
        undoable('alert update "Disk 80" name="Disk 90" disk=90 for=10m'),
      ),
    ],
  },
  {
    operation: 'alert.delete',
    types: "alert delete 'Night watch'",
    presses: ['decide:confirm'],
    asks: [
      [alerts],
      [alerts, `DELETE /v2/alertPolicies/ACME/${seeded.nightWatch}`, `${alerts}/${seeded.nightWatch}`],
    ],
    sees: [
      preview(
        'alert delete "Night watch"',
        `Delete alert policy Night watch · ${seeded.nightWatch.slice(0, 8)}`,
        watched,
      ),
      everyone('✅ Alert policy Night watch deleted', '[Undo]', undoable('alert delete "Night watch"')),
    ],
  },
  {
    operation: 'alert.assign',
    types: 'alert assign "Disk 80" DE1ACMEWEB03',
    presses: ['decide:confirm'],
    asks: [
      [alerts, server('de1acmeweb03')],
      [
        alerts,
        server('de1acmeweb03'),
        `POST /v2/servers/ACME/de1acmeweb03 {"id":"${seeded.disk80}"}`,
        server('de1acmeweb03'),
      ],
    ],
    sees: [
      preview('alert assign "Disk 80" DE1ACMEWEB03', 'Assign alert policy Disk 80 → DE1ACMEWEB03'),
      everyone(
        '✅ Disk 80 assigned to DE1ACMEWEB03 · disk ≥ 80% for 5 min',
        '[Show Server] · [Undo]',
        undoable('alert assign "Disk 80" DE1ACMEWEB03'),
      ),
    ],
  },
  {
    operation: 'alert.unassign',
    types: 'alert unassign "memory high" de1acmeweb01',
    presses: ['decide:confirm'],
    asks: [
      [alerts, server('de1acmeweb01')],
      [
        alerts,
        server('de1acmeweb01'),
        `DELETE /v2/servers/ACME/de1acmeweb01/alertPolicies/${seeded.memoryHigh}`,
        server('de1acmeweb01'),
      ],
    ],
    sees: [
      preview(
        'alert unassign "memory high" de1acmeweb01',
        'Unassign alert policy Memory high from DE1ACMEWEB01',
      ),
      everyone(
        '✅ Memory high unassigned from DE1ACMEWEB01',
        '[Show Server] · [Undo]',
        undoable('alert unassign "memory high" de1acmeweb01'),
      ),
    ],
  },
  {
    operation: 'autoscale.list',
    types: 'autoscale list',
    asks: [[scales]],
    sees: [
      andMore(
        ana(
          '4 autoscale policies in ACME',
          'Name · Scales · Id',
          `Scale web · 2 to 6 CPUs, +1 at CPU ≥ 85% for 15 min, down at ≤ 15% · ${seeded.scaleWeb.slice(0, 8)}`,
          '[Show a policy… ▾] · [Share to Channel]',
          'Set one on a server: /cloud autoscale set SERVER POLICY',
        ),
      ),
    ],
  },
  {
    operation: 'autoscale.show',
    types: 'autoscale show "Batch at night"',
    asks: [[scales, `${scales}/${seeded.batchAtNight}`]],
    sees: [
      ana(
        'Batch at night',
        'Scales up · Scales down',
        '+2 at CPU ≥ 95% for 30 min · to 1 at CPU ≤ 5%',
        'CPUs · Scale-down window',
        '1 to 16 · 12:00 PM to 2:00 PM',
        `Autoscale policy · ${seeded.batchAtNight} · scaling down restarts the server, so it happens only in the window`,
        '[Share to Channel]',
      ),
    ],
  },
  {
    operation: 'autoscale.view',
    types: 'autoscale view de1acmeweb01',
    asks: [
      [
        server('de1acmeweb01'),
        `${server('de1acmeweb01')}/cpuAutoscalePolicy`,
        `${scales}/${seeded.scaleWeb}`,
      ],
    ],
    sees: [
      ana(
        'Autoscale of DE1ACMEWEB01',
        'Policy · Scales',
        'Scale web · 2 to 6 CPUs, +1 at CPU ≥ 85% for 15 min, down at ≤ 15%',
        'Scale-down window',
        '2:00 AM to 4:00 AM',
        `Autoscale policy · ${seeded.scaleWeb}`,
        '[Remove Policy] · [Share to Channel]',
      ),
    ],
  },
  {
    operation: 'autoscale.view',
    types: 'autoscale view de1acmeweb04',
    asks: [[server('de1acmeweb04'), `${server('de1acmeweb04')}/cpuAutoscalePolicy`]],
    sees: [
      ana(
        'DE1ACMEWEB04 has no autoscale policy.',
        'Set one: /cloud autoscale set de1acmeweb04 POLICY',
        '[Share to Channel]',
      ),
    ],
  },
  {
    operation: 'autoscale.set',
    types: 'autoscale set de1acmeweb04 "Batch at night"',
    presses: ['decide:confirm'],
    asks: [
      [scales, server('de1acmeweb04')],
      [
        scales,
        server('de1acmeweb04'),
        `PUT /v2/servers/ACME/de1acmeweb04/cpuAutoscalePolicy {"id":"${seeded.batchAtNight}"}`,
        `${server('de1acmeweb04')}/cpuAutoscalePolicy`,
      ],
    ],
    sees: [
      preview(
        'autoscale set de1acmeweb04 "Batch at night"',
        'Set autoscale policy Batch at night → DE1ACMEWEB04 · 1 to 16 CPUs, +2 at CPU ≥ 95% for 30 min, down at ≤ 5%',
        'Each scale-down restarts DE1ACMEWEB04 (12:00 PM to 2:00 PM).',
      ),
      everyone(
        '✅ Autoscale policy Batch at night set on DE1ACMEWEB04 · 1 to 16 CPUs, +2 at CPU ≥ 95% for 30 min, down at ≤ 5%',
        '[Show Autoscale] · [Undo]',
        undoable('autoscale set de1acmeweb04 "Batch at night"'),
      ),
    ],
  },
  {
    operation: 'autoscale.remove',
    types: 'autoscale remove de1acmeweb01',
    presses: ['decide:confirm'],
    asks: [
      [server('de1acmeweb01')],
      [
        server('de1acmeweb01'),
        'DELETE /v2/servers/ACME/de1acmeweb01/cpuAutoscalePolicy',
        `${server('de1acmeweb01')}/cpuAutoscalePolicy`,
      ],
    ],
    sees: [
      preview(
        'autoscale remove de1acmeweb01',
        'Remove autoscale policy from DE1ACMEWEB01',
        'DE1ACMEWEB01 keeps its current CPUs, whatever its load.',
      ),
      everyone(
        '✅ Autoscale policy removed from DE1ACMEWEB01',
        '[Show Server] · [Undo]',
        undoable('autoscale remove de1acmeweb01'),
      ),
    ],
  },
  {
    operation: 'server.find',
    types: 'server find Jump',
    asks: [walk],
    sees: [
      andMore(
        ana(
          '1 server with “Jump”',
          'Name · Status · Data center · Group',
          'DE1ACMEJUMP01 · active, started · DE1 · DE1 Hardware / Default Group',
          '[Show a server… ▾] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'server.show',
    types: 'server show jump',
    asks: [[server('jump'), ...walk, server('de1acmejump01')]],
    sees: [
      ana(
        'DE1ACMEJUMP01',
        '🟢 active, started · DE1 · de1acmejump01',
        'Size · System',
        '1 CPU · 1 GB · 17 GB disk · Ubuntu 14 64-bit',
        'Private IPs · Public IPs',
        '10.95.131.25, 10.95.131.125 · 203.0.113.14',
        'Alert policies · Autoscale',
        'none · none',
        '[Show Public IPs] · [Assign Alert Policy] · [Show Autoscale] · [Share to Channel] · [⋯ Add Public IP | Set Autoscale Policy]',
      ),
    ],
  },
  {
    operation: 'ip.show',
    types: 'ip show de1acmeweb01',
    asks: [
      [
        server('de1acmeweb01'),
        server('de1acmeweb01'),
        `${server('de1acmeweb01')}/publicIPAddresses/203.0.113.10`,
      ],
    ],
    sees: [
      ana(
        '1 public IP of DE1ACMEWEB01',
        '203.0.113.10 → 10.95.131.112 · tcp/80, tcp/443 · from anywhere',
        '[Edit IP] · [Remove IP] · [Share to Channel]',
      ),
    ],
  },
  {
    operation: 'ip.add',
    types: 'ip add de1acmeweb03 tcp/443 tcp/8080-8081 from=203.0.113.0/24',
    presses: ['decide:confirm'],
    later: true,
    asks: [
      [server('de1acmeweb03')],
      [
        server('de1acmeweb03'),
        server('de1acmeweb03'),
        'POST /v2/servers/ACME/de1acmeweb03/publicIPAddresses {"ports":[{"protocol":"TCP","port":443},{"protocol":"TCP","port":8080,"portTo":8081}],"sourceRestrictions":[{"cidr":"203.0.113.0/24"}]}',
        `GET /v2/operations/ACME/status/${seeded.newJob}`,
        server('de1acmeweb03'),
        `${server('de1acmeweb03')}/publicIPAddresses/203.0.113.15`,
        `${server('de1acmeweb03')}/publicIPAddresses/203.0.113.15`,
      ],
    ],
    sees: [
      explained(
        'ip add de1acmeweb03 tcp/443 tcp/8080-8081 from=203.0.113.0/24',
        'Add public IP to DE1ACMEWEB03 · tcp/443, tcp/8080-8081 · from 203.0.113.0/24',
        [
          '256 addresses (203.0.113.0/24) on the internet gain access to DE1ACMEWEB03 on HTTPS (443) and ports 8080–8081.',
        ],
      ),
      progress(
        'Add public IP to DE1ACMEWEB03 · tcp/443, tcp/8080-8081 · from 203.0.113.0/24',
        'ip add de1acmeweb03 tcp/443 tcp/8080-8081 from=203.0.113.0/24',
      ),
      everyone(
        '✅ Public IP 203.0.113.15 added to DE1ACMEWEB03 · private IP 10.95.131.114',
        '[Show Public IPs] · [Undo]',
        undoable('ip add de1acmeweb03 tcp/443 tcp/8080-8081 from=203.0.113.0/24'),
      ),
    ],
  },
  {
    operation: 'ip.remove',
    types: 'ip remove de1acmeweb01 203.0.113.10',
    presses: ['decide:confirm'],
    later: true,
    asks: [
      [server('de1acmeweb01')],
      [
        server('de1acmeweb01'),
        'DELETE /v2/servers/ACME/de1acmeweb01/publicIPAddresses/203.0.113.10',
        `GET /v2/operations/ACME/status/${seeded.newJob}`,
      ],
    ],
    sees: [
      preview(
        'ip remove de1acmeweb01 203.0.113.10',
        'Remove public IP 203.0.113.10 from DE1ACMEWEB01',
        'DE1ACMEWEB01 can’t be reached at 203.0.113.10 any more, and the address may not come back.',
      ),
      progress('Remove public IP 203.0.113.10 from DE1ACMEWEB01', 'ip remove de1acmeweb01 203.0.113.10'),
      everyone(
        '✅ Public IP 203.0.113.10 removed from DE1ACMEWEB01',
        '[Show Server]',
        signed('ip remove de1acmeweb01 203.0.113.10'),
      ),
    ],
  },
  {
    operation: 'job.show',
    types: `job show ${seeded.job}`,
    asks: [[`GET /v2-experimental/operations/ACME/status/${seeded.job}`]],
    sees: [ana(`Job ${seeded.job}`, '✅ Succeeded', '[Share to Channel]')],
  },
  {
    operation: 'firewall.list',
    types: 'firewall list DE1',
    asks: [[centers, 'GET /v2-experimental/crossDcFirewallPolicies/ACME/de1']],
    sees: [
      andMore(
        ana(
          '2 firewall policies from DE1',
          'Source · Destination · Destination data center · Status · Id',
          `10.95.131.0/24 · 10.95.173.0/24 · VA1 · active · ${seeded.crossFirewall.slice(0, 8)}`,
          '[Show a policy… ▾] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'firewall.show',
    types: `firewall show de1 ${seeded.crossFirewall}`,
    asks: [[centers, `GET /v2-experimental/crossDcFirewallPolicies/ACME/de1/${seeded.crossFirewall}`]],
    sees: [
      ana(
        '10.95.131.0/24 → 10.95.173.0/24',
        `Cross-data-center firewall policy · active · ${seeded.crossFirewall}`,
        'Source · Destination',
        '10.95.131.0/24 in DE1 · 10.95.173.0/24 in VA1',
        'Ports',
        'all',
        '[Disable Policy] · [Delete Policy] · [Share to Channel]',
      ),
    ],
  },
  approvedChange({
    operation: 'firewall.create',
    types: 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24',
    says: 'Create firewall policy 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · all ports',
    means: [
      '256 addresses (10.0.0.0/24) in DE1 gain access to 256 addresses (10.1.0.0/24) in VA1 on all ports.',
    ],
    risks: opensAll,
    followed: true,
    reach: '256 addresses gain access to 256',
    opens: true,
    judged: [centers, crossRules],
    does: [
      'POST /v2-experimental/crossDcFirewallPolicies/ACME/de1 {"sourceCidr":"10.0.0.0/24","destinationAccountId":"ACME","destinationLocationId":"va1","destinationCidr":"10.1.0.0/24","enabled":true}',
      `${crossRules}/${seeded.newAlert}`,
      `${crossRules}/${seeded.newAlert}`,
    ],
    ends: [
      `✅ Firewall policy created · 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · all ports · ${seeded.newAlert.slice(0, 8)}`,
      '[Show Policy] · [Undo]',
    ],
  }),
  approvedChange({
    operation: 'firewall.enable',
    types: `firewall enable va1 ${seeded.disabledFirewall}`,
    says: `Enable firewall policy ${seededDisabled}`,
    means: [
      '256 addresses (10.95.173.0/24) in VA1 gain access to 256 addresses (10.95.31.0/24) in GB3 on all ports.',
      'After this, 17 servers in VA1 may reach 10.95.31.0/24 on all ports; today 0.',
    ],
    risks: opensAll,
    reach: '256 addresses gain access to 256; 17 servers in VA1 may reach 10.95.31.0/24, today 0',
    opens: true,
    judged: [centers, rulesFromVa1],
    does: [
      `${rulesFromVa1}/${seeded.disabledFirewall}`,
      `PUT ${rulesFromVa1.slice('GET '.length)}/${seeded.disabledFirewall}?enabled=true`,
      `${rulesFromVa1}/${seeded.disabledFirewall}`,
    ],
    ends: [`✅ Firewall policy enabled · ${seededDisabled}`, '[Show Policy] · [Undo]'],
  }),
  approvedChange({
    operation: 'firewall.disable',
    types: `firewall disable de1 ${seeded.crossFirewall}`,
    says: `Disable firewall policy ${seededCross}`,
    means: [
      '256 addresses (10.95.131.0/24) in DE1 lose access to 256 addresses (10.95.173.0/24) in VA1 on all ports.',
    ],
    risks: [{ points: 1, why: 'disables a firewall policy' }],
    reach: '256 addresses lose access to 256',
    judged: [centers, crossRules],
    does: [
      `${crossRules}/${seeded.crossFirewall}`,
      `PUT /v2-experimental/crossDcFirewallPolicies/ACME/de1/${seeded.crossFirewall}?enabled=false`,
      `${crossRules}/${seeded.crossFirewall}`,
    ],
    ends: [`✅ Firewall policy disabled · ${seededCross}`, '[Show Policy] · [Undo]'],
  }),
  approvedChange({
    operation: 'firewall.delete',
    types: `firewall delete de1 ${seeded.crossFirewall}`,
    says: `Delete firewall policy ${seededCross}`,
    means: [
      '256 addresses (10.95.131.0/24) in DE1 lose access to 256 addresses (10.95.173.0/24) in VA1 on all ports.',
    ],
    risks: [{ points: 1, why: 'deletes a firewall policy' }],
    reach: '256 addresses lose access to 256',
    judged: [centers, crossRules],
    does: [`DELETE /v2-experimental/crossDcFirewallPolicies/ACME/de1/${seeded.crossFirewall}`],
    ends: [`✅ Firewall policy deleted · ${seededCross}`],
  }),
  {
    operation: 'firewall.intra.list',
    types: 'firewall intra list de1',
    asks: [[centers, 'GET /v2-experimental/firewallPolicies/ACME/de1']],
    sees: [
      andMore(
        ana(
          '2 firewall policies inside DE1',
          'Source · Destination · Ports · Status · Id',
          `10.95.131.0/24 · 10.200.1.0/24 · tcp/5432, icmp · active · ${seeded.localFirewall.slice(0, 8)}`,
          /^10\.200\.1\.0\/24, 10\.200\.2\.0\/24 · 10\.95\.131\.0\/24 · tcp\/8080-8090 · active, disabled · [0-9a-f]{8}$/,
          '[Show a policy… ▾] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'firewall.intra.show',
    types: `firewall intra show de1 ${seeded.localFirewall}`,
    asks: [[centers, `GET /v2-experimental/firewallPolicies/ACME/de1/${seeded.localFirewall}`]],
    sees: [
      ana(
        'Firewall policy in DE1',
        `active · ${seeded.localFirewall}`,
        'Source · Destination',
        '10.95.131.0/24 · 10.200.1.0/24',
        'Ports',
        'tcp/5432, icmp',
        '[Edit Policy] · [Disable Policy] · [Delete Policy] · [Share to Channel]',
      ),
    ],
  },
  approvedChange({
    operation: 'firewall.intra.create',
    types: 'firewall intra create de1 tcp/443 source=10.0.0.0/24 destination=10.0.1.0/24',
    says: 'Create firewall policy 10.0.0.0/24 → 10.0.1.0/24 in DE1 · tcp/443',
    means: ['256 addresses (10.0.0.0/24) gain access to 256 addresses (10.0.1.0/24) in DE1 on HTTPS (443).'],
    followed: true,
    reach: '256 addresses gain access to 256',
    opens: true,
    judged: [centers, localRules],
    does: [
      'POST /v2-experimental/firewallPolicies/ACME/de1 {"destinationAccount":"ACME","source":["10.0.0.0/24"],"destination":["10.0.1.0/24"],"ports":["tcp/443"]}',
      `${localRules}/${seeded.newAlert}`,
      `${localRules}/${seeded.newAlert}`,
    ],
    ends: [
      `✅ Firewall policy created · 10.0.0.0/24 → 10.0.1.0/24 in DE1 · tcp/443 · ${seeded.newAlert.slice(0, 8)}`,
      '[Show Policy] · [Undo]',
    ],
  }),
  approvedChange({
    operation: 'firewall.intra.enable',
    types: `firewall intra enable de1 ${seeded.disabledLocalFirewall}`,
    says: `Enable firewall policy ${seededIntraDisabled}`,
    means: [
      '512 addresses (10.200.1.0–10.200.2.255) gain access to 256 addresses (10.95.131.0/24) in DE1 on ports 8080–8090.',
    ],
    risks: [{ points: 2, why: 'opens InfluxDB' }],
    reach: '512 addresses gain access to 256',
    opens: true,
    judged: [centers, localRules],
    does: [
      `${localRules}/${seeded.disabledLocalFirewall}`,
      `PUT ${localRules.slice('GET '.length)}/${seeded.disabledLocalFirewall} {"enabled":true}`,
      `${localRules}/${seeded.disabledLocalFirewall}`,
    ],
    ends: [`✅ Firewall policy enabled · ${seededIntraDisabled}`, '[Show Policy] · [Undo]'],
  }),
  approvedChange({
    operation: 'firewall.intra.disable',
    types: `firewall intra disable de1 ${seeded.localFirewall}`,
    says: `Disable firewall policy ${seededIntra}`,
    means: [
      '256 addresses (10.95.131.0/24) lose access to 256 addresses (10.200.1.0/24) in DE1 on PostgreSQL (5432) and ping (ICMP).',
    ],
    risks: [{ points: 1, why: 'disables a firewall policy' }],
    reach: '256 addresses lose access to 256',
    judged: [centers, localRules],
    does: [
      `${localRules}/${seeded.localFirewall}`,
      `PUT ${localRules.slice('GET '.length)}/${seeded.localFirewall} {"enabled":false}`,
      `${localRules}/${seeded.localFirewall}`,
    ],
    ends: [`✅ Firewall policy disabled · ${seededIntra}`, '[Show Policy] · [Undo]'],
  }),
  approvedChange({
    operation: 'firewall.intra.delete',
    types: `firewall intra delete de1 ${seeded.localFirewall}`,
    says: `Delete firewall policy ${seededIntra}`,
    means: [
      '256 addresses (10.95.131.0/24) lose access to 256 addresses (10.200.1.0/24) in DE1 on PostgreSQL (5432) and ping (ICMP).',
    ],
    risks: [{ points: 1, why: 'deletes a firewall policy' }],
    reach: '256 addresses lose access to 256',
    judged: [centers, localRules],
    does: [`DELETE /v2-experimental/firewallPolicies/ACME/de1/${seeded.localFirewall}`],
    ends: [`✅ Firewall policy deleted · ${seededIntra}`],
  }),
  {
    operation: 'invoice',
    types: 'invoice',
    asks: [[invoice(0), invoice(1)]],
    sees: [
      andMore(
        ana(
          `ACME in ${named(0)}: $10,663.08`,
          `$50.46 (<1%) more than ${named(1)}`,
          /^Cost by data center · \$$/,
          'Top charges (10 of 43)',
          '$3,469.76 · Analytics - UC1',
          /^Server groups \$10,\d+\.\d\d · .*Public IPs \$45\.00/,
          /^Billed to ACME · invoice date .* · estimated from usage, not the bill$/,
          '[Show Previous Month] · [Show Trend] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'invoice',
    types: `invoice ${written(22)} pricing=acme`,
    asks: [[`${invoice(22)}?pricingAccountAlias=acme`, `${invoice(23)}?pricingAccountAlias=acme`]],
    sees: [
      andMore(
        ana(
          `ACME in ${named(22)}: $0.00`,
          /^Charges \$[\d,]+\.\d\d · credits -\$[\d,]+\.\d\d$/,
          `the same as ${named(23)}`,
          /^Billed to ACME · /,
        ),
      ),
    ],
  },
  {
    operation: 'invoice.trend',
    types: 'invoice trend 3',
    asks: [[invoice(0), invoice(1), invoice(2)]],
    sees: [
      andMore(
        ana(
          'Cost of ACME by month',
          /^Estimated cost · \$$/,
          'Month · Total',
          `${named(0)} · $10,663.08`,
          `${named(1)} · $10,612.62`,
          `${named(2)} · $10,614.03`,
          '[Show This Month] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'dc.list',
    types: 'dc list',
    asks: [[centers]],
    sees: [
      andMore(
        ana(
          '13 data centers',
          'Code · Name',
          'de1 · DE1 - Germany (Frankfurt)',
          'wa1 · WA1 - US West (Seattle)',
          '[Show a data center… ▾] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'dc.show',
    types: 'dc show de1',
    asks: [[centers, `${centers}/de1?groupLinks=false`]],
    sees: [
      ana(
        'DE1 - Germany (Frankfurt)',
        'de1',
        '[Show Capabilities] · [Show Bare Metal] · [Show Groups] · [Share to Channel]',
      ),
    ],
  },
  {
    operation: 'dc.show',
    types: 'dc show de1 groups',
    asks: [[centers, `${centers}/de1?groupLinks=true`, `GET /v2/groups/ACME/${seeded.de1Root}`]],
    sees: [
      andMore(
        ana(
          'DE1 - Germany (Frankfurt)',
          `de1 · root group DE1 Hardware ${seeded.de1Root}`,
          'Server groups',
          /^DE1 Hardware \/ Production \/ Shop \/ Web · 9 · [0-9a-f]{32}$/,
          '[Show Capabilities] · [Show Bare Metal] · [Share to Channel]',
        ),
      ),
    ],
  },
  {
    operation: 'dc.baremetal',
    types: 'dc baremetal va1',
    asks: [[centers, `${centers}/va1/bareMetalCapabilities`]],
    sees: [
      andMore(
        ana(
          'Bare metal in VA1',
          /^2 × 6 cores, .* · 64 GB · 4 × 2000 GB HDD · low · \$1\.655 · f24b18ba$/,
          'CentOS 6 64-bit: free',
        ),
      ),
    ],
  },
  {
    operation: 'dc.capabilities',
    types: 'dc capabilities de1',
    asks: [[centers, `${centers}/de1/deploymentCapabilities`]],
    sees: [
      andMore(
        ana(
          'What DE1 can deploy',
          'Shared load balancer: yes',
          'Bare metal servers: no',
          'Networks: vlan_131_10.95.131 (ACME)',
          'UBUNTU-14-64-TEMPLATE · Ubuntu 14 | 64-bit · 17 GB · cpuAutoscale, hyperscale',
        ),
      ),
    ],
  },
  {
    operation: 'custom-fields',
    types: 'custom-fields',
    asks: [['GET /v2/accounts/ACME/customFields']],
    sees: [
      andMore(
        ana(
          '3 custom fields in ACME',
          'Name · Takes · Required',
          'Cost center · free text · yes',
          'Monitored · yes or no · no',
          'Tier · one of Standard, Premium · no',
        ),
      ),
    ],
  },
  {
    operation: 'whoami',
    types: 'whoami',
    asks: [[]],
    sees: [
      ana(
        'The API identity Skydesk uses',
        'User · Account',
        'skydesk · ACME',
        'Default data center · Roles',
        /^DE1 · AccountAdmin, AccountViewer, .*ServerScheduler$/,
        'Token expires',
        /^\w+ \d+, \d{4} at \d+:\d\d [AP]M$/,
        'Skydesk can do what these roles allow, for everyone whom the policy permits.',
      ),
    ],
  },
  {
    operation: 'policy',
    types: 'policy',
    asks: [[]],
    sees: [
      andMore(
        ana(
          'Policy for ACME',
          'You can: view, change, approve others’ requests',
          'Risk 5–6: 2 approvals',
          'Risk score, 0 to 14',
          '+1 · A firewall policy is deleted or disabled, or allows less.',
          'See what it decides on a command: /cloud policy explain COMMAND',
        ),
      ),
    ],
  },
  {
    operation: 'policy.explain',
    types: 'policy explain ip add DE1ACMEWEB03 tcp/22',
    asks: [['GET /v2/servers/ACME/de1acmeweb03']],
    sees: [
      andMore(
        ana(
          'Command: /cloud ip add DE1ACMEWEB03 tcp/22',
          '⏳ Allowed with 2 approvals.',
          '⚠️ Add a reason: why="…"',
          'Can approve: anyone but you',
          'Risk 5 of 14: open to the internet (3) · opens SSH (2) → 2 approvals',
        ),
      ),
    ],
  },
  {
    operation: 'approvals',
    types: 'approvals',
    asks: [[]],
    sees: [ana('Nothing needs your review.', 'You have no open requests.')],
  },
  {
    operation: 'history',
    types: 'history what=firewall.create',
    asks: [[]],
    sees: [
      andMore(
        ana(
          /^\d+ .* · @ana applied: Create firewall policy 10\.0\.0\.0\/24 \(DE1\) → 10\.1\.0\.0\/24 \(VA1\) · all ports · /,
          /^\d+ .* · @ana started: Create firewall policy /,
          /^\d+ .* · @ben approved: Create firewall policy .* · “Go”$/,
          /^\d+ .* · @ana requested: Create firewall policy .* · “Nightly backup”$/,
          'Verify that no entry was changed or removed: /cloud history verify',
        ),
      ),
    ],
  },
  {
    operation: 'history.export',
    types: 'history export',
    asks: [[]],
    sees: [
      { to: 'D0ANA', lines: ['', /^📎 Audit log of ACME, \d{4}-\d\d-\d\d$/] },
      ana(
        /^✅ Sent you \d+ entries from the audit log of ACME\.$/,
        'The file is in your direct messages with Skydesk.',
      ),
    ],
  },
  {
    operation: 'history.verify',
    types: 'history verify',
    asks: [[]],
    sees: [
      andMore(
        ana(
          /^✅ The audit log of ACME is verified: \d+ entries\.$/,
          'Last entry · Checkpoint',
          /^\d+ · [0-9a-f]{64}$/,
        ),
      ),
    ],
  },
];

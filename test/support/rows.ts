import { seeded, walk } from './seeded.ts';

/** A visible message. `lines` contains all of its lines, or only some of them if `more` is true. */
export interface Seen {
  readonly to: string;
  readonly lines: readonly (string | RegExp)[];
  readonly more?: boolean;
}

/** A command as a person experiences it. */
export interface Row {
  readonly types: string;
  readonly presses?: readonly string[];
  /** Whether Ben approves Ana's request, in the modal behind Review. */
  readonly approved?: true;
  /** Whether the last answer arrives after a job of the service has ended. */
  readonly later?: boolean;
  /** The calls of the service: for the line, each click, Review and the approval. Concurrent calls are in any order. */
  readonly asks: readonly (readonly string[])[];
  readonly sees: readonly Seen[];
}

const server = 'GET /v2/servers/ACME/de1acmeweb03';
const rules = 'GET /v2-experimental/crossDcFirewallPolicies/ACME/va1';
const judged = ['GET /v2/datacenters/ACME', rules];
const opened = '10.95.173.0/24 (VA1) → 10.95.31.0/24 (GB3), all ports';
const enables = `firewall enable va1 ${seeded.disabledFirewall} why="Nightly backup"`;
const request = '#\\d+ \\(https://acme\\.slack\\.com/archives/C0APPROVALS/p\\d+\\)';
const risk = 'Risk 3 of 14 · all ports incl. SSH, RDP (3) · needs 1 approval';

/** The last line of a preview: until when it can be confirmed, and its command. */
const expiresAnd = (command: string, what = 'changed'): RegExp =>
  new RegExp(`^Nothing is ${what} yet · expires at \\d+:\\d\\d [AP]M · ${command}$`);

/** A command for each kind of processing. each-operation.test.ts covers the calls and answers of each operation. */
export const rows: readonly Row[] = [
  {
    types: 'alert list',
    asks: [['GET /v2/alertPolicies/ACME']],
    sees: [
      {
        to: 'only ana',
        lines: ['6 alert policies in ACME', '[Show a policy… ▾] · [Share to Channel]'],
        more: true,
      },
    ],
  },
  {
    types: 'policy',
    asks: [[]],
    sees: [
      {
        to: 'only ana',
        lines: ['Policy for ACME', 'Risk 5–6: 2 approvals'],
        more: true,
      },
    ],
  },
  {
    types: "alert delete 'Night watch'",
    presses: ['decide:confirm'],
    asks: [
      ['GET /v2/alertPolicies/ACME'],
      [
        'GET /v2/alertPolicies/ACME',
        `DELETE /v2/alertPolicies/ACME/${seeded.nightWatch}`,
        `GET /v2/alertPolicies/ACME/${seeded.nightWatch}`,
      ],
    ],
    sees: [
      {
        to: 'only ana',
        lines: [
          'Delete alert policy Night watch?',
          '⚠️ It stops monitoring any server that it is assigned to. An undo assigns it to none of them.',
          '[Delete Policy] · [Edit] · [Cancel]',
          expiresAnd('/cloud alert delete "Night watch"'),
        ],
      },
      {
        to: '#cloud-ops',
        lines: [
          '✅ Deleted alert policy Night watch',
          '[Undo]',
          /^Ana Ferreira \(ana\) · \/cloud alert delete "Night watch" · Undo until \d+:\d\d [AP]M$/,
        ],
      },
    ],
  },
  {
    types: 'ip add de1acmeweb03 tcp/443 from=203.0.113.0/24',
    presses: ['decide:confirm'],
    later: true,
    asks: [
      [server],
      [
        server,
        server,
        'POST /v2/servers/ACME/de1acmeweb03/publicIPAddresses {"ports":[{"protocol":"TCP","port":443}],"sourceRestrictions":[{"cidr":"203.0.113.0/24"}]}',
        `GET /v2/operations/ACME/status/${seeded.newJob}`,
        server,
        `${server}/publicIPAddresses/203.0.113.15`,
        `${server}/publicIPAddresses/203.0.113.15`,
      ],
    ],
    sees: [
      {
        to: 'only ana',
        lines: [
          'Open HTTPS (443) on DE1ACMEWEB03 to 203.0.113.0/24, no end?',
          '256 addresses (203.0.113.0/24) on the internet gain access to DE1ACMEWEB03 on HTTPS (443).',
          '[Open] · [Edit] · [Cancel]',
          expiresAnd('/cloud ip add de1acmeweb03 tcp/443 from=203.0.113.0/24', 'open'),
        ],
      },
      {
        to: '#cloud-ops',
        lines: [
          'Opening HTTPS (443) on DE1ACMEWEB03 to 203.0.113.0/24',
          '✔ Accepted by the cloud API',
          'Ana Ferreira (ana) · /cloud ip add de1acmeweb03 tcp/443 from=203.0.113.0/24',
        ],
      },
      {
        to: '#cloud-ops',
        lines: [
          '🔓 Open, no end · HTTPS (443) on DE1ACMEWEB03 to 203.0.113.0/24',
          'Public IP 203.0.113.15 → 10.95.131.114',
          '[Show Public IPs] · [Undo]',
          /^Ana Ferreira \(ana\) · \/cloud ip add de1acmeweb03 tcp\/443 from=\S+ · Undo until \d+:\d\d [AP]M$/,
        ],
      },
    ],
  },
  {
    types: enables,
    presses: ['decide:confirm'],
    approved: true,
    later: true,
    asks: [
      [...judged, ...walk],
      judged,
      judged,
      [
        ...judged,
        ...judged,
        `${rules}/${seeded.disabledFirewall}`,
        `${rules.replace('GET', 'PUT')}/${seeded.disabledFirewall}?enabled=true`,
        `${rules}/${seeded.disabledFirewall}`,
      ],
    ],
    sees: [
      {
        to: 'only ana',
        lines: [
          `🟢 Open ${opened}, no end?`,
          risk,
          '256 addresses (10.95.173.0/24) in VA1 gain access to 256 addresses (10.95.31.0/24) in GB3 on all ports.',
          '17 servers in VA1 gain access to 10.95.31.0/24 on all ports; today none has it.',
          '[Request Approval] · [Edit] · [Cancel]',
          expiresAnd(`/cloud ${enables}`, 'open'),
        ],
      },
      {
        to: 'C0APPROVALS',
        lines: [
          `🟢 Ana Ferreira (ana) wants to open ${opened}, no end`,
          '[⋯ Withdraw]',
          risk,
          '│ “Nightly backup”',
          /^#\d+ · Ana Ferreira \(ana\) in ACME · 256 addresses gain access to 256; 17 servers in VA1 may reach 10\.95\.31\.0\/24, today 0 · expires /,
          '0 of 1 approved',
          '[Review]',
        ],
      },
      {
        to: 'only ana',
        lines: [
          new RegExp(
            `^⏳ Requested in #approvals: open ${opened.replace(/[().]/g, '\\$&')}, no end · needs 1 approval · ${request}$`,
          ),
          '[Withdraw]',
        ],
      },
      ...['⏳ Opening', '🔓 Open, no end ·'].map((state) => ({
        to: 'C0APPROVALS',
        lines: [
          `${state} ${opened}`,
          '│ “Nightly backup”',
          /^🟢 Risk \d · #\d+ · Ana Ferreira \(ana\) in ACME · approved by Ben Whitaker \(ben\)(?!:)/,
          'Ben Whitaker (ben): “Go”',
        ],
      })),
      ...['D0ANA', '#cloud-ops'].map((to) => ({
        to,
        lines: [
          `🔓 Open, no end · ${opened}`,
          `Firewall policy ${seeded.disabledFirewall.slice(0, 8)} in VA1`,
          '[Show Policy] · [Undo]',
          new RegExp(
            `^${request} · Ana Ferreira \\(ana\\) · approved by Ben Whitaker \\(ben\\) · Undo until \\d+:\\d\\d [AP]M$`,
          ),
        ],
      })),
    ],
  },
];

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NetworkChange } from '../../../src/network/network-change.ts';
import { decide, type RequestedStep } from '../../../src/policy/decide.ts';
import type { Person } from '../../../src/policy/people.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { riskRules } from '../../../src/policy/rules/index.ts';
import { approvalRequired } from '../../support/made/approval-required.ts';
import { between, inside, opens, publicly, rule } from './ways.ts';

const ana = { id: 'U0ANA', groups: ['S0OPS'] };
const vic = { id: 'U0VIC', groups: [] };
const ben = { id: 'U0BEN', groups: [] };

const policy: Policy = {
  ...defaults,
  people: { read: ['*'], change: ['S0OPS'], approve: ['S0LEADS'] },
  accounts: {
    PROD: { change: ['U0BEN'], production: true },
    SAND: { change: ['*'], production: false },
    FROZ: { change: [], production: false },
  },
};

const look = { risk: 'reads', needs: 'nothing' } as const;
const change = { risk: 'changes', needs: 'confirmation' } as const;
const open = { risk: 'opens', needs: 'confirmation' } as const;
const firewall = { risk: 'opens', needs: 'approval' } as const;
const removal = { risk: 'disrupts', needs: 'approval' } as const;

const narrow = opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443');
const wide = opens(between, '10.0.0.0/8 > 10.1.0.0/24');
const worst = opens(between, '0.0.0.0/0 > 10.1.0.0/24', { into: 'OTHR' });
const deletes: NetworkChange = { change: 'deletes', scope: between, traffic: { rule: 'aa' } };

/** A request of one step; `requester` is Ana if it is not given. */
type OneStep = Partial<RequestedStep> & { readonly requester?: Person };

const requestOf = ({ requester = ana, ...step }: OneStep) => ({
  requester,
  steps: [{ ...look, networkChange: undefined, account: 'ACME', ...step }],
});

/** The decision in a word or two: "run", "confirm", "ask 2 with ticket", "refuse: …". */
function decision(request: OneStep, holds: Policy = policy): string {
  const decided = decide(requestOf(request), holds);
  switch (decided.kind) {
    case 'requestApproval':
      return `ask ${decided.approvers}${decided.ticket ? ' with ticket' : ''}`;
    case 'deny':
      return `refuse: ${decided.why} (${decided.whom.join()})`;
    default:
      return decided.kind;
  }
}

const mayNotChange = (account: string, whom: string) =>
  `refuse: You don’t have permission to make changes in ${account}. (${whom})`;
const intoProd = { into: 'PROD' };
const ruleIntoProd = (change: 'enables' | 'deletes'): NetworkChange => {
  return { change, scope: between, traffic: rule('aa', '10.0.0.0/24 > 10.1.0.0/24', intoProd) };
};
const https = (from: string) => ({ ...open, networkChange: publicly(from, 'tcp/443') });
const ssh = (from: string) => ({ ...open, networkChange: publicly(from, 'tcp/22') });
const everyone = '0.0.0.0/0';

test.each<[string, OneStep, string, Policy?]>([
  ['Anyone may read', { ...look, requester: vic }, 'run'],
  ['A member of the group may make changes, once they confirm', change, 'confirm'],
  ['A person outside the group reads who may', { ...change, requester: vic }, mayNotChange('ACME', 'S0OPS')],
  ['An account may let everyone make changes', { ...change, requester: vic, account: 'sand' }, 'confirm'],
  ['An account may take a group’s right away', { ...change, account: 'prod' }, mayNotChange('PROD', 'U0BEN')],
  ['A frozen account lets nobody change it', { ...change, account: 'FROZ' }, mayNotChange('FROZ', '')],
  [
    'A person who may view nothing reads who may: people who may view, change or approve',
    { ...look, requester: vic, account: 'PROD' },
    'refuse: You don’t have permission to view PROD. (S0AUDIT,U0BEN,S0LEADS)',
    { ...policy, people: { ...policy.people, read: ['S0AUDIT'] } },
  ],
  ['A small change in production is confirmed', { ...change, requester: ben, account: 'PROD' }, 'confirm'],
  ['A public address for one range on HTTPS is confirmed', https('203.0.113.0/24'), 'confirm'],
  ['A public address for everyone on HTTPS is confirmed', https(everyone), 'confirm'],
  ['A public address for a wide range on SSH needs one other', ssh('198.0.0.0/8'), 'ask 1'],
  ['A public address for everyone on SSH needs two others', ssh(everyone), 'ask 2'],
  ['SSH in production: a ticket', { ...ssh(everyone), requester: ben, account: 'PROD' }, 'ask 2 with ticket'],
  ['A firewall change without any point needs one other', { ...firewall, networkChange: narrow }, 'ask 1'],
  ['A firewall change that is not known yet needs one other', firewall, 'ask 1'],
  ['A way from a wide range to another data center needs two', { ...firewall, networkChange: wide }, 'ask 2'],
  [
    'A way from everywhere to another account needs a ticket',
    { ...firewall, networkChange: worst },
    'ask 2 with ticket',
  ],
  ['Deleting a rule needs one other', { ...removal, networkChange: deletes }, 'ask 1'],
  [
    'A requester who may not change the destination account is refused, and reads who may',
    { ...firewall, networkChange: opens(between, '10.0.0.0/24 > 10.1.0.0/24', { into: 'prod' }) },
    mayNotChange('PROD', 'U0BEN'),
  ],
  [
    'Enabling a rule needs permission in its destination account',
    { ...firewall, networkChange: ruleIntoProd('enables') },
    mayNotChange('PROD', 'U0BEN'),
  ],
  [
    'Deleting a rule needs permission in its destination account',
    { ...removal, networkChange: ruleIntoProd('deletes') },
    mayNotChange('PROD', 'U0BEN'),
  ],
  [
    'A requester who may not change the source account is refused',
    {
      ...firewall,
      requester: ben,
      networkChange: opens(between, '10.0.0.0/24 > 10.1.0.0/24', intoProd),
    },
    mayNotChange('ACME', 'S0OPS'),
  ],
  [
    'A requester who may not make changes is refused before anyone is asked',
    { ...firewall, requester: vic, networkChange: narrow },
    mayNotChange('ACME', 'S0OPS'),
  ],
])('%s', (_, request, expected, holds) => expect(decision(request, holds)).toBe(expected));

test('a policy may require approvals for every change', () => {
  const levels = [{ minScore: 0, approvers: 2, ticket: true }] as const;
  const strict: Policy = { ...policy, risk: { ...policy.risk, levels } };
  expect(decision(change, strict)).toBe('ask 2 with ticket');
  expect(decision(look, strict)).toBe('run');
});

describe('several steps are decided as a whole', () => {
  const stepsOf = (...steps: OneStep[]) => ({
    requester: ana,
    steps: steps.flatMap((step) => requestOf(step).steps),
  });

  test('the step that needs most decides for all accounts, and each reason counts once', () => {
    const removals = [
      { ...removal, networkChange: deletes, account: 'SAND' },
      { ...removal, networkChange: deletes },
    ];
    expect(decide(stepsOf(look, change, ...removals), policy)).toMatchObject({
      kind: 'requestApproval',
      accounts: ['ACME', 'SAND'],
      points: [{ why: 'deletes a firewall policy' }],
    });
  });

  test('a step that is not allowed refuses all of them', () => {
    expect(decide(stepsOf(change, { ...change, account: 'PROD' }), policy)).toMatchObject({ kind: 'deny' });
  });

  test('a step that changes something needs permission to change, also among reads', () => {
    expect(decide({ ...stepsOf(look, change), requester: vic }, policy)).toMatchObject({ kind: 'deny' });
    expect(decide({ ...stepsOf(look, look), requester: vic }, policy)).toEqual({ kind: 'run' });
  });
});

test('a decision says who is asked, for how long and why', () => {
  expect(decide(requestOf({ ...removal, networkChange: deletes }), policy)).toEqual(
    approvalRequired({ points: [{ points: 1, why: 'deletes a firewall policy' }] }),
  );
});

describe('whatever the policy', () => {
  const level = fc.record({
    minScore: fc.integer({ min: 0, max: 12 }),
    approvers: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
  });
  /** Levels as `readPolicy` lets them be: each above and at least as strict as the one before. */
  const rising = fc.array(level, { maxLength: 4 }).map((levels) => {
    const strict = levels.map(({ approvers }) => approvers).sort();
    const starts = [...new Set(levels.map(({ minScore }) => minScore))].sort((a, b) => a - b);
    return starts.map((minScore, at) => ({ minScore, approvers: strict[at] ?? 2, ticket: false }));
  });
  const points = fc.integer({ min: 0, max: 5 });
  const weights = fc.record(Object.fromEntries(riskRules.map(({ id }) => [id, points])));
  const policies = fc.record({ levels: rising, points: weights, production: fc.boolean() }).map(
    ({ levels, points: chosen, production }): Policy => ({
      ...defaults,
      accounts: { ACME: { production } },
      risk: { levels, points: chosen },
    }),
  );
  const address = fc.ipV4();
  const prefix = fc.integer({ min: 0, max: 32 });
  const ports = fc.constantFrom('tcp/443', 'tcp/22', 'udp/53', 'any');
  const approvers = (request: OneStep, holds: Policy): number => {
    const decided = decide(requestOf({ ...firewall, ...request }), holds);
    return decided.kind === 'requestApproval' ? decided.approvers : 0;
  };

  test('a firewall change needs another person', () => {
    fc.assert(
      fc.property(policies, address, prefix, ports, (holds, ip, length, on) => {
        const networkChange = opens(inside, `${ip}/${length} > 10.0.0.0/24 : ${on}`);
        expect(approvers({ networkChange }, holds)).toBeGreaterThanOrEqual(1);
        expect(approvers({ ...removal, networkChange: deletes }, holds)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

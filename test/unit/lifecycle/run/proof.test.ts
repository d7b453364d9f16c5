import { describe, expect, test } from 'vitest';
import { agreedEntries } from '../../../../src/audit-log/entries.ts';
import { auditLogIn } from '../../../../src/aws/sdk/audit-log-store.ts';
import { contentIn, contentOf } from '../../../../src/aws/sdk/content.ts';
import type { Item } from '../../../../src/aws/sdk/dynamodb.ts';
import { withApproval } from '../../../../src/change/model/approval.ts';
import type { AuditEntry } from '../../../../src/change/model/audit-log.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { stepsOf } from '../../../../src/change/model/step.ts';
import { isAgreedSo } from '../../../../src/lifecycle/run/proof.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { noon, request, voteOf } from '../../../support/made/requests.ts';
import { quick } from '../../../support/seeded.ts';
import { readable } from '../../../support/stored.ts';

const table = new MemoryTable();
const deps = { clock: () => noon, policy: defaults };
let requests = 0;

const other = (of: Change): Change => ({
  ...of,
  judgement: of.judgement && { ...of.judgement, basis: [{ hash: 'other', title: 'delete a rule' }] },
});
const requested = (of: Change, person = of.requester) => agreedEntries('requested', of, deps, { person });
const confirmed = (of: Change, person = of.requester) => agreedEntries('confirmed', of, deps, { person });
const approved = (of: Change, person = 'U0BEN') => agreedEntries('approved', of, deps, { person });

const votes = [voteOf('U0BEN')];
const [alone, voted] = [request({ approvers: 0 }), request({ votes })];

test.each<[runs: string, kept: Change, logged: (of: Change) => readonly AuditEntry[]]>([
  ['that its requester confirmed', alone, (of) => [...requested(of), ...confirmed(of)]],
  ['that its voter approved', voted, (of) => [...requested(of), ...approved(of)]],
  [
    'that one approved and another rejected',
    request({ votes: [...votes, voteOf('U0CORA', 'reject')] }),
    (of) => [...requested(of), ...approved(of)],
  ],
])('a step runs if the log has %s', async (_, kept, logged) => {
  expect(await isRunning(kept, logged)).toBe(true);
});

test.each<[fails: string, kept: Change, logged: (of: Change) => readonly AuditEntry[]]>([
  ['nothing', alone, () => []],
  ['that it was requested, and no more', alone, (of) => [...requested(of)]],
  ['that another person requested it', alone, (of) => [...requested(of, 'U0BEN'), ...confirmed(of)]],
  ['that another person confirmed it', alone, (of) => [...requested(of), ...confirmed(of, 'U0BEN')]],
  ['that something else was confirmed', alone, (of) => [...requested(of), ...confirmed(other(of))]],
  ['that it was confirmed, but others must approve it', voted, (of) => [...requested(of), ...confirmed(of)]],
  ['that it was approved, but not that it was requested', voted, (of) => approved(of)],
  ['that another voter approved it', voted, (of) => [...requested(of), ...approved(of, 'U0CORA')]],
  ['that something else was requested', voted, (of) => [...requested(other(of)), ...approved(of)]],
  ['that something else was approved', voted, (of) => [...requested(of), ...approved(other(of))]],
  [
    'that it was approved when it needed two approvals',
    voted,
    (of) => [...requested(of), ...approved(withApproval(of, { approvers: 2 }))],
  ],
  [
    'that one of two voters approved it',
    request({ votes: [...votes, voteOf('U0CORA')] }),
    (of) => [...requested(of), ...approved(of)],
  ],
  ['an approval without a vote', request(), (of) => [...requested(of), ...approved(of)]],
])('a step does not run if the log has %s', async (_, kept, logged) => {
  expect(await isRunning(kept, logged)).toBe(false);
});

async function isRunning(kept: Change, logged: (of: Change) => readonly AuditEntry[]): Promise<boolean> {
  requests += 1;
  const of: Change = { ...kept, id: `r${requests}` };
  const auditLog = auditLogIn(table);
  for (const entry of logged(of)) await auditLog.append(entry, 'j1');
  return isAgreedSo(of, stepsOf(of)[0], { auditLog });
}

test.each([
  [
    'its operation',
    /"operation":"alert.unassign","raw":\{.*?\}/,
    '"operation":"ip.add","raw":{"server":"de1acmeweb03","ports":"tcp/22"}',
  ],
  ['its server', /(?<="raw":\{.*)de1acmejump01/, 'de1acmeweb03'],
])('an end is not made if somebody edited %s in the table', async (_, made, other) => {
  const cloud = await cloudOfFile(quick);
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert assign "Night watch" de1acmejump01 ends=30m', []);
  const { items } = bot.memory;
  const contentOf = (item: Item): string => String(readable(item).content);
  const ends = [...items].filter(([, item]) => contentOf(item).includes('alert.unassign","raw"'));
  expect(ends).toHaveLength(1);
  for (const [key, item] of ends) {
    const content = contentOf(item).replace(made, other);
    expect(content).not.toBe(contentOf(item));
    items.set(key, { ...item, content });
  }
  cloud.clearRequests();
  await bot.pass(60);
  expect(bot.changes()).toEqual([]);
});

describe('a request that nobody approved does not run if somebody stores it as approved, with a marker of that', () => {
  const line = 'firewall enable va1 5154002017cad1032a8e590995e50294 why="the shop"';
  type Forge = (requested: Item) => { readonly marker?: Item; readonly entry?: Item };
  const sk = 'U0BEN#forged';
  const seqOf = ({ seq }: Item): number => Number(seq);

  test.each<[string, Forge]>([
    ['that leads to no entry', (requested) => ({ marker: { ...requested, seq: undefined } })],
    ['that leads to the entry of its request', (requested) => ({ marker: requested })],
    ['that leads to an entry after the last', (requested) => ({ marker: { ...requested, seq: 900 } })],
    [
      'and an entry that its hash doesn’t cover',
      (requested) => ({
        marker: { ...requested, seq: seqOf(requested) + 1 },
        entry: { hash: '0'.repeat(64) },
      }),
    ],
    ['and neither a marker', () => ({})],
  ])('%s', async (_, forge) => {
    const cloud = await cloudOfFile(quick);
    const bot = new InMemoryBot(cloud);
    const id = await bot.type('U0ANA', line);
    await bot.press('U0ANA', 'confirm', id);
    const { items } = bot.memory;
    const [requested] = [...items.values()].filter(({ pk }) => pk === `once#ACME#${id}#requested`);
    const stored = items.get(`change#${id} change`);
    if (!requested || !stored) throw new Error('It is requested');
    const vote = { person: 'U0BEN', vote: 'approve', at: bot.now(), job: 'forged', accounts: ['ACME'] };
    const change = contentIn(stored);
    const approved = { ...change, status: 'approved', approval: { ...change.approval, votes: [vote] } };
    items.set(`change#${id} change`, { ...stored, content: contentOf(approved) });
    const { marker, entry } = forge(requested);
    const pk = `once#ACME#${id}#approved`;
    if (marker) items.set(`${pk} ${sk}`, { ...marker, pk, sk, person: 'U0BEN' });
    const ledger = { pk: 'ledger#ACME', sk: String(seqOf(marker ?? {})).padStart(12, '0') };
    const logged = [...items.values()].find(({ pk, event }) => pk === ledger.pk && event === 'requested');
    if (entry)
      items.set(`${ledger.pk} ${ledger.sk}`, {
        ...logged,
        event: 'approved',
        person: 'U0BEN',
        ...ledger,
        ...entry,
      });
    cloud.clearRequests();
    await bot.pass(15);
    expect(bot.changes()).toEqual([]);
  });
});

test('a step that people requested starts once, also if somebody stores it as waiting for another attempt', async () => {
  const cloud = await cloudOfFile(quick);
  const bot = new InMemoryBot(cloud);
  const [assign, unassign] = ['assign', 'unassign'].map(
    (verb) => `alert ${verb} "Night watch" de1acmejump01`,
  );
  const { id } = await bot.decided(`${assign} starts=1h`, []);
  await bot.pass(70);
  await bot.decided(`${unassign}`, []);
  expect(bot.changes()).toHaveLength(2);
  const { items } = bot.memory;
  const key = `change#${id} change`;
  const stored = items.get(key);
  if (!stored) throw new Error('It is stored');
  const { closed: _, ...change }: Change = contentIn(stored);
  const again = change.steps.map(({ outcome: __, claimed: ___, ...step }) => ({ ...step, attempt: 2 }));
  const waiting = { ...change, status: 'approved', since: bot.now(), due: undefined, steps: again };
  items.set(key, { ...stored, content: contentOf(waiting) });
  cloud.clearRequests();
  bot.enqueue({ kind: 'execute', ...bot.by('U0ANA'), change: id, index: 0, attempt: 2 });
  await bot.settled();
  expect(bot.stateOf(id)?.steps[0]?.outcome).toBe('unknown');
  expect(bot.changes()).toEqual([]);
});

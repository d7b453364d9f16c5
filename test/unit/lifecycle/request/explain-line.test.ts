import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import { parseCommand, requestOf } from '../../../../src/command-line/parse-command.ts';
import { handleCommand, validated } from '../../../../src/commands/handle-command.ts';
import { contextFor } from '../../../../src/evaluate/build-context.ts';
import { evaluate } from '../../../../src/evaluate/evaluate.ts';
import { timingsOf } from '../../../../src/evaluate/resolve-timing.ts';
import { operationById } from '../../../../src/operations/index.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { job } from '../../../../src/queue/job.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { memory, words } from '../../../support/in-memory/memory.ts';
import { preparedFrom } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();

const replyTo = { channel: 'C1', person: 'U0ANA' };
const service = () => connected(cloud);

/** The explanation of a line that Ana reads, without the line itself. */
async function explained(line: string, policy: Policy, connection = service()): Promise<string> {
  const { deps } = memory({ service: connection, policy });
  const context = await contextFor(undefined, replyTo, deps);
  return words((await context.explain(line)).slice(1));
}

/** The outcome of a line that Ana types. */
async function typed(line: string, policy: Policy, connection: ReturnType<typeof service>) {
  const { deps, put } = memory({ service: connection, policy });
  const asked = job.parse({ ...requestOf(parseCommand(line)), id: 'j1', team: 'T1', replyTo });
  if (asked.kind !== 'command') throw new Error(asked.kind);
  const command = validated(asked);
  if (command.kind !== 'command') throw new Error(command.kind);
  const { deliveries, entries = [], outcome } = await handleCommand(command, deps);
  const said = words(deliveries.map((delivery) => ('answer' in delivery ? delivery.answer : [])));
  const events = entries.map(({ event }) => event);
  return { said, events, outcome, isKept: put.length > 0 };
}

const people = fc.constantFrom(['*'], ['U0ANA'], ['U0BEN'], ['U0ANA', 'U0BEN'], []);
const rules = fc.record(
  { change: people, approve: people, production: fc.boolean() },
  { requiredKeys: ['production'] },
);
const policies: fc.Arbitrary<Policy> = fc
  .record({
    people: fc.record({ read: people, change: people, approve: people }),
    ACME: rules,
    ACDV: rules,
    levels: fc.constantFrom(defaults.risk.levels, [], [
      { minScore: 0, approvers: 1, ticket: false },
      { minScore: 2, approvers: 2, ticket: true, maxLeaseMinutes: 60 },
    ] as const),
    breakGlass: fc.constantFrom(undefined, { people: ['U0ANA'], reasonRequired: true }),
  })
  .map(({ people: named, ACME, ACDV, levels, breakGlass }) => ({
    ...defaults,
    people: named,
    accounts: { ACME, ACDV },
    risk: { ...defaults.risk, levels },
    breakGlass,
  }));

const change = fc.constantFrom(
  'alert delete "Night watch"',
  'autoscale remove DE1ACMEWEB01',
  'ip add DE1ACMEWEB03 tcp/22',
  'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24',
  'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV',
  'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24',
  'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 ends=1h',
  'ip add DE1ACMEWEB03 tcp/22 ends=2h',
  'firewall disable de1 ac11a45805692c2be6249d2cd0f08ed2',
  'firewall enable de1 ac11a45805692c2be6249d2cd0f08ed2',
  'firewall intra create de1 any source=0.0.0.0/0 destination=10.0.0.0/8',
);
const options = fc
  .tuple(fc.constantFrom('', ' ticket=OPS-7'), fc.constantFrom('', ' account=ACDV', ' account=acme'))
  .map((some) => some.join(''));

test('an explanation says what the preview of the line decides', async () => {
  const connection = service();
  await fc.assert(
    fc.asyncProperty(policies, change, options, fc.boolean(), async (policy, command, more, isWhyGiven) => {
      const line = `${command} why="the shop"${more}`;
      const { said, events, outcome, isKept } = await typed(line, policy, connection);
      const shown = isWhyGiven ? line : `${command}${more}`;
      const explanation = await explained(shown, policy, connection).catch((error: Error) => error.message);
      if (!/(Not allowed\.|Allowed )/.test(explanation)) {
        // A name that is not known there fails in both.
        expect(said).toContain(explanation);
        return;
      }
      if (events.includes('refused')) {
        expect(explanation).toContain('Not allowed. ');
        return;
      }
      const prepared = preparedFrom(line);
      const { deps } = memory({ service: connection, policy });
      const timings = await timingsOf([prepared], replyTo, deps);
      const { decision } = await evaluate([prepared], replyTo, deps, { known: timings });
      if (decision.kind === 'confirm') {
        expect(isKept && events.includes('previewed')).toBe(true);
        expect(explanation).toContain('Allowed with your confirmation.');
      } else if (decision.kind === 'requestApproval') {
        expect(events).toEqual([]);
        const lacksTicket = decision.ticket && !line.includes('ticket=');
        const lacksEnd = decision.maxLeaseMinutes !== undefined;
        expect({ isKept, outcome }).toEqual(
          lacksTicket || lacksEnd
            ? { isKept: false, outcome: 'refused' }
            : { isKept: true, outcome: 'previewed' },
        );
        const changes = decision.approvers === 1 ? '1 approval' : '2 approvals';
        const end = lacksEnd ? ' + end within 1 h' : '';
        expect(explanation).toContain(`Allowed with ${changes}${decision.ticket ? ' + ticket' : ''}${end}.`);
        expect(explanation.includes('Add an end: ends=60m')).toBe(lacksEnd);
        expect(explanation.includes('Add a ticket: ticket=…')).toBe(lacksTicket);
        expect(explanation.includes('Add a reason: why=')).toBe(!isWhyGiven);
      } else throw new Error(decision.kind);
      for (const { why, points } of decision.points) {
        expect(said).toContain(why);
        expect(explanation).toContain(`${why} (${points})`);
      }
    }),
    { numRuns: 60 },
  );
});

const plans = fc
  .array(change, { minLength: 2, maxLength: 4 })
  .map((lines) => `plan ${JSON.stringify(lines.join('\n')).replaceAll('\\n', '\n')} why="the shop"`);

test('a plan is explained with its line breaks', async () => {
  const connection = service();
  await fc.assert(
    fc.asyncProperty(plans, fc.constantFrom('\n', '\r\n', '\n\n'), async (line, lineBreak) => {
      const read = preparedFrom(`policy explain ${line.replaceAll('\n', lineBreak)}`).raw.line ?? '';
      expect(preparedFrom(read).plan).toEqual(preparedFrom(line.replaceAll('\n', lineBreak)).plan);
      const said = (of: string) => explained(of, defaults, connection).catch((error: Error) => error.message);
      expect(await said(read)).toBe(await said(line));
    }),
    { numRuns: 20 },
  );
});

const onlyBen: Policy = { ...defaults, people: { read: ['U0BEN'], change: ['U0BEN'], approve: ['U0BEN'] } };

test.each([
  'server show web',
  'alert show "Night wacth"',
  'alert delete "Night watch"',
  'alert list',
  'firewall enable de1 ac11a45805692c2be6249d2cd0f08ed2',
  'server show web account=ACDV',
])('“%s” shows a person without permission nothing, neither explained nor typed', async (line) => {
  const secrets = /DE1ACMEWEB|Night watch(?!”)|10\.\d+\.|Did you mean/;
  const explanation = await explained(line, onlyBen).catch((error: unknown) => words([String(error)]));
  expect(explanation).toMatch(/You don’t have permission/);
  expect(explanation).not.toMatch(secrets);
  const answer = await typed(
    line.startsWith('firewall') ? `${line} why="the shop"` : line,
    onlyBen,
    service(),
  )
    .then(({ said }) => said)
    .catch((error: unknown) => String(error));
  expect(answer).toMatch(/You don’t have permission/);
  expect(answer).not.toMatch(secrets);
});

test.each([
  ['alert list', 'Allowed. Reads run right away.'],
  ['doctor', 'Allowed. Reads run right away.'],
  ['policy explain alert list', 'Allowed. Reads run right away.'],
  ['alert lsit', 'Did you mean alert list'],
  ['alert create x', 'Add at least one of cpu=, memory= or disk='],
  ['firewall disable de1 nonsense!', 'is not the id of a firewall policy, or its first 8 digits'],
])('“%s” is explained', async (line, expected) => {
  expect(await explained(line, defaults)).toContain(expected);
});

test('an explanation names the approvers of each account, without the requester', async () => {
  const policy: Policy = {
    ...defaults,
    accounts: {
      ACME: { approve: ['U0ANA', 'U0BEN'], production: true },
      ACDV: { approve: ['U0ANA'], production: false },
    },
  };
  const line = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 peer=ACDV';
  const { deps } = memory({ service: service(), policy });
  const answer: Answer = await (await contextFor(undefined, replyTo, deps)).explain(line);
  const facts = answer.flatMap((part) => (part.kind === 'facts' ? part.facts : []));
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Can approve for ACME', [{ person: 'U0BEN' }]],
      ['Can approve for ACDV', ['nobody else']],
    ]),
  );
});

test('an explanation takes the rest of the line as it is typed, options included', () => {
  const prepared = preparedFrom(
    'policy explain account=ACDV firewall create de1 va1 source=10.0.0.0/8 why="a b"',
  );
  expect(prepared.account).toBe('ACDV');
  expect(prepared.raw.line).toBe('firewall create de1 va1 source=10.0.0.0/8 why="a b"');
  const again = parseCommand(prepared.line);
  expect(again.kind === 'prepared' && again.prepared.raw).toEqual(prepared.raw);
  expect(operationById('policy.explain')?.risk).toBe('reads');
});

test('a plan is explained as the changes in it', async () => {
  const explanation = await explained(
    'plan "ip add DE1ACMEWEB03 tcp/22\nalert delete \\"Night watch\\""',
    defaults,
  );
  expect(explanation).toContain('open to the internet (3)');
  expect(explanation).toContain('Allowed with');
});

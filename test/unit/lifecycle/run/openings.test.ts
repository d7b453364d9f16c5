import { expect, test } from 'vitest';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { defaults, type Level, type Policy } from '../../../../src/policy/policy.ts';
import { changesSent, cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, openingsReadTogether, words } from '../../../support/in-memory/memory.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, type RequestFacts, voteOf } from '../../../support/made/requests.ts';
import { requestFor } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();
/** Neither waits for the other: on a server, public IPs are only added and removed one after another. */
const lines = [
  'ip update DE1ACMEWEB01 203.0.113.10 tcp/22 from=203.0.113.0/24',
  'ip add DE1ACMEWEB01 tcp/443',
];

/** Two openings that score 2 and 3 points, and 5 together, start at the same time. */
async function startBoth(more: RequestFacts, policy: Policy = defaults) {
  const service = connected(cloud);
  const { deps: before } = memory({ service, clock: () => noon });
  const requests = await Promise.all(
    lines.map((line, index) => requestFor(line, before, { id: `a${index}`, status: 'approved', ...more })),
  );
  const { kept, changes } = changesInMemory(...requests);
  const openings = openingsReadTogether(2);
  const { deps } = memory({ service, changes, openings, policy, clock: () => noon });
  const asked = cloud.requests.length;
  await Promise.all(requests.flatMap((one) => executionsOf(one, noon)).map((job) => execute(job, deps)));
  const refused = [...kept.values()].filter(({ status }) => status === 'failed');
  const opened = await deps.openings.of('U0ANA');
  return { refused, opened, sent: changesSent(cloud.requests.slice(asked)) };
}

const added = 'with what you opened within the last hour';

test.each<[string, RequestFacts, string]>([
  ['without approvals', { approvers: 0 }, 'It needs approval now. Nothing was changed.'],
  [
    'with one approval each',
    { approvers: 1, votes: [voteOf('U0BEN')] },
    '2 approvals needed, and 1 still counted. Nothing was changed.',
  ],
])('two openings that start at once %s, but need more together, do not both run', async (_, more, why) => {
  const { refused, opened, sent } = await startBoth(more);
  const [answer] = refused.map(({ steps: [{ outcome }] }) => words(outcome?.answer));
  expect(answer).toContain(why);
  expect(answer).toContain(added);
  expect(answer).toContain('Request it again.');
  expect(sent).toHaveLength(lines.length - refused.length);
  expect(opened).toHaveLength(sent.length);
});

test('two openings with the approvals that they need together both run', async () => {
  const { refused, opened, sent } = await startBoth({
    approvers: 1,
    votes: [voteOf('U0BEN'), voteOf('U0CORA')],
  });
  expect(refused).toEqual([]);
  expect(sent).toHaveLength(2);
  expect(opened).toHaveLength(2);
});

test.each<[string, Omit<Level, 'minScore' | 'approvers'>, string]>([
  ['a ticket', { ticket: true }, 'A change this risky needs a ticket'],
  ['an end', { ticket: false, maxLeaseMinutes: 60 }, 'A change this risky must end by itself within 1 h'],
])('two openings that need %s together do not both run without it', async (_, level, why) => {
  const levels = [{ minScore: 5, approvers: 2, ...level }] as const;
  const { refused, sent } = await startBoth(
    { approvers: 1, votes: [voteOf('U0BEN'), voteOf('U0CORA')] },
    { ...defaults, risk: { ...defaults.risk, levels } },
  );
  expect(words(refused[0]?.steps[0].outcome?.answer)).toContain(why);
  expect(sent).toHaveLength(lines.length - refused.length);
});

test('an opening that the cloud API refused is not counted when it is requested again', async () => {
  cloud.control.fail({ route: 'publicIps.add', status: 400, times: 1 });
  cloud.control.fail({ route: 'publicIps.update', status: 400, times: 1 });
  const { refused, opened, sent } = await startBoth({
    approvers: 1,
    votes: [voteOf('U0BEN'), voteOf('U0CORA')],
  });
  expect(sent).toHaveLength(2);
  expect(refused).toHaveLength(2);
  expect(opened).toEqual([]);
});

import { expect, test } from 'vitest';
import { dryRunSuggestion } from '../../../../src/lifecycle/decide/dry-run-suggestion.ts';
import { review } from '../../../../src/lifecycle/decide/show-review.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { noon, type RequestFacts } from '../../../support/made/requests.ts';
import { requestFor } from '../../../support/made/typed-line.ts';

/* A click names any change by its id. It shows nothing of it to people who may not read in its accounts. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const policy: Policy = {
  ...defaults,
  people: { read: ['U0CORA'], change: ['U0ANA'], approve: ['U0BEN'] },
  accounts: { ACDV: { production: false, change: ['U0EVE'], approve: ['U0DORA'] } },
};
const line =
  'firewall intra create de1 tcp/5555 source=10.46.0.0/16 destination=10.47.1.0/24 why="the secret shop"';

/** What a person receives who opens the review of a request, or types a suggestion for it. */
async function received(person: string, command = line, more: RequestFacts = {}) {
  const world = { service, clock: () => noon, policy };
  const change = await requestFor(command, memory(world).deps, more);
  const { deps } = memory({ ...world, changes: changesInMemory(change).changes });
  const base = {
    ...{ id: 'j1', team: 'T0ACME', replyTo: { channel: 'C0APPROVALS', person }, change: change.id },
    view: { id: 'V1', hash: 'h' },
  };
  cloud.control.clearRequests();
  const seen = await review({ ...base, kind: 'review', breakGlass: false }, deps);
  const narrower = { source: '10.46.7.0/24' };
  const weighed = await dryRunSuggestion({ ...base, kind: 'dryRun', narrower }, deps);
  return { seen: words(seen.deliveries), weighed: words(weighed.deliveries), calls: cloud.requests.length };
}

const states: Readonly<Record<string, RequestFacts>> = {
  open: {},
  rejected: { status: 'rejected', closed: { event: 'rejected', person: 'U0BEN', job: 'j0' } },
  done: { status: 'done' },
};

test.each(
  ['U0MAX', 'U0EVE', 'U0DORA'].flatMap((person) => Object.keys(states).map((state) => ({ person, state }))),
)(
  '$person, who may read nothing there, sees nothing of a request that is $state',
  async ({ person, state }) => {
    const { seen, weighed, calls } = await received(person, line, states[state]);
    expect(seen).toContain('ACME');
    for (const secret of ['10.46', '10.47', '5555', 'secret shop']) expect(seen).not.toContain(secret);
    expect(weighed).toBe('');
    expect(calls).toBe(0);
  },
);

test.each(['U0ANA', 'U0BEN', 'U0CORA'])('%s, who may read there, sees it', async (person) => {
  const { seen, weighed } = await received(person);
  expect(seen).toContain('10.46');
  expect(weighed).toContain('10.46.7.0/24');
});

test('an approver of another account that it affects sees it, and one of an account that it does not affect does not', async () => {
  const both = { accounts: ['ACME', 'ACDV'] };
  const into = `${line} peer=ACDV`;
  expect((await received('U0DORA', into, both)).seen).toContain('10.46');
  expect((await received('U0EVE', into, both)).seen).not.toContain('10.46');
});

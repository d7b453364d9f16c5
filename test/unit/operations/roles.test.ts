import { expect, test } from 'vitest';
import { users } from '../../../local/cloud/index.ts';
import { CloudApiError, type Service } from '../../../src/cloud/index.ts';
import { operationById, operations } from '../../../src/operations/index.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';

test('every operation names its roles, except those that need no cloud API', () => {
  const free = operations.filter(({ roles }) => roles.length === 0).map(({ id }) => id);
  expect(free.toSorted()).toEqual(
    (
      'approvals changed changed.adopt doctor end extend history history.export history.verify keep key.create ' +
      'key.list key.revoke plan policy policy.explain request.status run scheduled whoami'
    ).split(' '),
  );
});

const cloud = await cloudOfFile();

/** One read of each kind that has its own roles in the cloud API. */
const reads = {
  'alert.list': (alias: Account) => alias.alertPolicies.list(),
  'autoscale.list': (alias: Account) => alias.autoscalePolicies.list(),
  'server.find': (alias: Account) => alias.servers.all(),
  'firewall.list': (alias: Account) => alias.crossFirewall.list('DE1'),
  invoice: (alias: Account) => alias.invoices.get(2026, 1),
  'dc.list': (alias: Account) => alias.dataCenters.list(),
  'custom-fields': (alias: Account) => alias.customFields.list(),
};
type Account = ReturnType<Service['account']>;

const single = users.filter(({ roles }) => roles.length === 1);

test.each(
  single.flatMap((user) =>
    Object.entries(reads).map(([id, read]) => ({ user, id, read, role: user.roles[0] })),
  ),
)('$role and $id: the declaration says what the cloud API does', async ({ user, id, read, role = '' }) => {
  const refused = await read(connected(cloud, user.userName).account('ACME')).then(
    () => false,
    (error: unknown) => error instanceof CloudApiError && error.kind === 'forbidden',
  );
  expect(refused).toBe(!operationById(id)?.roles.includes(role));
});

import { describe, expect, test } from 'vitest';
import { roles } from '../../../../local/cloud/access/permissions.ts';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();

/** The role is checked first, so a body or an id need not be valid. */
const nowhere = '0123456789abcdef0123456789abcdef';
const server = '/v2/servers/ACME/DE1ACMEWEB01';
const local = '/v2-experimental/firewallPolicies/ACME/DE1';
const cross = '/v2-experimental/crossDcFirewallPolicies/ACME/DE1';

const all = [...roles];
const allButBilling = roles.filter((role) => role !== 'BillingAdmin');
const viewers = ['AccountAdmin', 'AccountViewer', 'SecurityAdmin', 'ServerAdmin', 'ServerOperator'];
const admins = ['AccountAdmin', 'ServerAdmin'];
const operators = [...admins, 'ServerOperator'];
const firewallers = ['AccountAdmin', 'NetworkAdmin', 'SecurityAdmin'];
const firewallViewers = [
  'AccountAdmin',
  'AccountViewer',
  'NetworkAdmin',
  'SecurityAdmin',
  'ServerAdmin',
  'ServerOperator',
];

describe('only the roles of the matrix', () => {
  test.each([
    ['create alert policies', 'POST', '/v2/alertPolicies/ACME', admins],
    ['delete alert policies', 'DELETE', `/v2/alertPolicies/ACME/${nowhere}`, admins],
    ['list alert policies', 'GET', '/v2/alertPolicies/ACME', viewers],
    ['put an alert policy on a server', 'POST', server, operators],
    ['list autoscale policies', 'GET', '/v2/autoscalePolicies/ACME', viewers],
    ['see an invoice', 'GET', '/v2/invoice/ACME/2023/5', ['AccountAdmin', 'AccountViewer', 'BillingAdmin']],
    ['list data centers', 'GET', '/v2/datacenters/ACME', all],
    ['see a server', 'GET', server, viewers],
    ['add a public address', 'POST', `${server}/publicIPAddresses`, admins],
    ['see a public address', 'GET', `${server}/publicIPAddresses/203.0.113.10`, allButBilling],
    ['follow a job', 'GET', '/v2/operations/ACME/status/de1-1', allButBilling],
    ['create local firewall policies', 'POST', local, firewallers],
    ['list local firewall policies', 'GET', local, firewallViewers],
    ['create cross firewall policies', 'POST', cross, firewallers],
    ['list cross firewall policies', 'GET', cross, firewallViewers],
  ])('%s', async (_, method, path, allowed) => {
    const passed: string[] = [];
    for (const role of roles) {
      const { status } = await service.send(method, path, { as: role.toLowerCase() });
      if (status !== 403) passed.push(role);
    }
    expect(passed).toEqual([...allowed].toSorted());
  });
});

describe('accounts', () => {
  test.each([
    ['the account sees itself', 'skydesk', 'ACME', 200],
    ['the account sees its sub-account', 'skydesk', 'ACDV', 200],
    ['the account does not see its parent', 'skydesk', 'PARENT', 403],
    ['the sub-account sees itself', 'devteam', 'ACDV', 200],
    ['the sub-account does not see the account', 'devteam', 'ACME', 403],
  ])('%s', async (_, as, alias, status) => {
    expect((await service.get(`/v2/alertPolicies/${alias}`, { as })).status).toBe(status);
  });
});

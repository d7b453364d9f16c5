import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localCloudUnderTest } from './wire.ts';

const service = localCloudUnderTest();
const runs = { numRuns: 60 };

/** Values that come close to right ones: known names in the wrong places. */
const members = [
  'id',
  'name',
  'Actions',
  'triggers',
  'threshold',
  'ports',
  'port',
  'portTo',
  'source',
  'cidr',
];
const value = fc.letrec((again) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 'True', '', 'tcp', 80, -1, 1e300, '10.0.0.0/24'),
    fc.array(again('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...members), again('any'), { maxKeys: 6 }),
  ),
})).any;

test.each([
  ['POST', '/v2/authentication/login'],
  ['POST', '/v2/alertPolicies/ACME'],
  ['POST', '/v2/servers/ACME/DE1ACMEWEB01'],
  ['PUT', '/v2/servers/ACME/DE1ACMEWEB01/cpuAutoscalePolicy'],
  ['POST', '/v2/servers/ACME/DE1ACMEWEB01/publicIPAddresses'],
  ['PUT', '/v2/servers/ACME/DE1ACMEWEB01/publicIPAddresses/203.0.113.10'],
  ['POST', '/v2-experimental/firewallPolicies/ACME/DE1'],
  ['POST', '/v2-experimental/crossDcFirewallPolicies/ACME/DE1'],
])('%s %s answers every body, never with a 500', async (method, path) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(value, fc.string()), async (body) => {
      const { status } = await service.send(method, path, { body });
      expect(status).toBeLessThan(500);
    }),
    runs,
  );
});

test('every path is answered, never with a 500', async () => {
  const segment = fc.oneof(
    fc.constantFrom('v2', 'v2-experimental', 'servers', 'ACME', 'invoice', '2023', '..', '%', '%2F', ''),
    fc.webSegment(),
  );
  const path = fc.array(segment, { maxLength: 7 }).map((segments) => `/${segments.join('/')}`);
  await fc.assert(
    fc.asyncProperty(path, async (each) => {
      expect((await service.get(each)).status).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});

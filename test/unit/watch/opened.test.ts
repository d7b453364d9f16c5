import { expect, test } from 'vitest';
import type { Finding } from '../../../src/drift/findings.ts';
import type { WatchedResources } from '../../../src/drift/watched-state.ts';
import { openedBy } from '../../../src/watch/opened.ts';

/* What traffic a finding opened, next to what the policies allowed before. */

const acme = { alias: 'ACME' };
const intra = (enabled = true, source = '10.0.0.0/24', ports = ['tcp/5432']) => ({
  content: {
    id: 'f1',
    enabled,
    destinationAccount: 'acme',
    source: [source],
    destination: ['10.0.1.0/31'],
    ports,
  },
});
const open = (ports: readonly string[], from: readonly string[]) => ({
  content: { internal: null, ports, from },
});
const inside = { kind: 'firewall inside', dc: 'de1', id: 'f1' } as const;
const address = { kind: 'public address', server: 'de1acmeweb01', address: '198.51.100.7' } as const;
const beside = (source: string): WatchedResources => {
  const subject = { ...inside, id: 'f2' };
  return { f2: { subject, content: { ...intra(true, source).content, id: 'f2' } } };
};

type Change = Pick<Finding, 'subject' | 'before' | 'after'>;
const gainOnSsh = 'gain access to 2 addresses (10.0.1.0/31) in DE1 on SSH (22)';
const gain = 'gain access to 2 addresses (10.0.1.0/31) in DE1 on PostgreSQL (5432).';

test.each<[string, Change, WatchedResources, string | undefined]>([
  [
    'a policy that was created',
    { subject: inside, after: intra() },
    {},
    `256 addresses (10.0.0.0/24) ${gain}`,
  ],
  [
    'a policy that was enabled',
    { subject: inside, before: intra(false), after: intra() },
    {},
    `256 addresses (10.0.0.0/24) ${gain}`,
  ],
  [
    'a policy that has more sources: only what is new',
    { subject: inside, before: intra(), after: intra(true, '10.0.0.0/23') },
    {},
    `256 addresses (10.0.1.0/24) ${gain}`,
  ],
  [
    'a policy that has more sources and more ports: all that is new',
    { subject: inside, before: intra(), after: intra(true, '10.0.0.0/23', ['tcp/22', 'tcp/5432']) },
    {},
    `512 addresses (10.0.0.0/23) ${gainOnSsh}. 256 addresses (10.0.1.0/24) ${gainOnSsh} and PostgreSQL (5432).`,
  ],
  ['a policy that was created disabled', { subject: inside, after: intra(false) }, {}, undefined],
  ['a policy that was removed', { subject: inside, before: intra() }, {}, undefined],
  ['a policy that was disabled', { subject: inside, before: intra(), after: intra(false) }, {}, undefined],
  [
    'a policy that has fewer sources',
    { subject: inside, before: intra(), after: intra(true, '10.0.0.0/25') },
    {},
    undefined,
  ],
  [
    'a policy that repeats another one',
    { subject: inside, after: intra() },
    beside('10.0.0.0/16'),
    undefined,
  ],
  [
    'a public IP that anybody can reach',
    { subject: address, after: open(['tcp/443'], []) },
    {},
    'The whole internet gains access to DE1ACMEWEB01 on HTTPS (443).',
  ],
  [
    'a public IP with another port',
    {
      subject: address,
      before: open(['tcp/443'], ['203.0.113.0/24']),
      after: open(['tcp/22', 'tcp/443'], ['203.0.113.0/24']),
    },
    {},
    '256 addresses (203.0.113.0/24) on the internet gain access to DE1ACMEWEB01 on SSH (22).',
  ],
  [
    'a public IP that lets in ping, too',
    { subject: address, before: open(['tcp/443'], []), after: open(['icmp', 'tcp/443'], []) },
    {},
    'The whole internet gains access to DE1ACMEWEB01 on ping (ICMP).',
  ],
  [
    'a public IP that lets in only ping',
    { subject: address, after: open(['icmp'], []) },
    {},
    'The whole internet gains access to DE1ACMEWEB01 on ping (ICMP).',
  ],
  ['a public IP that lets in nothing', { subject: address, after: open(['no ports'], []) }, {}, undefined],
  [
    'a public IP that let in nothing before',
    { subject: address, before: open(['no ports'], []), after: open(['tcp/443'], []) },
    {},
    'The whole internet gains access to DE1ACMEWEB01 on HTTPS (443).',
  ],
  [
    'what is no policy',
    { subject: { kind: 'alert policy', id: 'a1' }, after: { content: {} } },
    {},
    undefined,
  ],
])('%s', (_, change, before, expected) => {
  expect(openedBy({ ...change, by: { kind: 'outside' } }, before, acme)).toBe(expected);
});

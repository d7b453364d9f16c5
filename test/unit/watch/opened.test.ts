import { expect, test } from 'vitest';
import type { Finding } from '../../../src/drift/findings.ts';
import type { WatchedResources } from '../../../src/drift/watched-state.ts';
import { openedBy } from '../../../src/watch/opened.ts';

/* The traffic that a finding opened, beyond what the policies allowed before. */

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
const policy = (before: Change['before'], after: Change['after']): Change => ({
  subject: inside,
  before,
  after,
});
const ip = (before: Change['before'], after: Change['after']): Change => ({
  subject: address,
  before,
  after,
});
const https = open(['tcp/443'], []);
const world = 'The whole internet gains access to DE1ACMEWEB01 on';
const gainOnSsh = 'gain access to 2 addresses (10.0.1.0/31) in DE1 on SSH (22)';
const gain = 'gain access to 2 addresses (10.0.1.0/31) in DE1 on PostgreSQL (5432).';

test.each<[what: string, Change, opened?: string | undefined, before?: WatchedResources]>([
  ['a policy that was created', policy(undefined, intra()), `256 addresses (10.0.0.0/24) ${gain}`],
  ['a policy that was enabled', policy(intra(false), intra()), `256 addresses (10.0.0.0/24) ${gain}`],
  [
    'a policy that has more sources: only the new ones',
    policy(intra(), intra(true, '10.0.0.0/23')),
    `256 addresses (10.0.1.0/24) ${gain}`,
  ],
  [
    'a policy that has more sources and more ports: all new traffic',
    policy(intra(), intra(true, '10.0.0.0/23', ['tcp/22', 'tcp/5432'])),
    `512 addresses (10.0.0.0/23) ${gainOnSsh}. 256 addresses (10.0.1.0/24) ${gainOnSsh} and PostgreSQL (5432).`,
  ],
  ['a policy that was created disabled', policy(undefined, intra(false))],
  ['a policy that was removed', policy(intra(), undefined)],
  ['a policy that was disabled', policy(intra(), intra(false))],
  ['a policy that has fewer sources', policy(intra(), intra(true, '10.0.0.0/25'))],
  ['a policy that repeats another one', policy(undefined, intra()), undefined, beside('10.0.0.0/16')],
  ['a public IP that anybody can reach', ip(undefined, https), `${world} HTTPS (443).`],
  [
    'a public IP with another port',
    ip(open(['tcp/443'], ['203.0.113.0/24']), open(['tcp/22', 'tcp/443'], ['203.0.113.0/24'])),
    '256 addresses (203.0.113.0/24) on the internet gain access to DE1ACMEWEB01 on SSH (22).',
  ],
  ['a public IP that lets in ping, too', ip(https, open(['icmp', 'tcp/443'], [])), `${world} ping (ICMP).`],
  ['a public IP that lets in only ping', ip(undefined, open(['icmp'], [])), `${world} ping (ICMP).`],
  ['a public IP that lets in nothing', ip(undefined, open(['no ports'], []))],
  ['a public IP that let in nothing before', ip(open(['no ports'], []), https), `${world} HTTPS (443).`],
  ['a resource that is no policy', { subject: { kind: 'alert policy', id: 'a1' }, after: { content: {} } }],
])('the traffic opened by %s', (_, change, expected, before = {}) => {
  expect(openedBy({ ...change, by: { kind: 'outside' } }, before, acme)).toBe(expected);
});

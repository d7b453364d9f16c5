import { expect, test } from 'vitest';
import type { NetworkChange, Rule } from '../../../src/network/network-change.ts';
import { describeImpact } from '../../../src/policy/describe-impact.ts';
import { impactLine } from '../../../src/policy/impact-line.ts';
import { between, inside, onServer, opens, publicly, rule, updates } from './ways.ts';

const ofRule =
  (change: 'deletes' | 'disables' | 'enables') =>
  (id: string): NetworkChange => ({ change, scope: between, traffic: { rule: id } });
const [deletes, disables, enables] = [ofRule('deletes'), ofRule('disables'), ofRule('enables')];

const reach =
  '256 addresses (10.0.0.0/24) in DE1 gain access to 256 addresses (10.1.0.0/24) in VA1 of ACME on all ports.';
const noMore = reach.replace('gain', 'lose');
const wanted = '10.0.0.0/24 > 10.1.0.0/24';
const wholeInternet = 'The whole internet gains access to WEB01 on HTTPS (443).';

const rows: Readonly<Record<string, readonly [NetworkChange, readonly Rule[], ...sentences: string[]]>> = {
  'a way between data centers': [opens(between, wanted), [], reach],
  'a way inside one, on services with names': [
    opens(inside, '10.0.0.7/32 > 10.0.1.0/30 : tcp/443 tcp/5432'),
    [],
    '1 address (10.0.0.7) gains access to 4 addresses (10.0.1.0/30) in VA1 of ACME on HTTPS (443) and PostgreSQL (5432).',
  ],
  'addresses that are named twice': [
    opens(inside, '10.0.0.0/24,10.0.0.128/25 > 10.0.1.0/30 : icmp'),
    [],
    '256 addresses (10.0.0.0/24) gain access to 4 addresses (10.0.1.0/30) in VA1 of ACME on ping (ICMP).',
  ],
  'many ranges, which are cut short': [
    opens(
      inside,
      '10.0.0.0/32,10.0.0.2/32,10.0.0.4/32,10.0.0.6/32,10.0.0.8/32,10.0.0.10/32 > 10.0.1.0/24 : tcp/22',
    ),
    [],
    '6 addresses (10.0.0.0, 10.0.0.2, 10.0.0.4, 10.0.0.6 and 2 more) gain access to 256 addresses (10.0.1.0/24) in VA1 of ACME on SSH (22).',
  ],
  'every address, in halves': [
    opens(inside, '0.0.0.0/1,128.0.0.0/1 > 10.0.1.0/24'),
    [],
    'Every address (0.0.0.0/0) gains access to 256 addresses (10.0.1.0/24) in VA1 of ACME on all ports.',
  ],
  'an update that opens and closes': [
    updates(inside, rule('aa', `${wanted} : tcp/443`), '10.0.0.0/25 > 10.1.0.0/24 : tcp/443 tcp/22'),
    [rule('aa', `${wanted} : tcp/443`)],
    '128 addresses (10.0.0.0/25) gain access to 256 addresses (10.1.0.0/24) in VA1 of ACME on SSH (22).',
    '128 addresses (10.0.0.128/25) lose access to 256 addresses (10.1.0.0/24) in VA1 of ACME on HTTPS (443).',
  ],
  'an update that takes ranges and ports, piece by piece': [
    updates(inside, rule('aa', `${wanted} : tcp/443 icmp`), '10.0.0.0/25 > 10.1.0.0/24 : tcp/443'),
    [rule('aa', `${wanted} : tcp/443 icmp`)],
    '256 addresses (10.0.0.0/24) lose access to 256 addresses (10.1.0.0/24) in VA1 of ACME on ping (ICMP).',
    '128 addresses (10.0.0.128/25) lose access to 256 addresses (10.1.0.0/24) in VA1 of ACME on HTTPS (443) and ping (ICMP).',
  ],
  'an update that takes what another policy allows as well': [
    updates(inside, rule('aa', wanted), '10.0.0.0/25 > 10.1.0.0/24'),
    [rule('aa', wanted), rule('bb', '10.0.0.128/25 > 10.1.0.0/16')],
    'Policies bb and aa together still allow all of this, so no access is lost.',
  ],
  'an update of a policy that isn’t active': [
    updates(inside, rule('aa', wanted, { enabled: false }), '10.0.0.0/8 > 10.1.0.0/24'),
    [rule('aa', wanted, { enabled: false })],
    'The policy isn’t active (disabled), so this changes no access until it is.',
  ],
  'an update that only changes the notation': [
    updates(inside, rule('aa', wanted), '10.0.0.0/25,10.0.0.128/25 > 10.1.0.0/24'),
    [rule('aa', wanted)],
    'No access is gained or lost.',
  ],
  'a public address that takes another port': [
    updates(
      onServer,
      rule('203.0.113.10', '192.0.2.0/24 > 203.0.113.10/32 : tcp/443', { to: 'WEB01' }),
      '192.0.2.0/24 > 203.0.113.10/32 : tcp/443 tcp/22',
    ),
    [],
    '256 addresses (192.0.2.0/24) on the internet gain access to 203.0.113.10 on SSH (22).',
  ],
  'a public address': [publicly('0.0.0.0/0', 'tcp/443'), [], wholeInternet],
  'a public address for some ranges, one of which is never on the internet': [
    publicly('203.0.113.0/24,10.0.0.0/8', 'tcp/22'),
    [],
    '16,777,472 addresses (10.0.0.0/8 and 203.0.113.0/24) on the internet gain access to WEB01 on SSH (22).',
    '10.0.0.0/8 is private (RFC 1918) and never found on the internet.',
  ],
  'a public address for all who can be on the internet': [
    publicly('0.0.0.0/1,128.0.0.0/2,192.0.0.0/3', 'tcp/443'),
    [],
    wholeInternet,
  ],
  'a way with ranges that are not private at both ends': [
    opens(inside, '8.8.8.0/24,10.0.0.0/24,9.9.9.9/32 > 1.1.1.1/32 : tcp/443'),
    [],
    '513 addresses (8.8.8.0/24, 9.9.9.9 and 10.0.0.0/24) gain access to 1 address (1.1.1.1) in VA1 of ACME on HTTPS (443).',
    '1.1.1.1/32, 8.8.8.0/24 and 9.9.9.9/32 are outside the private ranges (RFC 1918).',
  ],
  'a way that a wider rule allows': [
    opens(between, wanted),
    [rule('aa', '10.0.0.0/16 > 10.1.0.0/16')],
    reach,
    'Policy aa already allows all of this, so no access is added.',
  ],
  'a way that two rules allow together': [
    opens(between, wanted),
    [
      rule('aa', '10.0.0.0/25 > 10.1.0.0/24'),
      rule('bb', '10.0.0.128/25 > 10.1.0.0/16'),
      rule('cc', '10.9.0.0/24 > 10.1.0.0/24'),
    ],
    reach,
    'Policies aa and bb together already allow all of this, so no access is added.',
  ],
  'a way that two rules allow together, and to which a third adds nothing': [
    opens(between, wanted),
    [
      rule('aa', '10.0.0.0/25 > 10.1.0.0/24'),
      rule('bb', '10.0.0.128/25 > 10.1.0.0/16'),
      rule('cc', '10.0.0.64/26 > 10.1.0.0/24'),
    ],
    reach,
    'Policies aa and bb together already allow all of this, so no access is added.',
  ],
  'a way that rules with different sources and destinations allow together': [
    opens(between, wanted),
    [
      rule('aa', '10.0.0.0/25 > 10.1.0.0/24'),
      rule('bb', '10.0.0.0/24 > 10.1.0.0/25'),
      rule('cc', '10.0.0.128/25 > 10.1.0.128/25'),
    ],
    reach,
    'Policies aa, bb and cc together already allow all of this, so no access is added.',
  ],
  'a way that repeats a rule that is not in force yet': [
    opens(between, wanted),
    [rule('aa', wanted, { status: 'pending' })],
    reach,
    'Repeats policy aa (pending).',
  ],
  'a way that includes a narrower rule, and one that is off': [
    opens(between, wanted),
    [rule('aa', '10.0.0.0/25 > 10.1.0.7/32'), rule('bb', '10.0.0.7/32 > 10.1.0.0/24', { enabled: false })],
    reach,
    'Includes all of policy aa: 10.0.0.0/25 → 10.1.0.7 on all ports.',
    'Includes all of policy bb (disabled): 10.0.0.7 → 10.1.0.0/24 on all ports.',
  ],
  'a way that overlaps a rule': [
    opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/8000-8010'),
    [rule('aa', '10.0.0.0/16 > 10.0.1.0/28 : tcp/8005-9000 icmp')],
    '256 addresses (10.0.0.0/24) gain access to 256 addresses (10.0.1.0/24) in VA1 of ACME on ports 8000–8010.',
    'Overlaps policy aa: 10.0.0.0/24 → 10.0.1.0/28 on ports 8005–8010.',
  ],
  'a way that meets each rule in all but one dimension': [
    opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443'),
    [
      rule('aa', '10.9.0.0/24 > 10.0.1.0/24 : tcp/443'),
      rule('bb', '10.0.0.0/24 > 10.9.1.0/24 : tcp/443'),
      rule('cc', '10.0.0.0/24 > 10.0.1.0/24 : tcp/22'),
    ],
    '256 addresses (10.0.0.0/24) gain access to 256 addresses (10.0.1.0/24) in VA1 of ACME on HTTPS (443).',
  ],
  'a way with the ranges of rules for other machines': [
    opens(between, wanted),
    [rule('aa', wanted, { to: 'UC1 of ACME' }), rule('bb', wanted, { to: 'VA1 of OTHR' })],
    reach,
  ],
  'a way that overlaps many rules': [
    opens(between, wanted),
    ['1', '2', '3', '4', '5', '6'].map((id) => rule(id, `10.0.0.${id}/32 > 10.1.0.0/24`)),
    reach.replace('256 addresses (10.0.0.0/24)', '250 addresses (10.0.0.0 and 10.0.0.7–10.0.0.255)'),
    ...['1', '2', '3', '4'].map(
      (id) => `Includes all of policy ${id}: 10.0.0.${id} → 10.1.0.0/24 on all ports.`,
    ),
    'And 2 more policies like these.',
  ],
  'switching a rule on': [enables('aa'), [rule('aa', wanted, { enabled: false })], reach],
  'switching on a rule that is on': [
    enables('aa'),
    [rule('aa', wanted)],
    'The policy is already enabled (active), so nothing changes.',
    reach.replace('gain', 'have'),
  ],
  'deleting a rule': [deletes('AA'), [rule('aa', wanted)], noMore],
  'deleting a rule that another repeats': [
    deletes('aa'),
    [rule('aa', wanted), rule('bb', wanted)],
    'Policy bb still allows all of this, so no access is lost.',
  ],
  'deleting a rule that two others replace': [
    deletes('aa'),
    [rule('aa', wanted), rule('bb', '10.0.0.0/24 > 10.1.0.0/25'), rule('cc', '10.0.0.0/24 > 10.1.0.128/25')],
    'Policies bb and cc together still allow all of this, so no access is lost.',
  ],
  'switching off a rule that another repeats in part, and a disabled one in full': [
    disables('aa'),
    [rule('aa', wanted), rule('bb', '10.0.0.0/28 > 10.1.0.0/16'), rule('cc', wanted, { enabled: false })],
    noMore.replace('256 addresses (10.0.0.0/24)', '240 addresses (10.0.0.16–10.0.0.255)'),
    'Policy bb still allows part of it: 10.0.0.0/28 → 10.1.0.0/24 on all ports.',
  ],
  'deleting a rule that was off': [
    deletes('aa'),
    [rule('aa', wanted, { enabled: false })],
    'The policy isn’t active (disabled), so no access is lost.',
  ],
  'a rule that is gone': [deletes('aa'), [rule('bb', wanted)], 'The firewall policy no longer exists.'],
};

test.each(Object.entries(rows))('the impact of %s', (_, [exposure, rules, ...sentences]) => {
  expect(describeImpact(exposure, rules)).toEqual(sentences);
});

const narrowed = updates(
  onServer,
  rule('203.0.113.10', '0.0.0.0/0 > 203.0.113.10/32 : tcp/443', { to: 'WEB01' }),
  '8.8.8.0/24 > 203.0.113.10/32 : tcp/443',
);

test.each<[what: string, words: string, ofNoRow?: NetworkChange]>([
  ['a way inside one, on services with names', '1 address gains access to 4'],
  ['every address, in halves', 'every address gains access to 256'],
  ['an update that opens and closes', '128 addresses gain access to 256; 128 addresses lose access to 256'],
  ['an update of a policy that isn’t active', 'no access changes until it is active'],
  ['an update that only changes the notation', 'no access is gained or lost'],
  ['a public address', 'the whole internet gains access to WEB01'],
  ['a public address that takes another port', '256 addresses gain access to 203.0.113.10'],
  ['a way that a wider rule allows', 'no access is added'],
  ['a way that overlaps many rules', '250 addresses gain access to 256'],
  ['switching a rule on', '256 addresses gain access to 256'],
  ['switching on a rule that is on', 'already enabled'],
  ['deleting a rule', '256 addresses lose access to 256'],
  ['deleting a rule that another repeats', 'no access is lost'],
  ['deleting a rule that was off', 'no access is lost'],
  ['a rule that is gone', 'the firewall policy no longer exists'],
  ['a large range', '16.8 M addresses gain access to 256', opens(between, '10.0.0.0/8 > 10.1.0.0/24')],
  ['half of all', '2.1 B addresses gain access to 131,072', opens(inside, '0.0.0.0/1 > 10.0.0.0/15')],
  ['a source that isn’t a range', 'web gains access to 256', opens(inside, 'web > 10.0.1.0/24')],
  ['a public address for fewer', '4.3 B addresses lose access to 203.0.113.10', narrowed],
])('the impact in a few words of %s: %s', (what, words, ofNoRow) => {
  const [change, rules] = rows[what] ?? [ofNoRow, []];
  expect(change && impactLine(change, rules)).toBe(words);
});

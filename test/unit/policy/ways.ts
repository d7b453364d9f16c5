import {
  allPorts,
  type NetworkChange,
  type Rule,
  type RuleScope,
  type Traffic,
  updateOf,
} from '../../../src/network/network-change.ts';
import type { PortRange } from '../../../src/network/port-range.ts';
import { ports } from '../../../src/operations/fields/index.ts';

const field = ports({ label: 'Ports', bare: ['icmp', 'any'] });

/** `tcp/443 udp/53` as the field reads it. */
export function portsOf(words: string): readonly PortRange[] {
  const reading = field.read(words);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}

/** `10.0.0.0/24,10.0.1.0/24 > 10.1.0.0/24 : tcp/443` in VA1 of ACME; every port if none is given. */
function way(text: string, more: Partial<Traffic> = {}): Traffic {
  const [ends = '', words] = text.split(' : ');
  const [sources = '', destinations = ''] = ends.split(' > ');
  return {
    sources: sources.split(','),
    destinations: destinations.split(','),
    ports: words ? portsOf(words) : allPorts,
    to: 'VA1 of ACME',
    into: undefined,
    ...more,
  };
}

export const rule = (id: string, text: string, more: Partial<Rule> = {}): Rule => ({
  ...way(text, more),
  id,
  status: 'active',
  enabled: true,
  summary: text,
  ...more,
});

export const between: RuleScope = { kind: 'between', dataCenter: 'de1' };
export const inside: RuleScope = { kind: 'inside', dataCenter: 'va1' };
export const onServer: RuleScope = { kind: 'public', server: 'de1acmeweb01' };

export const opens = (place: RuleScope, text: string, more: Partial<Traffic> = {}): NetworkChange => ({
  change: 'opens',
  scope: place,
  traffic: way(text, more),
});

/** An update of a policy to other traffic. */
export const updates = (place: RuleScope, before: Rule, text: string): NetworkChange =>
  updateOf(place, before, way(text));

/** A public address of WEB01, open to these ranges on these ports. */
export const publicly = (from: string, words: string): NetworkChange =>
  opens(onServer, `${from} > WEB01 : ${words}`, { to: 'WEB01' });

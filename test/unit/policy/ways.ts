import {
  type Exposure,
  everyPort,
  type Place,
  type Rule,
  type Way,
} from '../../../src/core/network-change.ts';
import type { Ports } from '../../../src/core/port-range.ts';
import { ports } from '../../../src/operations/fields/index.ts';

const field = ports({ label: 'Ports', bare: ['icmp', 'any'] });

/** `tcp/443 udp/53` as the field reads it. */
export function portsOf(words: string): readonly Ports[] {
  const reading = field.read(words);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}

/** `10.0.0.0/24,10.0.1.0/24 > 10.1.0.0/24 : tcp/443` in VA1 of ACME; every port where none is said. */
export function way(text: string, more: Partial<Way> = {}): Way {
  const [ends = '', words] = text.split(' : ');
  const [sources = '', destinations = ''] = ends.split(' > ');
  return {
    sources: sources.split(','),
    destinations: destinations.split(','),
    ports: words ? portsOf(words) : everyPort,
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
  ...more,
});

export const between: Place = { kind: 'between', dataCenter: 'de1' };
export const inside: Place = { kind: 'inside', dataCenter: 'va1' };
export const onServer: Place = { kind: 'public', server: 'de1acmeweb01' };

export const opens = (place: Place, text: string, more: Partial<Way> = {}): Exposure => ({
  change: 'opens',
  place,
  way: way(text, more),
});

/** A public address of WEB01, open to these ranges on these ports. */
export const publicly = (from: string, words: string): Exposure =>
  opens(onServer, `${from} > WEB01 : ${words}`, { to: 'WEB01' });

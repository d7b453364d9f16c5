import { isIPv4 } from 'node:net';
import { grouped } from '../../core/answer.ts';
import type { Field, FieldOptions, Reading } from '../../core/field.ts';
import { formatPortRange, type PortRange } from '../../core/port-range.ts';
import type { Problem } from '../../core/user-error.ts';

/**
 * Upper bound for the ranges and ports of one request, all its fields together. So many fit whole into the sentence that
 * is confirmed and approved (`maxSays` in basis.ts), and nobody agrees to what is cut off.
 */
export const maxEntries = 40;

/** What is wrong with the ranges and ports of a request, by field: that all together they are too many. */
export function tooManyEntries(
  fields: Readonly<Record<string, readonly unknown[] | undefined>>,
): readonly Problem[] {
  const counts = Object.entries(fields).map(([field, entries = []]) => ({ field, entries: entries.length }));
  const sum = counts.reduce((all, { entries }) => all + entries, 0);
  const [longest] = counts.toSorted((a, b) => b.entries - a.entries);
  return sum > maxEntries
    ? [{ field: longest?.field, message: tooMany(sum, 'ranges and ports in all') }]
    : [];
}

const tooMany = (amount: number, what: string): string =>
  `names too many: ${grouped(amount)} ${what}, and ${maxEntries} ranges and ports fit into one request, so that they can be seen whole where it is approved`;

/** The words of a list, or that they are too many: before any of them is read. */
function entriesIn(words: string, what: string): Reading<readonly string[]> {
  const value = words.split(/[\s,;]+/).filter(Boolean);
  return value.length > maxEntries ? { problem: tooMany(value.length, what) } : { value };
}

/** One IPv4 address: `10.0.0.12`. */
export function address(options: FieldOptions): Field<string> {
  return {
    hint: 'an IPv4 address',
    example: '10.0.0.12',
    required: true,
    ...options,
    read: (words) => (isIPv4(words) ? { value: words } : { problem: `“${words}” is not an IPv4 address` }),
    write: (given) => given,
  };
}

function readRange(words: string): Reading<string> {
  const [base = '', prefix = '32', ...more] = words.split('/');
  if (more.length > 0 || !isIPv4(base) || !/^\d{1,2}$/.test(prefix) || Number(prefix) > 32) {
    return { problem: `“${words}” is not a range like 203.0.113.0/24` };
  }
  return { value: `${base}/${Number(prefix)}` };
}

/** One IPv4 range in CIDR notation; an address alone means `/32`. */
export function range(options: FieldOptions): Field<string> {
  return {
    hint: 'an address range in CIDR notation',
    example: '10.0.0.0/24',
    required: true,
    narrows: true,
    ...options,
    read: readRange,
    write: (given) => given,
  };
}

/** IPv4 ranges in CIDR notation, separated by commas or spaces. */
export function ranges(options: FieldOptions): Field<readonly string[]> {
  return {
    hint: 'address ranges in CIDR notation, separated by commas',
    example: '203.0.113.0/24',
    required: true,
    narrows: true,
    input: { kind: 'text', lines: 'several' },
    ...options,
    read(words) {
      const entries = entriesIn(words, 'ranges');
      if ('problem' in entries) return entries;
      const value: string[] = [];
      for (const one of entries.value) {
        const reading = readRange(one);
        if ('problem' in reading) return reading;
        value.push(reading.value);
      }
      return value.length > 0 ? { value } : { problem: 'needs at least one range' };
    },
    write: (given) => given.join(','),
  };
}

const isPort = (value: number) => value >= 1 && value <= 65_535;

function readPorts(words: string, bare: readonly string[]): Reading<PortRange> {
  const lower = words.toLowerCase();
  if (bare.includes(lower)) return { value: { protocol: lower } };
  const match = /^(tcp|udp)\/(\d{1,5})(?:-(\d{1,5}))?$/.exec(lower);
  const shape = ['tcp/443', 'udp/8000-8010', ...bare].join(', ');
  if (!match?.[1] || !match[2]) return { problem: `“${words}” is not a port: write ${shape}` };
  const from = Number(match[2]);
  const to = match[3] === undefined ? undefined : Number(match[3]);
  if (!isPort(from) || (to !== undefined && !isPort(to))) {
    return { problem: `“${words}” names a port outside 1 to 65535` };
  }
  if (to !== undefined && to < from) return { problem: `“${words}” ends before it begins` };
  return { value: { protocol: match[1], from, ...(to !== undefined && to !== from && { to }) } };
}

/** Ports such as `tcp/443 udp/8000-8010`; `bare` lists the words allowed without a number (`icmp`, `any`). */
export function ports(options: FieldOptions & { bare: readonly string[] }): Field<readonly PortRange[]> {
  const { bare } = options;
  return {
    hint: `ports like tcp/443 or tcp/8080-8081${bare.map((word) => `, or ${word}`).join('')}`,
    example: 'tcp/443',
    required: true,
    narrows: true,
    input: { kind: 'text', lines: 'several' },
    ...options,
    read(words) {
      const entries = entriesIn(words, 'ports');
      if ('problem' in entries) return entries;
      const value: PortRange[] = [];
      for (const one of entries.value) {
        const reading = readPorts(one, bare);
        if ('problem' in reading) return reading;
        value.push(reading.value);
      }
      return value.length > 0 ? { value } : { problem: 'needs at least one port' };
    },
    write: (given) => given.map(formatPortRange).join(' '),
  };
}

import { isIPv4 } from 'node:net';
import type { Problem } from '../../answer/user-error.ts';
import { closestMatch } from '../../core/closest-match.ts';
import { grouped } from '../../core/grouped.ts';
import type { Reading } from '../../core/reading.ts';
import { readStepReference, writeStepReference } from '../../core/step-reference.ts';
import { addressesOf, formatRange, parseCidr } from '../../network/cidr.ts';
import { formatPortRange, type PortRange, readPortRange } from '../../network/port-range.ts';
import { portSet } from '../../network/port-set.ts';
import { includes } from '../../network/ranges.ts';
import { portsNamed, services } from '../../network/service-names.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { wordsField } from './words-field.ts';

/**
 * Upper bound for the ranges and ports of one request, all fields together. The title that is confirmed and approved has room for
 * them (`maxTitle` in evaluate-change.ts): nobody can approve a cut-off title.
 */
export const maxEntries = 40;

/** Returns a problem at the longest field if a request has too many ranges and ports. */
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
  `has too many: ${grouped(amount)} ${what}. At most ${maxEntries} ranges and ports fit into one request, so that approvers see all of them`;

/**
 * Reads a list of entries, each of which can name several. `noun` names an entry: "port". Rejects too many entries before reading
 * any.
 */
function readEach<Entry>(
  entries: readonly string[],
  noun: string,
  readEntry: (words: string) => Reading<readonly Entry[]>,
): Reading<readonly Entry[]> {
  if (entries.length > maxEntries) return { problem: tooMany(entries.length, `${noun}s`) };
  if (entries.length === 0) return { problem: `needs at least one ${noun}` };
  const value: Entry[] = [];
  for (const [at, entry] of entries.entries()) {
    const reading = readEntry(entry);
    if ('problem' in reading) {
      const { problem, closest } = reading;
      return { problem, ...(closest !== undefined && { closest: entries.with(at, closest).join(',') }) };
    }
    value.push(...reading.value);
  }
  return { value };
}

const entriesIn = (words: string): readonly string[] => words.split(/[\s,;]+/).filter(Boolean);

/** Creates a field for one IPv4 address: `10.0.0.12`. */
export const address = (options: FieldOptions): Field<string> =>
  inAscii(
    wordsField(options, {
      hint: 'an IPv4 address',
      example: '10.0.0.12',
      read: (words) => (isIPv4(words) ? { value: words } : { problem: `“${words}” is not an IPv4 address` }),
    }),
  );

function readRange(words: string): Reading<string> {
  const earlier = readStepReference(words);
  if (earlier) return { value: writeStepReference(earlier) };
  const range = parseCidr(words);
  return range ? { value: formatRange(range) } : { problem: `“${words}” is not a range like 203.0.113.0/24` };
}

function readEntry(words: string): Reading<readonly string[]> {
  const reading = readRange(words);
  return 'value' in reading ? { value: [reading.value] } : reading;
}

const areWithin = (suggested: readonly string[], requested: readonly string[]): boolean =>
  includes(addressesOf(requested), addressesOf(suggested));

/** Creates a field for one IPv4 range in CIDR notation; a bare address means `/32`. */
export const range = (options: FieldOptions): Field<string> =>
  inAscii(
    wordsField(options, {
      hint: 'a range, or one address',
      example: '10.0.0.0/24',
      takes: 'address',
      read: readRange,
      isNoWider: (suggested, requested) => areWithin([suggested], [requested]),
    }),
  );

/** Creates a field for IPv4 ranges in CIDR notation, separated by commas or spaces. */
export function ranges(options: FieldOptions): Field<readonly string[]> {
  return inAscii({
    hint: 'ranges or addresses, separated by commas',
    example: '203.0.113.0/24',
    required: true,
    values: { kind: 'list', each: 'an address range in CIDR notation', separator: ',' },
    input: { kind: 'text', lines: 'several' },
    takes: 'address',
    ...options,
    read: (words) => readEach(entriesIn(words), 'range', readEntry),
    write: (parsed) => parsed.join(','),
    isNoWider: areWithin,
  });
}

const isPort = (value: number) => value >= 1 && value <= 65_535;

/** Reads the ports that an entry names. `bare` lists the words that need no number. */
function readPorts(entry: string, bare: readonly string[]): Reading<readonly PortRange[]> {
  const lower = entry.toLowerCase();
  const named = bare.includes(lower) ? [lower] : portsNamed(entry);
  // A protocol without a number is a port only where it may stand alone.
  if (!named?.every((text) => bare.includes(text) || readPortRange(text))) {
    const closest = closestMatch(lower, [...services.keys()]);
    const shape = ['443', 'https', 'udp/8000-8010', ...bare].join(', ');
    return {
      problem: `“${entry}” is not a port${closest === undefined ? `: write ${shape}` : `. Did you mean ${closest}?`}`,
      closest,
    };
  }
  const ranges = named.map((text): PortRange => readPortRange(text) ?? { protocol: text });
  if (ranges.some(({ from = 1, to = from }) => !isPort(from) || !isPort(to)))
    return { problem: `“${entry}” has a port outside 1 to 65535` };
  if (ranges.some(({ from = 1, to = from }) => to < from))
    return { problem: `“${entry}” ends before it begins` };
  return {
    value: ranges.map(({ to, ...range }) => ({
      ...range,
      ...(to !== undefined && to !== range.from && { to }),
    })),
  };
}

/** Splits a list of ports at commas and spaces, but for the names of services that have spaces. */
const portEntriesIn = (words: string): readonly string[] =>
  words
    .split(/\s*[,;\n]\s*/)
    .flatMap((part) => (services.has(part.trim().toLowerCase()) ? part.trim() : entriesIn(part)));

const withoutTwins = (ports: readonly PortRange[]): readonly PortRange[] => [
  ...new Map(ports.map((port) => [formatPortRange(port), port])).values(),
];

/**
 * Creates a field for ports such as `443`, `https` or `udp/8000-8010`, written as `tcp/443`; `bare` lists the words that need no
 * number (`icmp`, `any`).
 */
export function ports(options: FieldOptions & { bare: readonly string[] }): Field<readonly PortRange[]> {
  const { bare } = options;
  const more = bare.map((word) => `, or ${word}`).join('');
  const shape = `like tcp/443 or tcp/8080-8081${more}`;
  return inAscii({
    hint: `443, https, ssh or 8000-8010/udp${more}`,
    example: 'tcp/443',
    required: true,
    values: { kind: 'list', each: `a port or a range of ports ${shape}`, separator: ',' },
    input: { kind: 'text', lines: 'several' },
    ...options,
    read(words) {
      const reading = readEach(portEntriesIn(words), 'port', (entry) => readPorts(entry, bare));
      // Two names can have one port: web, https.
      return 'value' in reading ? { value: withoutTwins(reading.value) } : reading;
    },
    write: (parsed) => parsed.map(formatPortRange).join(' '),
    isNoWider: (suggested, requested) => includes(portSet(requested).numbers, portSet(suggested).numbers),
  });
}

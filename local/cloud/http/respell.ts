/*
 * The same answer in another spelling: ranges in halves, one of them from address to address, with host bits or without their
 * prefix, and `any` for all addresses; ports as ranges of one; lists in another order, with an entry twice; ids, aliases, metrics and
 * protocols in another case, and domains; a duration of one digit fewer; no restriction as 0.0.0.0/0. It means the same, so a client that compares
 * the meaning does not notice.
 */

const units = [2 ** 24, 2 ** 16, 2 ** 8, 1];
const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
const addressOf = (number: number): string => units.map((unit) => Math.floor(number / unit) % 256).join('.');

interface Block {
  readonly first: number;
  readonly prefix: number;
}

function blockOf(range: string): Block | undefined {
  const [, address = '', prefix = '32'] = /^(\d+\.\d+\.\d+\.\d+)(?:\/(\d+))?$/.exec(range) ?? [];
  if (address === '') return undefined;
  const number = numberOf(address);
  return { first: number - (number % 2 ** (32 - Number(prefix))), prefix: Number(prefix) };
}

function withHostBits(range: string): string {
  const { first, prefix = 32 } = blockOf(range) ?? {};
  return first === undefined || prefix === 0 || prefix > 30 ? range : `${addressOf(first + 1)}/${prefix}`;
}

/** Writes a range as its two halves, one of them from its first to its last address, and an address without its prefix. */
function inHalves(range: string): readonly string[] {
  const { first, prefix = 32 } = blockOf(range) ?? {};
  if (prefix === 0) return ['any'];
  if (first === undefined || prefix < 8) return [range];
  if (prefix === 32) return [addressOf(first)];
  const middle = first + 2 ** (31 - prefix);
  return [
    `${addressOf(middle)}-${addressOf(middle + 2 ** (31 - prefix) - 1)}`,
    `${addressOf(first)}/${prefix + 1}`,
  ];
}

/** Writes a list in another order, with its last entry twice. */
const reordered = <Entry>(list: readonly Entry[]): readonly Entry[] => [
  ...list.slice(-1),
  ...list.toReversed(),
];

const inCapitals = (text: unknown): unknown => (typeof text === 'string' ? text.toUpperCase() : text);

const withDomainInCapitals = (address: unknown): unknown =>
  typeof address === 'string' ? address.replace(/@.*$/, (domain) => domain.toUpperCase()) : address;

function portText(text: string): string {
  const capitals = text.toUpperCase();
  return /^(TCP|UDP)\/\d+$/.test(capitals) ? `${capitals}-${capitals.slice(4)}` : capitals;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textsIn = (list: unknown): readonly string[] | undefined =>
  Array.isArray(list) && list.every((entry) => typeof entry === 'string') ? list : undefined;

const rangeTexts = (list: unknown): unknown => {
  const texts = textsIn(list);
  return texts
    ? reordered(texts.flatMap((range, nth) => (nth % 2 === 0 ? inHalves(range) : withHostBits(range))))
    : list;
};

function restrictions(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  const ranges = list.flatMap((entry) => (isFields(entry) ? String(entry.cidr) : []));
  return ranges.length === 0
    ? [{ cidr: '0.0.0.0/0' }]
    : reordered(ranges.flatMap(inHalves)).map((cidr) => ({ cidr }));
}

function ports(list: unknown): unknown {
  const texts = textsIn(list);
  if (texts) return reordered(texts.map(portText));
  if (!Array.isArray(list)) return list;
  return reordered(
    list.map((port: unknown) =>
      isFields(port)
        ? { ...port, protocol: String(port.protocol).toLowerCase(), portTo: port.portTo ?? port.port }
        : port,
    ),
  );
}

/** How the value of a property is spelled, wherever it is in an answer. */
const spellings: Readonly<Record<string, (value: unknown) => unknown>> = {
  id: inCapitals,
  sourceAccount: inCapitals,
  sourceLocation: inCapitals,
  destinationAccount: inCapitals,
  destinationLocation: inCapitals,
  source: rangeTexts,
  destination: rangeTexts,
  sourceCidr: (range) => (typeof range === 'string' ? withHostBits(range) : range),
  destinationCidr: (range) => (typeof range === 'string' ? withHostBits(range) : range),
  sourceRestrictions: restrictions,
  ports,
  recipients: (list) => (Array.isArray(list) ? reordered(list.map(withDomainInCapitals)) : list),
  triggers: (list) => (Array.isArray(list) ? list.toReversed() : list),
  metric: inCapitals,
  duration: (span) => (typeof span === 'string' ? span.replace(/^0/, '') : span),
};

/** Returns the body of an answer with the same meaning in another spelling. */
export const respelled = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value) => spellings[key]?.(value) ?? value);

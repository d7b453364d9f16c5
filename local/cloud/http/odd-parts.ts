/*
 * The same answer with one odd part, as other services have sent them: a null list, a list that is left out, an entry of another
 * kind, an unknown protocol or status, a text in place of a number. A client reads the rest, and says what it couldn't read.
 */

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that replaces another one; undefined leaves the property out. */
type Odd = (value: unknown) => unknown;

const withEntry =
  (entry: unknown): Odd =>
  (list) =>
    Array.isArray(list) ? [...list, entry] : list;

const nullList: readonly Odd[] = [() => null, () => undefined, withEntry(null), withEntry(7)];
const addresses = [
  ...nullList,
  withEntry('10.0.0.300/24'),
  withEntry('10.0.0.0/255.255.255.0'),
  withEntry('web'),
];

const oddities: Readonly<Record<string, readonly Odd[]>> = {
  source: addresses,
  destination: addresses,
  ports: [...nullList, withEntry('foo/12'), withEntry('all'), withEntry({ protocol: 'ALL', port: 0 })],
  sourceRestrictions: [...nullList, withEntry({ cidr: 'web' }), withEntry({ range: '10.0.0.0/24' })],
  sourceCidr: [() => null, () => 'web', () => ['10.0.0.0/24']],
  destinationCidr: [() => undefined, () => 'web'],
  status: [() => null, () => 'resting', () => 3],
  enabled: [() => null, () => 'yes'],
  actions: [
    ...nullList,
    withEntry({ action: 'webhook', settings: { url: 'https://example.com' } }),
    withEntry({ action: 'email' }),
  ],
  triggers: [...nullList, withEntry({ metric: 'disk', threshold: 'eighty' })],
  threshold: [() => 'eighty'],
  lineItems: [...nullList, withEntry({ description: 'Server group', itemTotal: 'free' })],
  itemTotal: [() => null, () => 'free'],
  totalAmount: [() => undefined, () => 'free'],
  ipAddresses: [...nullList, withEntry({ internal: 7 })],
  roles: nullList,
  links: [() => null, withEntry({ rel: 'self' })],
};

interface Place {
  readonly holder: Fields;
  readonly key: string;
  readonly odd: Odd;
}

/** Returns every odd part that a value can have: one for each property and oddity, those of lists first. */
function placesIn(value: unknown): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap(placesIn);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    ...(oddities[key] ?? []).map((odd) => ({ holder: value, key, odd })),
    ...placesIn(part),
  ]);
}

/** Returns the body of an answer with one odd part, another one at each `turn`. Unchanged if nothing in it can be odd. */
export function withOddPart(body: unknown, turn: number): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(body));
  const places = placesIn(copy);
  // Prime, so that neighbouring turns are far apart.
  const place = places[(turn * 101) % Math.max(places.length, 1)];
  if (place) place.holder[place.key] = place.odd(place.holder[place.key]);
  return copy;
}

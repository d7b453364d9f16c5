import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawPath, pictureWidth } from '../../../src/picture/draw-path.ts';
import { measure, type Weight } from '../../../src/picture/measure-text.ts';
import { pictureInWords } from '../../../src/picture/picture-in-words.ts';
import type { PathEnd, PathPicture } from '../../../src/picture/traffic-path.ts';

const range = fc.oneof(
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([address, prefix]) => `${address}/${prefix}`),
  fc.constantFrom('255.255.255.255', '255.255.255.255/32'),
  fc.string({ minLength: 1, maxLength: 80 }),
);
const end: fc.Arbitrary<PathEnd> = fc.record({
  place: fc.oneof(fc.constantFrom('DE1 · ACME', 'Internet'), fc.string({ maxLength: 60 })),
  // Few lines in the boxes leave the least room between them.
  ranges: fc.oneof(
    range.map((only) => [only]),
    fc.array(range, { minLength: 1, maxLength: 3 }),
  ),
  more: fc.oneof(fc.constant(0), fc.nat({ max: 100_000 })),
  addresses: fc.oneof(fc.nat(), fc.constantFrom(0, 1, 2 ** 24, 2 ** 32)),
});
const port = fc.oneof(
  fc.constantFrom('all ports', 'Elasticsearch nodes (9300)', 'UDP 10000–65535', 'Windows RPC (135)'),
  fc.string({ minLength: 1, maxLength: 40 }),
);
const path = fc.record(
  {
    from: end,
    to: end,
    ports: fc.array(port, { minLength: 1, maxLength: 12 }),
    services: fc.array(fc.constantFrom('SSH', 'RabbitMQ management'), { maxLength: 2 }),
    durationMs: fc.integer({ min: 300_000, max: 365 * 86_400_000 }),
  },
  { requiredKeys: ['from', 'to', 'ports', 'services'] },
);
const picture: fc.Arbitrary<PathPicture> = fc.record(
  { name: fc.nat().map((number) => `#${number}`), risk: fc.nat({ max: 40 }), path, suggested: path },
  { requiredKeys: ['name', 'risk', 'path'] },
);

/** A text of a drawing, in pixels. */
interface Written {
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}

const texts = (svg: string): readonly Written[] =>
  [
    ...svg.matchAll(
      /<text x="([\d.-]+)" y="([\d.-]+)" font-size="(\d+)"( font-weight="700")?[^>]*>([^<]*)</g,
    ),
  ].map(([, x, y, size, bold, escaped = '']): Written => {
    const shown = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    const weight: Weight = bold ? 'bold' : 'regular';
    const left = Number(x);
    return { left, right: left + measure(shown, Number(size), weight), baseline: Number(y) };
  });

/** The parts of a picture from left to right: its head, a box, the arrow, a box. Text of one stays in it. */
const columns = [
  [16, 178],
  [178, 302],
  [302, 464],
] as const;

test('no text leaves its box, its place between the boxes or the picture, however long it is', () => {
  fc.assert(
    fc.property(picture, (shown) => {
      const svg = drawPath(shown);
      const height = Number(/ height="([\d.]+)"/.exec(svg)?.[1]);
      const written = texts(svg);
      expect(written).toHaveLength(svg.split('<text ').length - 1);
      for (const { left, right, baseline } of written) {
        const [from, to] =
          baseline < 46 ? [16, pictureWidth - 16] : (columns.find(([, edge]) => left < edge) ?? [0, 0]);
        expect(left).toBeGreaterThanOrEqual(from);
        expect(right).toBeLessThanOrEqual(to + 0.1);
        expect(baseline).toBeLessThan(height - 16);
      }
      const lines = written.toSorted((a, b) => a.left - b.left || a.baseline - b.baseline);
      const overlapping = lines.filter((one) =>
        lines.some(
          (other) =>
            other !== one &&
            Math.abs(other.baseline - one.baseline) < 12 &&
            other.left < one.right &&
            one.left < other.right,
        ),
      );
      expect(overlapping).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('equal pictures have equal SVGs, in which no text is read as markup', () => {
  fc.assert(
    fc.property(picture, (shown) => {
      const svg = drawPath(shown);
      expect(drawPath(structuredClone(shown))).toBe(svg);
      expect(svg.replace(/<(\/?(svg|rect|text|path))\b[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!#\d+;)/);
    }),
  );
});

const from: PathEnd = { place: 'DE1 · ACME', ranges: ['10.0.0.0/8'], more: 0, addresses: 2 ** 24 };
const to: PathEnd = { place: 'VA1 · ACDV', ranges: ['10.1.0.0/24'], more: 0, addresses: 256 };
const wide = { from, to, ports: ['all ports'], services: ['SSH', 'RDP'], durationMs: 2 * 3_600_000 };

test('the alternative text has both ends, the ports, how wide, for how long, and the suggestion', () => {
  const narrow = {
    ...wide,
    from: { ...from, ranges: ['10.0.3.0/24'], addresses: 256 },
    ports: ['HTTPS (443)'],
  };
  expect(pictureInWords({ name: '#1042', risk: 7, path: wide, suggested: narrow })).toBe(
    '#1042, risk 7: from DE1 · ACME 10.0.0.0/8 (16,777,216 addresses) to VA1 · ACDV 10.1.0.0/24 (256 addresses), all ports (including SSH, RDP), for 2 h. Suggested: from 10.0.3.0/24, HTTPS (443).',
  );
  expect(
    pictureInWords({ name: '#2', risk: 0, path: { ...wide, services: [], durationMs: undefined } }),
  ).toBe(
    '#2: from DE1 · ACME 10.0.0.0/8 (16,777,216 addresses) to VA1 · ACDV 10.1.0.0/24 (256 addresses), all ports, no end.',
  );
});

test('an arrow is thicker if it opens more', () => {
  const thickness = (addresses: number, ports: readonly string[]): number => {
    const svg = drawPath({ name: '#1', risk: 1, path: { ...wide, ports, from: { ...from, addresses } } });
    const [, top = '', bottom = ''] = /<path d="M178 ([\d.]+)H.*?V([\d.]+)H178Z"/.exec(svg) ?? [];
    return Number(bottom) - Number(top);
  };
  const one = thickness(1, ['SSH (22)']);
  expect(thickness(2 ** 24, ['SSH (22)'])).toBeGreaterThan(one);
  expect(thickness(1, ['all ports'])).toBeGreaterThan(one);
});

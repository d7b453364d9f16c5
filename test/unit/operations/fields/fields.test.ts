import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../../../src/operation/field.ts';
import {
  address,
  alias,
  choice,
  emails,
  hash,
  keyId,
  month,
  number,
  ports,
  range,
  ranges,
  since,
  span,
  text,
} from '../../../../src/operations/fields/index.ts';

const label = 'x';
const lifetime = span({ label, min: 5 * 60_000, max: 24 * 3_600_000 });
const read = <Given>(field: Field<Given>, words: string) => {
  const reading = field.read(words);
  return 'value' in reading ? reading.value : reading.problem;
};

describe('each kind of field', () => {
  test.each<[string, Field<unknown>, string, unknown]>([
    ['a number in range and step', number({ label, min: 5, max: 95, step: 5 }), '80', 80],
    ['a number with a percent sign', number({ label, min: 5, max: 95, step: 5 }), '80%', 80],
    ['a decimal zero, as the wire has it', number({ label, min: 5, max: 95, step: 5 }), '80.0', 80],
    ['a choice in any case', choice({ label, choices: ['groups', 'none'] }), 'GROUPS', 'groups'],
    ['email addresses with commas and spaces', emails({ label }), 'a@b.co, c@d.co', ['a@b.co', 'c@d.co']],
    ['an address twice, which counts once', emails({ label }), 'a@b.co,a@b.co', ['a@b.co']],
    ['full-width email addresses', emails({ label }), 'a＠b.co，c@d.co', ['a@b.co', 'c@d.co']],
    ['a range', range({ label }), '10.0.0.0/08', '10.0.0.0/8'],
    ['an address alone as a range of one', range({ label }), '10.0.0.7', '10.0.0.7/32'],
    ['several ranges', ranges({ label }), '10.0.0.0/8,0.0.0.0/0', ['10.0.0.0/8', '0.0.0.0/0']],
    ['an address', address({ label }), '10.0.0.12', '10.0.0.12'],
    ['a month without its zero', month({ label }), '2026-1', { year: 2026, month: 1 }],
    ['a span back from now', since({ label }), '7D', '7d'],
    ['a day to begin with', since({ label }), '2026-11-01', '2026-11-01'],
    ['a duration', lifetime, '1h30m', 90 * 60_000],
    ['a duration at its limits', lifetime, '24 hours', 24 * 3_600_000],
    ['the id of a key in any case', keyId({ label }), '7F3A21', '7f3a21'],
    ['a hash in any case', hash({ label }), '3F2A9C1E77B04D15', '3f2a9c1e77b04d15'],
    [
      'ports and ranges of ports',
      ports({ label, bare: ['icmp'] }),
      'tcp/443 UDP/8000-8010, icmp',
      [{ protocol: 'tcp', from: 443 }, { protocol: 'udp', from: 8000, to: 8010 }, { protocol: 'icmp' }],
    ],
    [
      'full-width digits, signs and commas, and any dash',
      ports({ label, bare: ['icmp'] }),
      'ＴＣＰ／４４３、udp/8000–8010，icmp',
      [{ protocol: 'tcp', from: 443 }, { protocol: 'udp', from: 8000, to: 8010 }, { protocol: 'icmp' }],
    ],
    ['a day with no-break hyphens', since({ label }), '2026‑11‑01', '2026-11-01'],
    ['a full-width percentage', number({ label, min: 5, max: 95, step: 5 }), '８０％', 80],
    [
      'numbers and services, each port once',
      ports({ label, bare: ['icmp'] }),
      '443 https, SQL Server; web 53/udp udp:53 8000-8010',
      [
        { protocol: 'tcp', from: 443 },
        { protocol: 'tcp', from: 1433 },
        { protocol: 'tcp', from: 80 },
        { protocol: 'udp', from: 53 },
        { protocol: 'tcp', from: 8000, to: 8010 },
      ],
    ],
    ['ping', ports({ label, bare: ['icmp'] }), 'ping', [{ protocol: 'icmp' }]],
    ['the name of a month', month({ label }), 'October', { month: 10 }],
    ['the first letters of a month, and its year', month({ label }), 'oct 2025', { year: 2025, month: 10 }],
    ['the month before', month({ label }), 'last month', { back: 1 }],
    ['this month', month({ label }), 'this month', { back: 0 }],
    ['a range of one port', ports({ label, bare: [] }), 'tcp/80-80', [{ protocol: 'tcp', from: 80 }]],
  ])('takes %s', (_, field, words, value) => {
    expect(read(field, words)).toEqual(value);
  });

  test.each<[string, Field<unknown>, string, RegExp]>([
    ['a number between steps', number({ label, min: 5, max: 95, step: 5 }), '83', /5 to 95 in steps of 5/],
    ['a number outside', number({ label, min: 5, max: 95, step: 5 }), '100', /5 to 95/],
    ['a number in words', number({ label, min: 5, max: 95 }), 'high', /“high”/],
    ['a choice with a typo', choice({ label, choices: ['groups'] }), 'gruops', /Did you mean groups\?/],
    ['a word that is no email address', emails({ label }), 'ops', /“ops” is not an email address/],
    ['one wrong address among right ones', emails({ label }), 'a@b.co,<!channel>', /<!channel>/],
    ['a prefix over 32', range({ label }), '10.0.0.0/33', /not a range/],
    ['an octet over 255', range({ label }), '10.0.0.256/24', /not a range/],
    ['a month 13', month({ label }), '2026-13', /month like 2026-10/],
    ['a port over 65535', ports({ label, bare: [] }), 'tcp/70000', /1 to 65535/],
    ['a range that ends before it begins', ports({ label, bare: [] }), 'tcp/90-80', /ends before it begins/],
    ['icmp if it is not allowed', ports({ label, bare: [] }), 'icmp', /not a port/],
    ['ping if icmp is not allowed', ports({ label, bare: [] }), 'ping', /not a port/],
    ['every port if that is not allowed', ports({ label, bare: ['icmp'] }), 'any', /not a port/],
    [
      'two protocols',
      ports({ label, bare: [] }),
      'tcp/53/udp',
      /not a port: write 443, https, udp\/8000-8010$/,
    ],
    ['a service that nobody knows', ports({ label, bare: [] }), 'frobnicate', /not a port: write 443/],
    ['two letters of a month', month({ label }), 'oc', /month like 2026-10 or october/],
    ['a month of two years', month({ label }), 'october 25', /month like 2026-10 or october/],
    ['a span without its unit', since({ label }), '7', /like 12h, 7d, 4w or 2026-11-01/],
    ['a day of no month', since({ label }), '2026-13-01', /not “2026-13-01”/],
    ['a day that its month doesn’t have', since({ label }), '2026-02-31', /not “2026-02-31”/],
    ['a duration that is too short', lifetime, '4m', /5 minutes to 24 hours, such as 1h30m, not “4m”/],
    ['a duration that is too long', lifetime, '25h', /5 minutes to 24 hours/],
    ['a time of day', lifetime, '18:00', /5 minutes to 24 hours/],
    ['the id of a key with too few digits', keyId({ label }), '7f3a2', /that “key list” shows/],
    ['the id of a key with too many digits', keyId({ label }), '7f3a217', /that “key list” shows/],
    ['a hash that is too short', hash({ label }), '3f2a', /16 to 64/],
    ['an alias with a dash', alias({ label }), 'AC-DV', /“AC-DV” is not an account alias/],
    ['an alias that is too long', alias({ label }), 'A234567890123', /is not an account alias/],
    ['text that is too long', text({ label, maxLength: 3 }), 'four', /4 characters long; the limit is 3/],
  ])('refuses %s', (_, field, words, problem) => {
    expect(read(field, words)).toMatch(problem);
  });
});

test('a field reads back what it writes', () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  const portRange = fc
    .tuple(fc.constantFrom('tcp', 'udp'), port, fc.option(port, { nil: undefined }))
    .map(([protocol, a, b]) => ({
      protocol,
      from: Math.min(a, b ?? a),
      ...(b !== undefined && b !== a && { to: Math.max(a, b) }),
    }));
  const field = ports({ label, bare: [] });
  fc.assert(
    fc.property(fc.array(portRange, { minLength: 1, maxLength: 6 }), (given) => {
      expect(field.read(field.write(given))).toEqual({ value: given });
    }),
  );
});

test('a field reads back a duration that it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 24 * 60 }), (minutes) => {
      expect(lifetime.read(lifetime.write(minutes * 60_000))).toEqual({ value: minutes * 60_000 });
    }),
  );
});

test('no words make a field throw', () => {
  const fields = [
    emails({ label }),
    ranges({ label }),
    month({ label }),
    since({ label }),
    hash({ label }),
    keyId({ label }),
    lifetime,
    ports({ label, bare: ['any'] }),
    number({ label, min: 1, max: 9 }),
    choice({ label, choices: ['a'] }),
  ];
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (words) => {
      for (const field of fields) field.read(words);
    }),
  );
});

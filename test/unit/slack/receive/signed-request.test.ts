import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GatewayEvent } from '../../../../src/http/gateway-event.ts';
import { isCertificateCheck, readRequest } from '../../../../src/slack/receive/signed-request.ts';
import { inBase64, now, seconds, secret, signature, signed } from '../../../support/signed-events.ts';

const form = 'command=%2Fcloud&text=alert+list';
const read = (event: GatewayEvent) => readRequest(event, secret, now);
const at = (timestamp: string) => signed(form, undefined, { 'x-slack-request-timestamp': timestamp });
const withSignature = (value: string | undefined) => signed(form, undefined, { 'x-slack-signature': value });
const right = signature(form);
const refused = (status: number, why: string) => ({ status, why });
const accepted = (body: object) => ({ body, id: expect.stringMatching(/^[0-9a-f]{32}$/) });

describe('the signature', () => {
  test.each<[string, GatewayEvent]>([
    ['is missing', withSignature(undefined)],
    ['is empty', withSignature('')],
    ['is made with another secret', withSignature(signature(form, seconds, 'another'))],
    ['is made over another body', withSignature(signature(`${form} `))],
    ['is made over another time', withSignature(signature(form, String(Number(seconds) - 1)))],
    ['is truncated', withSignature(right.slice(0, -1))],
    ['is longer', withSignature(`${right}0`)],
    ['is of another version', withSignature(right.replace('v0=', 'v1='))],
    ['has no version', withSignature(right.slice(3))],
    ['is in upper case', withSignature(right.toUpperCase())],
    ['is base64', withSignature(`v0=${Buffer.from(right.slice(3), 'hex').toString('base64')}`)],
    ['contains a character of two bytes', withSignature(right.replace(/.$/, 'é'))],
    ['is made over the base64 text, not the bytes', { ...inBase64(signed(form)), isBase64Encoded: false }],
  ])('that %s is refused', (_, event) => {
    expect(read(event)).toEqual(refused(401, 'signature'));
  });

  test('is found in any case of the header names', () => {
    const event = signed(form);
    const upper = Object.entries(event.headers ?? {}).map(([name, value]) => [name.toUpperCase(), value]);
    expect(read({ ...event, headers: Object.fromEntries(upper) })).toEqual(
      accepted({ command: '/cloud', text: 'alert list' }),
    );
  });

  test('is checked before the body: a broken unsigned body gets 401', () => {
    expect(read({ headers: { 'x-slack-request-timestamp': seconds }, body: '{' })).toEqual(
      refused(401, 'signature'),
    );
  });

  test('of an empty body is valid, though the body is not', () => {
    expect(read({ headers: { ...signed('').headers, 'content-type': 'application/json' } })).toEqual(
      refused(400, 'body'),
    );
  });
});

describe('the timestamp', () => {
  test.each([
    ['missing', ''],
    ['five minutes and a second old', String(Number(seconds) - 301)],
    ['five minutes and a second ahead', String(Number(seconds) + 301)],
    ['a year ahead', String(Number(seconds) + 31_536_000)],
    ['in milliseconds', String(now)],
    ['a word', 'now'],
    ['not a number', 'NaN'],
    ['negative', `-${seconds}`],
    ['with a sign', `+${seconds}`],
    ['a float', `${seconds}.0`],
    ['an exponent', '1e9'],
    ['hexadecimal', `0x${Number(seconds).toString(16)}`],
    ['with a line after it', `${seconds}\n`],
    ['with a space before it', ` ${seconds}`],
    ['of other digits', '١٧٠٠٠٠٠٠٠٠'],
  ])('that is %s is refused though it is signed', (_, timestamp) => {
    expect(read(at(timestamp))).toEqual(refused(401, 'timestamp'));
  });

  test.each([-300, -1, 0, 1, 300])('that is off by %i s is accepted', (off) => {
    expect(read(at(String(Number(seconds) + off)))).toEqual(
      accepted({ command: '/cloud', text: 'alert list' }),
    );
  });
});

describe('the content type', () => {
  test.each([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'Application/X-WWW-Form-Urlencoded ;charset=UTF-8',
  ])('%s is a form', (contentType) => {
    expect(read(signed(form, contentType))).toEqual(accepted({ command: '/cloud', text: 'alert list' }));
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    '%s is JSON',
    (contentType) => {
      expect(read(signed('{"a":1}', contentType))).toEqual(accepted({ a: 1 }));
    },
  );

  test.each(['', 'text/plain', 'multipart/form-data', ';', 'application/jsonp', 'json'])(
    '“%s” is refused',
    (contentType) => {
      expect(read(signed('{"a":1}', contentType))).toEqual(refused(400, 'body'));
    },
  );

  test('that is missing is refused', () => {
    expect(read(signed(form, undefined, { 'content-type': undefined }))).toEqual(refused(400, 'body'));
  });
});

describe('the body', () => {
  test('in base64 is UTF-8', () => {
    const body = `text=${encodeURIComponent('größer 😀')}&raw=ü`;
    expect(read(inBase64(signed(body)))).toEqual(accepted({ text: 'größer 😀', raw: 'ü' }));
    expect(read(inBase64(signed('{"a":"ü😀"}', 'application/json')))).toEqual(accepted({ a: 'ü😀' }));
  });

  test('of a form with a payload is the payload', () => {
    const payload = JSON.stringify({ type: 'block_actions', text: 'ü' });
    expect(read(signed(new URLSearchParams({ payload, type: 'x' }).toString()))).toEqual(
      accepted({ type: 'block_actions', text: 'ü' }),
    );
  });

  test.each<[string, string, string]>([
    ['half a JSON', '{"a":', 'application/json'],
    ['nothing', '', 'application/json'],
    ['a list', '[1]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a number', '1', 'application/json'],
    ['a form with half a payload', 'payload=%7B%22a', 'application/x-www-form-urlencoded'],
    ['a form with an empty payload', 'payload=', 'application/x-www-form-urlencoded'],
    ['a form with a list as payload', 'payload=[]', 'application/x-www-form-urlencoded'],
  ])('that is %s is refused', (_, body, contentType) => {
    expect(read(signed(body, contentType))).toEqual(refused(400, 'body'));
  });

  test('that Slack signed as JSON is no form, whatever texts are in it', () => {
    const payload = encodeURIComponent(JSON.stringify({ type: 'block_actions', user: { id: 'U0ANA' } }));
    const said = `{"jsonrpc":"2.0","params":{"arguments":{"why":"&payload=${payload}&"}}}`;
    for (const body of [said, ` ${said}`, `\n${said}`])
      expect(read(signed(body, 'application/x-www-form-urlencoded'))).toEqual(refused(400, 'body'));
  });

  test('that is a broken form is read as far as possible', () => {
    expect(read(signed('a=%zz&b&=c&d=%ff'))).toEqual(accepted({ a: '%zz', b: '', '': 'c', d: '\ufffd' }));
  });

  test.each([
    ['JSON', '{"__proto__":{"admin":"yes"},"constructor":"c"}', 'application/json'],
    ['a form', '__proto__=admin&constructor=c', 'application/x-www-form-urlencoded'],
    [
      'a payload',
      `payload=${encodeURIComponent('{"__proto__":{"admin":"yes"}}')}`,
      'application/x-www-form-urlencoded',
    ],
  ])('of %s with prototype keys changes no prototype', (_, text, contentType) => {
    const received = read(signed(text, contentType));
    const body = 'body' in received ? received.body : {};
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(Object.hasOwn(body, '__proto__')).toBe(true);
    expect(body.admin).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  test('of a megabyte is read; one byte more, not one character, is refused', () => {
    const filled = (letters: string) => `a=${letters}`;
    const most = filled('x'.repeat(1024 * 1024 - 2));
    expect(read(signed(most))).toEqual(accepted({ a: expect.any(String) }));
    expect(read(signed(`${most}x`))).toEqual(refused(413, 'too large'));
    expect(read(signed(filled('ü'.repeat(600_000))))).toEqual(refused(413, 'too large'));
    expect(read(inBase64(signed(`${most}x`)))).toEqual(refused(413, 'too large'));
  });

  test.each([
    ['lists', '{"a":', '[', ']', '}'],
    ['objects', '', '{"a":', '}', ''],
  ])('nested 100,000 deep in %s throws nothing', (_, start, open, close, end) => {
    const body = `${start}${open.repeat(100_000)}1${close.repeat(100_000)}${end}`;
    expect([200, 400]).toContain(statusOf(read(signed(body, 'application/json'))));
  });

  test('with 100,000 keys is read', () => {
    const body = Array.from({ length: 100_000 }, (_, key) => `k${key}=1`).join('&');
    const received = read(signed(body));
    expect('body' in received && Object.keys(received.body).length).toBe(100_000);
  });
});

const statusOf = (received: ReturnType<typeof read>): number =>
  'status' in received ? received.status : 200;

describe('the id', () => {
  test('is the same for every copy of a request, and different for another request', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (first, second) => {
        const idOf = (text: string, copy: (event: GatewayEvent) => GatewayEvent) => {
          const received = read(copy(signed(JSON.stringify({ text }), 'application/json')));
          return 'id' in received ? received.id : `refused ${JSON.stringify(received)}`;
        };
        const same = (event: GatewayEvent) => event;
        expect(idOf(first, same)).toBe(idOf(first, inBase64));
        expect(idOf(first, same) === idOf(second, same)).toBe(first === second);
      }),
    );
  });

  test('differs for the same words sent a second later', () => {
    expect(read(at(seconds))).not.toEqual(read(at(String(Number(seconds) + 1))));
  });

  test('of an event is the same for each retry by Slack, and different for another event', () => {
    const told = (eventId: unknown, timestamp = seconds, type = 'event_callback') => {
      const text = JSON.stringify({ type, event_id: eventId });
      const received = read(signed(text, 'application/json', { 'x-slack-request-timestamp': timestamp }));
      return 'id' in received ? received.id : `refused ${received.why}`;
    };
    const later = String(Number(seconds) + 60);
    expect(told('Ev1', later)).toBe(told('Ev1'));
    expect(told('Ev2')).not.toBe(told('Ev1'));
    expect(told('Ev1', later, 'block_actions')).not.toBe(told('Ev1', seconds, 'block_actions'));
    for (const none of ['', 1, null]) expect(told(none, later)).not.toBe(told(none));
  });

  test('does not reveal the signature', () => {
    const received = read(signed(form));
    expect('id' in received && right.includes(received.id)).toBe(false);
  });
});

const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.json());
const headers = fc.dictionary(
  fc.oneof(
    fc.constantFrom('content-type', 'X-Slack-Signature', 'x-slack-request-timestamp'),
    fc.string({ maxLength: 8 }),
  ),
  fc.option(
    fc.oneof(
      anything,
      fc.constantFrom(
        seconds,
        'application/json',
        'application/x-www-form-urlencoded',
        right,
        `v0=${'0'.repeat(64)}`,
      ),
    ),
    { nil: undefined },
  ),
);

test('no request makes it throw, and no unsigned request gets in', () => {
  const event: fc.Arbitrary<GatewayEvent> = fc.record(
    { headers, body: fc.option(anything), isBase64Encoded: fc.boolean() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(event, fc.string(), (one, key) => {
      expect([401, 413]).toContain(statusOf(readRequest(one, `${key}!`, now)));
    }),
    { numRuns: 2000 },
  );
});

test('no signed request makes it throw', () => {
  const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/html', '');
  fc.assert(
    fc.property(anything, types, fc.boolean(), (body, type, encoded) => {
      // Half a surrogate pair has no bytes of its own, so it could not have been signed unchanged.
      const event = signed(body.toWellFormed(), type);
      expect([200, 400]).toContain(statusOf(read(encoded ? inBase64(event) : event)));
    }),
    { numRuns: 2000 },
  );
});

test.each<[string, GatewayEvent, boolean]>([
  ['Slack’s own', { body: 'token=x&ssl_check=1' }, true],
  ['in base64', inBase64({ body: 'ssl_check=1' }), true],
  ['with another value', { body: 'ssl_check=true' }, false],
  ['without a body', {}, false],
  ['with a body of null', { body: null }, false],
  ['with further fields', { body: `ssl_check=1&text=${'x'.repeat(1000)}` }, false],
])('a certificate check %s', (_, event, is) => {
  expect(isCertificateCheck(event)).toBe(is);
});

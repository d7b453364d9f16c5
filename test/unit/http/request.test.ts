import type { RequestListener, ServerResponse } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import { request } from '../../../src/http/request.ts';

/** A server, and the connections that were opened to it. */
async function server(answer: RequestListener) {
  const ports: (number | undefined)[] = [];
  const { url, close } = await listenOnLoopback(async (asked, response) => {
    ports.push(asked.socket.remotePort);
    answer(asked, response);
  });
  onTestFinished(close);
  return { url: new URL(url), ports };
}

const head = 'HTTP/1.1 200 OK\r\n';
const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n';

function hint(response: ServerResponse): void {
  if (response.destroyed) return;
  response.writeEarlyHints({ link: '</later>; rel=preload' }, () => setImmediate(() => hint(response)));
}

const patient = () => AbortSignal.timeout(10_000);
const get = (url: URL, signal = patient()) => request(url, { method: 'GET', signal });

test('an answer is returned as it is, whatever its status', async () => {
  const { url } = await server((_, response) =>
    response.writeHead(418, { 'X-Kind': 'odd' }).end('größer 😀'),
  );
  expect(await get(url)).toMatchObject({ status: 418, text: 'größer 😀', headers: { 'x-kind': 'odd' } });
});

test('a redirect is an answer like any other', async () => {
  const { url, ports } = await server((_, response) => response.writeHead(302, { location: '/there' }).end());
  expect(await get(url)).toMatchObject({ status: 302, headers: { location: '/there' } });
  expect(ports).toHaveLength(1);
});

test('the user agent is Skydesk, unless the caller says otherwise', async () => {
  const { url } = await server(({ headers }, response) => response.end(headers['user-agent']));
  expect((await get(url)).text).toBe('Skydesk');
  const headers = { 'user-agent': 'another' };
  expect((await request(url, { method: 'GET', headers, signal: patient() })).text).toBe('another');
});

test('no content coding is asked for, unless the caller says otherwise', async () => {
  const { url } = await server(({ headers }, response) => response.end(headers['accept-encoding']));
  expect((await get(url)).text).toBe('identity');
  const headers = { 'accept-encoding': 'gzip' };
  expect((await request(url, { method: 'GET', headers, signal: patient() })).text).toBe('gzip');
});

test.each([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
])('an answer in %s is decoded all the same', async (coding, encode) => {
  const { url } = await server((_, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(encode('größer 😀')),
  );
  expect((await get(url)).text).toBe('größer 😀');
});

test.each([
  ['cut off', gzipSync('größer 😀').subarray(0, 20)],
  ['no gzip', Buffer.from('größer 😀')],
  ['too long once it is decoded', gzipSync(Buffer.alloc(17 * 1024 * 1024))],
])('an answer in gzip that is %s is no answer', async (_, body) => {
  const { url } = await server((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
  );
  await expect(get(url)).rejects.toMatchObject({ name: 'NetworkError', sent: true });
});

test('text and bytes arrive with their length', async () => {
  const { url } = await server((asked, response) => {
    asked
      .setEncoding('utf8')
      .on('data', (text) => response.end(`${asked.headers['content-length']} ${text}`));
  });
  for (const body of ['ü', Buffer.from('ü')]) {
    expect((await request(url, { method: 'POST', body, signal: patient() })).text).toBe('2 ü');
  }
});

test.each(['GET', 'PUT', 'DELETE'])('the body of a %s is not parsed as the next request', async (method) => {
  const { url } = await server(async (asked, response) => {
    let text = '';
    for await (const chunk of asked.setEncoding('utf8')) text += chunk;
    response.end(`${asked.method} ${text}`);
  });
  const body = 'POST /v2/servers HTTP/1.1\r\n\r\n';
  expect((await request(url, { method, body, signal: patient() })).text).toBe(`${method} ${body}`);
  expect((await get(url)).text).toBe('GET ');
});

test('a byte order mark is no part of the text', async () => {
  const { url } = await server((_, response) => response.end('\ufeff{"a":"\ufeff"}'));
  expect((await get(url)).text).toBe('{"a":"\ufeff"}');
});

test('connections are kept open, except for a request that goes alone', async () => {
  const { url, ports } = await server((_, response) => response.end());
  await get(url);
  await get(url);
  await request(url, { method: 'PUT', signal: patient(), freshConnection: true });
  await get(url);
  expect(ports.map((port) => port === ports[0])).toEqual([true, true, false, true]);
});

test.each<[string, RequestListener]>([
  ['a connection that breaks', ({ socket }) => socket.destroy()],
  ['half an answer', ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf')],
  ['a response that is no HTTP', ({ socket }) => socket.end('220 smtp.example.com\r\n')],
  ['a switch to another protocol', ({ socket }) => socket.write(switching)],
  [
    'a length that comes twice',
    ({ socket }) => socket.end(`${head}Content-Length: 2\r\nContent-Length: 9\r\n\r\nok`),
  ],
  ['a head without end', ({ socket }) => socket.write(`${head}X: ${'x'.repeat(100_000)}`)],
  [
    'an answer of no length that breaks',
    ({ socket }) => socket.write(`${head}\r\nhalf`, () => setImmediate(() => socket.resetAndDestroy())),
  ],
])('%s is no answer, and the request may have arrived', async (_, answer) => {
  const { url } = await server(answer);
  await expect(get(url)).rejects.toMatchObject({ name: 'NetworkError', sent: true, timedOut: false });
});

test.each<[string, RequestListener]>([
  ['nothing', () => {}],
  ['the head alone', (_, response) => response.writeHead(200).write('half')],
  ['an answer of no length', ({ socket }) => socket.write(`${head}\r\nhalf`)],
  ['hints without end', (_, response) => hint(response)],
])('a server that answers %s is given up in time', async (_, answer) => {
  const { url } = await server(answer);
  await expect(get(url, AbortSignal.timeout(400))).rejects.toMatchObject({ sent: true, timedOut: true });
});

test('nothing is sent if nobody listens', async () => {
  const { url, close } = await listenOnLoopback(() => {});
  await close();
  await expect(get(new URL(url))).rejects.toMatchObject({ sent: false, timedOut: false });
});

test('an endless answer is given up before it fills the memory', async () => {
  const much = Buffer.alloc(1024 * 1024, 'x');
  let poured = 0;
  const { url } = await server((_, response) => {
    const pour = (): void => {
      if (response.destroyed) return;
      poured += much.length;
      if (response.write(much)) setImmediate(pour);
      else response.once('drain', pour);
    };
    pour();
  });
  await expect(get(url)).rejects.toMatchObject({ sent: true, timedOut: false });
  expect(poured).toBeLessThan(64 * 1024 * 1024);
});

test('an answer of no length ends with its connection', async () => {
  const { url } = await server(({ socket }) => socket.end(`${head}\r\nwhole`));
  expect(await get(url)).toMatchObject({ status: 200, text: 'whole' });
});

test('nothing is sent to a server that cannot speak TLS', async () => {
  const { url, ports } = await server((_, response) => response.end());
  url.protocol = 'https:';
  await expect(get(url)).rejects.toMatchObject({ sent: false, timedOut: false });
  expect(ports).toEqual([]);
});

test('nothing is sent after the deadline', async () => {
  const { url, ports } = await server((_, response) => response.end());
  await expect(get(url, AbortSignal.abort())).rejects.toMatchObject({ sent: false, timedOut: true });
  expect(ports).toEqual([]);
});

test('an error contains nothing of the request, nor its address', async () => {
  const { url } = await server(({ socket }) => socket.destroy());
  const secret = new URL('/hooks/T0/SECRET', url);
  const error: Error = await request(secret, { method: 'POST', body: 'SECRET', signal: patient() }).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/SECRET|127\.0\.0\.1/);
});

import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { request } from '../../src/http/request.ts';
import { listenOnLoopback } from '../../src/playground/aws/index.ts';

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

const patient = () => AbortSignal.timeout(10_000);
const get = (url: URL, signal = patient()) => request(url, { method: 'GET', signal });

test('an answer is told as it is, whatever its status', async () => {
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

test('connections are kept open, but for a request that goes alone', async () => {
  const { url, ports } = await server((_, response) => response.end());
  await get(url);
  await get(url);
  await request(url, { method: 'PUT', signal: patient(), alone: true });
  await get(url);
  expect(ports.map((port) => port === ports[0])).toEqual([true, true, false, true]);
});

test.each<[string, RequestListener]>([
  ['a connection that breaks', ({ socket }) => socket.destroy()],
  ['half an answer', ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf')],
  ['something that is no HTTP', ({ socket }) => socket.end('220 smtp.example.com\r\n')],
])('%s is no answer, and what was sent may have arrived', async (_, answer) => {
  const { url } = await server(answer);
  await expect(get(url)).rejects.toMatchObject({ name: 'NoAnswer', sent: true, timedOut: false });
});

test.each<[string, RequestListener]>([
  ['nothing', () => {}],
  ['the head alone', (_, response) => response.writeHead(200).write('half')],
])('whoever answers %s is given up in time', async (_, answer) => {
  const { url } = await server(answer);
  await expect(get(url, AbortSignal.timeout(100))).rejects.toMatchObject({ sent: true, timedOut: true });
});

test('nothing is sent where nobody listens', async () => {
  const { url, close } = await listenOnLoopback(() => {});
  await close();
  await expect(get(new URL(url))).rejects.toMatchObject({ sent: false, timedOut: false });
});

test('nothing is sent after the time is over', async () => {
  const { url, ports } = await server((_, response) => response.end());
  await expect(get(url, AbortSignal.abort())).rejects.toMatchObject({ sent: false, timedOut: true });
  expect(ports).toEqual([]);
});

test('the error holds nothing of what was sent, nor where to', async () => {
  const { url } = await server(({ socket }) => socket.destroy());
  const secret = new URL('/hooks/T0/SECRET', url);
  const error: Error = await request(secret, { method: 'POST', body: 'SECRET', signal: patient() }).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/SECRET|127\.0\.0\.1/);
});

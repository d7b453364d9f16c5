import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import { proxyIn, requestThrough } from '../../../src/http/proxy.ts';
import { trust } from '../../../src/http/trust.ts';
import { certificateFor, startProxy, startTlsServer, type Treatment } from '../../support/proxy.ts';

/** Nobody but the proxy knows where it is. */
const host = 'cloud.private.example';
const url = new URL(`https://${host}/v2/things`);
const certificate = await certificateFor(host);
trust(certificate.cert);

/** A server behind a proxy, with the requests that it received, and what sends through the proxy. */
async function behindProxy(environment: Readonly<Record<string, string>> = {}) {
  const received: (string | undefined)[] = [];
  const ports: (number | undefined)[] = [];
  let answer = (): boolean => true;
  const server = await startTlsServer(certificate, async (request, response) => {
    ports.push(request.socket.remotePort);
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    received.push(`${request.method} ${text}`);
    if (answer()) response.end('done');
  });
  const proxy = await startProxy({ [host]: server.port });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  const send = requestThrough(proxyIn({ HTTPS_PROXY: proxy.url, ...environment }));
  return {
    proxy,
    received,
    ports,
    change: (signal = AbortSignal.timeout(10_000)) =>
      send(url, { method: 'POST', body: 'open', signal, freshConnection: true }),
    read: (signal = AbortSignal.timeout(10_000)) => send(url, { method: 'GET', signal }),
    send,
    /** Lets the server do something in place of answering. */
    instead(act: () => void) {
      answer = () => {
        act();
        return false;
      };
    },
  };
}

const target = `${host}:443`;

test('reads share a tunnel, and each change has one of its own', async () => {
  const { proxy, received, ports, change, read } = await behindProxy();
  expect(await read()).toMatchObject({ status: 200, text: 'done' });
  await read();
  await change();
  await change();
  await read();
  expect(received).toEqual(['GET ', 'GET ', 'POST open', 'POST open', 'GET ']);
  expect(proxy.asked.map(({ target }) => target)).toEqual([target, target, target]);
  expect(ports.map((port) => port === ports[0])).toEqual([true, true, false, false, true]);
});

const untouched: readonly [string, Treatment][] = [
  ['refuses the tunnel', 403],
  ['asks for a login', 407],
  ['doesn’t find the host', 502],
  ['closes the connection unanswered', 'drop'],
  ['closes the tunnel once it is open', 'cut'],
];

test.each(untouched)('a proxy that %s has sent nothing', async (_, treatment) => {
  const { proxy, received, change, read } = await behindProxy();
  proxy.treatment = treatment;
  for (const act of [change, read])
    await expect(act()).rejects.toMatchObject({ name: 'NetworkError', sent: false, timedOut: false });
  expect(proxy.asked).toHaveLength(2);
  expect(received).toEqual([]);
});

test('nothing is sent if nobody listens where the proxy should be', async () => {
  const { proxy, change } = await behindProxy();
  await proxy.close();
  await expect(change()).rejects.toMatchObject({ sent: false, timedOut: false });
});

test('a proxy that doesn’t answer is given up in time, and sends nothing when it answers later', async () => {
  const { proxy, received, change, read } = await behindProxy();
  proxy.treatment = 'hang';
  for (const act of [change, read])
    await expect(act(AbortSignal.timeout(200))).rejects.toMatchObject({ sent: false, timedOut: true });
  proxy.treatment = 'open';
  proxy.relent();
  await read();
  expect(received).toEqual(['GET ']);
});

test('nothing is sent after the deadline, and no tunnel is asked for', async () => {
  const { proxy, change } = await behindProxy();
  await expect(change(AbortSignal.abort())).rejects.toMatchObject({ sent: false, timedOut: true });
  expect(proxy.asked).toEqual([]);
});

test('if the tunnel breaks after the request, the request may have arrived', async () => {
  const { proxy, received, change, instead } = await behindProxy();
  instead(() => proxy.cut());
  await expect(change()).rejects.toMatchObject({ sent: true, timedOut: false });
  expect(received).toEqual(['POST open']);
});

test('if the answer doesn’t come in time, the request may have arrived', async () => {
  const { change, instead } = await behindProxy();
  instead(() => {});
  await expect(change(AbortSignal.timeout(400))).rejects.toMatchObject({ sent: true, timedOut: true });
});

test('a certificate that nobody vouches for is refused before anything is sent', async () => {
  const stranger = await certificateFor('stranger.example');
  const received: string[] = [];
  const server = await startTlsServer(stranger, (_, response) => void response.end(received.push('one')));
  const proxy = await startProxy({ 'stranger.example': server.port });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  const send = requestThrough(proxyIn({ HTTPS_PROXY: proxy.url }));
  const signal = AbortSignal.timeout(10_000);
  const asked = send(new URL('https://stranger.example'), { method: 'POST', signal, freshConnection: true });
  await expect(asked).rejects.toMatchObject({ sent: false });
  expect(received).toEqual([]);
});

test('the proxy gets its user name and password, and nobody else does', async () => {
  const { proxy } = await behindProxy();
  const login = proxy.url.replace('://', '://ana:p%40ss@');
  const through = requestThrough(proxyIn({ HTTPS_PROXY: login }));
  const signal = AbortSignal.timeout(10_000);
  await through(url, { method: 'GET', signal });
  expect(proxy.asked).toEqual([{ target, login: `Basic ${Buffer.from('ana:p@ss').toString('base64')}` }]);
  proxy.treatment = 407;
  const error: Error = await requestThrough(proxyIn({ HTTPS_PROXY: login }))(url, {
    method: 'GET',
    signal,
  }).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(
    /ana|p%40ss|p@ss|127\.0/,
  );
});

/** What of this environment a request to a URL goes through. */
const carriedBy = (
  environment: Readonly<Record<string, string>>,
  to: string | URL = url,
): string | undefined => {
  const proxy = proxyIn(environment);
  return proxy?.carries(new URL(to)) ? proxy.url : undefined;
};

test.each([
  ['nothing', {}, undefined],
  ['an empty variable', { HTTPS_PROXY: '' }, undefined],
  ['a URL', { HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
  ['a URL with https', { HTTPS_PROXY: 'https://proxy.example' }, 'https://proxy.example/'],
  ['a host and a port', { HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
  ['a variable in lower case', { https_proxy: 'http://b:1', HTTPS_PROXY: 'http://a:1' }, 'http://b:1/'],
  ['a proxy for http', { HTTP_PROXY: 'http://proxy.example:3128' }, undefined],
  ['a host in NO_PROXY', { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'private.example' }, undefined],
  ['one in no_proxy', { HTTPS_PROXY: 'http://a:1', no_proxy: host, NO_PROXY: 'b' }, undefined],
])('%s is read as everywhere', (_, environment, proxy) => {
  expect(carriedBy(environment)).toBe(proxy);
});

test('plain http goes past the proxy', async () => {
  expect(carriedBy({ HTTPS_PROXY: 'http://a:1' }, 'http://cloud.private.example')).toBeUndefined();
  const { proxy, send } = await behindProxy();
  const near = await listenOnLoopback((_, response) => response.end('near'));
  onTestFinished(near.close);
  const signal = AbortSignal.timeout(10_000);
  expect((await send(new URL(near.url), { method: 'GET', signal })).text).toBe('near');
  expect(proxy.asked).toEqual([]);
});

test('a host in NO_PROXY is called directly, for reads and changes', async () => {
  const { proxy, change, read, received } = await behindProxy({ NO_PROXY: host });
  // This machine doesn't know the host.
  for (const act of [change, read]) await expect(act()).rejects.toMatchObject({ sent: false });
  expect(proxy.asked).toEqual([]);
  expect(received).toEqual([]);
});

test.each([
  'socks5://ana:secret@proxy.example',
  'http://ana:sec%ret@proxy.example',
  'http://',
  'http://:secret',
])('what is no proxy is refused without its value: %s', (value) => {
  const refused = () => proxyIn({ HTTPS_PROXY: value });
  expect(refused).toThrow(/^The environment variable HTTPS_PROXY is no address of a proxy/);
  expect(refused).not.toThrow(/sec%?ret|ana/);
});

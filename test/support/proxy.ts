import type { RequestListener } from 'node:http';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';

/** What a proxy does with a request for a tunnel. A number is the status with which it refuses. */
export type Treatment = 'open' | 'drop' | 'hang' | 'cut' | number;

/** A proxy on loopback, which alone knows where hosts are, and what it was asked. */
export interface Proxy {
  readonly url: string;
  /** The requests for a tunnel: `HOST:PORT`, and the header `Proxy-Authorization`. */
  readonly asked: { readonly target: string; readonly login: string | undefined }[];
  /** `drop` closes the connection unanswered; `hang` never answers; `cut` closes the tunnel as soon as it is open. */
  treatment: Treatment;
  /** Opens the tunnels that hang. */
  relent(): void;
  /** Closes all tunnels. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy that speaks CONNECT. `ports` has the ports of hosts on loopback; it answers 502 for any other host. */
export async function startProxy(ports: Readonly<Record<string, number>>): Promise<Proxy> {
  const open = new Set<Socket>();
  const hanging: (() => void)[] = [];
  const kept = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => {}).on('close', () => open.delete(socket));
  };
  const refuse = (socket: Socket, status: number): unknown =>
    socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);

  function tunnel(socket: Socket, target: string): void {
    const port = ports[target.replace(/:\d+$/, '')];
    if (port === undefined) return void refuse(socket, 502);
    const behind = kept(connect(port, '127.0.0.1'));
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(behind).pipe(socket);
    socket.on('close', () => behind.destroy());
    behind.on('close', () => socket.destroy());
  }

  const server = createServer().on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    kept(socket);
    proxy.asked.push({ target: url, login: headers['proxy-authorization'] });
    const { treatment } = proxy;
    if (typeof treatment === 'number') return refuse(socket, treatment);
    if (treatment === 'drop') return socket.destroy();
    if (treatment === 'cut') return socket.end('HTTP/1.1 200 Connection established\r\n\r\n');
    if (treatment === 'hang') return hanging.push(() => tunnel(socket, url));
    return tunnel(socket, url);
  });
  const proxy: Proxy = {
    url: `http://127.0.0.1:${await portOf(server)}`,
    asked: [],
    treatment: 'open',
    relent() {
      for (const proceed of hanging.splice(0)) proceed();
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
    close: () => closed(server, () => proxy.cut()),
  };
  return proxy;
}

/** A certificate authority of one's own with a certificate for this host, in PEM. */
export async function certificateFor(host: string) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  });
  return { cert, key };
}

/** Serves `listener` over TLS on 127.0.0.1. */
export async function startTlsServer(
  { cert, key }: { readonly cert: string; readonly key: string },
  listener: RequestListener,
) {
  const server = createTlsServer({ cert, key }, listener);
  return { port: await portOf(server), close: () => closed(server, () => server.closeAllConnections()) };
}

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const closed = (server: Server, disconnect: () => void): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    disconnect();
  });

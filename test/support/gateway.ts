import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { digitalOcean } from '../../gateway/digitalocean/index.ts';
import { gatewayListener } from '../../gateway/listener.ts';
import { localToken, startDigitalOcean } from '../../local/digitalocean/index.ts';
import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { connect, type Service } from '../../src/cloud/index.ts';

/** The account at the stand-in for DigitalOcean. */
const login = { username: 'OCEAN', password: localToken };

/**
 * Starts a stand-in for DigitalOcean and the gateway in front of it, for the tests of a file. Each test begins with the first state of the
 * account, and with a gateway that has read nothing yet. With `DIGITALOCEAN_SPEC`, the folder of DigitalOcean's specification, each call
 * that was answered is checked against it.
 */
export async function gatewayOfFile() {
  let ahead = 0;
  const provider = await startDigitalOcean({ clock: () => Date.UTC(2026, 10, 22) });
  const clock = () => Date.now() + ahead;
  const gateway = await listenOnLoopback(gatewayListener(digitalOcean({ baseUrl: provider.url, clock })));
  const later = (ms: number): void => {
    ahead += ms;
  };
  beforeEach(() => {
    provider.reset();
    later(60_000);
  });
  const { DIGITALOCEAN_SPEC: folder } = process.env;
  // Few runs need what reads it.
  const check = folder && (await (await import('./digitalocean-spec.ts')).specificationIn(folder));
  if (check)
    afterEach(async () => {
      const answered = provider.calls.filter(({ status }) => status > 0);
      const mistakes = await Promise.all(answered.map(check));
      expect([...new Set(mistakes.flat())]).toEqual([]);
    });
  afterAll(async () => {
    await gateway.close();
    await provider.close();
  });
  return {
    provider,
    url: gateway.url,
    /** Lets the gateway's clock go on, in milliseconds. */
    later,
    /** The requests that the gateway sent, without their queries. */
    sent: (): string[] => provider.calls.map(({ method, path }) => `${method} ${path}`),
    /** A new client of the gateway. */
    service: (password = localToken): Service =>
      connect({ baseUrl: gateway.url, credentials: async () => ({ ...login, password }) }),
  };
}

import { afterAll, beforeEach } from 'vitest';
import {
  credentialsOf,
  type LocalCloud,
  type RecordedRequest,
  type Settings,
  startLocalCloud,
} from '../../../local/cloud/index.ts';
import { type Account, connect, type Service } from '../../../src/cloud/index.ts';

/** One emulator for all tests of a file, reset to its seed and these settings before each. */
export async function cloudOfFile(settings: Partial<Settings> = {}): Promise<LocalCloud> {
  const cloud = await startLocalCloud();
  beforeEach(() => {
    cloud.control.reset();
    cloud.control.set(settings);
  });
  afterAll(cloud.close);
  return cloud;
}

/** The requests that change something, as `DELETE /path`. */
export const changesSent = (requests: readonly RecordedRequest[]): string[] =>
  requests
    .filter(({ method, route }) => method !== 'GET' && method !== 'HEAD' && route !== 'login')
    .map(({ method, path }) => `${method} ${path}`);

/** A client of the emulator, with the login of a seeded user; the bot's by default. */
export const connected = ({ url }: Pick<LocalCloud, 'url'>, userName?: string): Service =>
  connect({ baseUrl: url, credentials: async () => credentialsOf(userName) });

/** Calls on an account that others replace. */
interface Replaced {
  readonly firewall?: Partial<Account['firewall']>;
  readonly servers?: Partial<Account['servers']>;
}

/** Such a client, some of whose calls on each account are replaced. */
export function connectedWith(
  cloud: Pick<LocalCloud, 'url'>,
  replacedIn: (account: Account) => Replaced,
): Service {
  const client = connected(cloud);
  const account = (alias: string): Account => {
    const own = client.account(alias);
    const { firewall, servers } = replacedIn(own);
    return { ...own, firewall: { ...own.firewall, ...firewall }, servers: { ...own.servers, ...servers } };
  };
  return { ...client, account };
}

/** The account ACME for who works outside Skydesk: sees what there is, as the documentation spells it. Not recorded. */
export const outside = ({ quietUrl }: Pick<LocalCloud, 'quietUrl'>) =>
  connected({ url: quietUrl }).account('ACME');

/** The public IPs of a server of ACME. */
export async function publicAddresses(
  cloud: Pick<LocalCloud, 'quietUrl'>,
  server: string,
): Promise<string[]> {
  const addresses = await outside(cloud).publicIps.addresses(server);
  return addresses.flatMap((address) => address.public ?? []);
}

/** For commands that need no cloud API: a call fails, and so does a login. */
export const notConnected: Service = connect({
  baseUrl: 'http://127.0.0.1:1',
  credentials: () => Promise.reject(new Error('this test asks the service nothing')),
});

import { cacheByKey } from '../core/cached-by-key.ts';
import type { Clock, Millis } from '../core/clock.ts';
import { request } from '../http/request.ts';
import { alertPolicies } from './alert-policies.ts';
import { autoscalePolicies } from './autoscale-policies.ts';
import { type Call, prepare, type Send, validateResponse } from './call.ts';
import { crossFirewall } from './cross-firewall.ts';
import { customFields } from './custom-fields.ts';
import { dataCenters } from './data-centers.ts';
import { groups } from './groups.ts';
import { createHttpClient, type Exchange, type HttpClientOptions } from './http-client.ts';
import { firewall } from './intra-firewall.ts';
import { invoices } from './invoices.ts';
import { jobs } from './jobs.ts';
import { isCloudApiError } from './model/cloud-error.ts';
import { publicIps } from './public-ips.ts';
import { type ServerEntry, serverWalk } from './server-walk.ts';
import { servers } from './servers.ts';
import { type Credentials, cacheToken, type Login } from './token.ts';

export type { AlertPolicy, AlertPolicyDraft } from './alert-policies.ts';
export type { AutoscalePolicy } from './autoscale-policies.ts';
export type { CrossFirewallPolicy } from './cross-firewall.ts';
export { type DataCenter, rootGroup } from './data-centers.ts';
export type { Group } from './groups.ts';
export type { Attempt } from './http-client.ts';
export type { FirewallPolicy } from './intra-firewall.ts';
export type { Invoice } from './invoices.ts';
export { CloudApiError, type FailureKind } from './model/cloud-error.ts';
export { allows } from './model/link.ts';
export type { PublicIp, PublicIpDraft } from './public-ips.ts';
export type { Removal } from './removal.ts';
export { routeOf } from './route.ts';
export type { ServerEntry } from './server-walk.ts';
export type { IpAddress, Server } from './servers.ts';
export type { Credentials, Login } from './token.ts';

/** The address and credentials of the cloud API. `transport` sends its requests: without a proxy by default. */
export interface ServiceOptions
  extends Pick<HttpClientOptions, 'baseUrl'>,
    Partial<Pick<HttpClientOptions, 'clock' | 'onCall' | 'transport'>> {
  /** Called before each login, and again after refused credentials. Its rejections are passed on unchanged. */
  readonly credentials: () => Promise<Credentials>;
  /** Timeouts per attempt. Default: 8000 for reads, 20000 for changes. */
  readonly timeoutMs?: Partial<HttpClientOptions['timeoutMs']>;
}

/** A client of the cloud API. Each call rejects with a `CloudApiError`. */
export interface Service {
  /** The user and account of the login. Cached while the token is valid. */
  login(): Promise<Login>;
  account(alias: string): Account;
}

/** The calls for one account. All reject with a `CloudApiError`. */
export type Account = ReturnType<typeof accountOf>;

/** How long the list of all servers is cached, for a search while the user types. */
const walkKeptMs: Millis = 10_000;

/** A client that others can be made of. */
export interface Client extends Service {
  /** Returns a client with the same login, and with another timeout for reads. */
  withReadTimeout(ms: Millis): Service;
}

/** Creates a client of the cloud API. Throws if the base URL is not http or https. */
export function connect(options: ServiceOptions): Client {
  const { baseUrl, credentials, clock = Date.now, timeoutMs = {}, onCall = () => {} } = options;
  const { transport = request } = options;
  const limits = { read: timeoutMs.read ?? 8_000, change: timeoutMs.change ?? 20_000 };
  const http = (timeoutMs: typeof limits) =>
    createHttpClient({ baseUrl, timeoutMs, clock, onCall, transport });
  const exchange = http(limits);
  const tokens = cacheToken(exchange, credentials, clock);
  return {
    ...serviceOver(exchange, tokens, clock),
    withReadTimeout: (read) => serviceOver(http({ ...limits, read }), tokens, clock),
  };
}

function serviceOver(exchange: Exchange, tokens: ReturnType<typeof cacheToken>, clock: Clock): Service {
  /** Repeats any call once with a new token after a 401, since nothing was changed then. */
  const send: Send = async <T>(call: Call<T>) => {
    const request = prepare(call);
    const { token } = await tokens.current();
    const { status, body } = await exchange(request, { token }).catch(async (error: unknown) => {
      if (!isCloudApiError(error, 'unauthenticated')) throw error;
      return exchange(request, { token: (await tokens.insteadOf(token)).token });
    });
    return validateResponse(call.answer, body, request, status);
  };

  const walks = cacheByKey((alias) => walkOf(send, alias).all(), clock);

  return {
    login: async () => (await tokens.current()).login,
    account: (alias) => accountOf(send, alias, (name) => walks.get(name, walkKeptMs)),
  };
}

const walkOf = (send: Send, alias: string) => serverWalk(dataCenters(send, alias), groups(send, alias));

/** Returns the calls for one account. The alias is sent in upper case (docs/cloud-api.md, Requests and answers). */
function accountOf(send: Send, name: string, allServers: (alias: string) => Promise<ServerEntry[]>) {
  const alias = name.toUpperCase();
  const server = servers(send, alias);
  const walk = walkOf(send, alias);
  return {
    alias,
    alertPolicies: alertPolicies(send, alias),
    autoscalePolicies: autoscalePolicies(send, alias),
    invoices: invoices(send, alias),
    customFields: customFields(send, alias),
    dataCenters: dataCenters(send, alias),
    groups: groups(send, alias),
    servers: { ...server, ...walk, all: () => allServers(alias), allNow: walk.all },
    publicIps: publicIps(send, alias, server),
    firewall: firewall(send, alias),
    crossFirewall: crossFirewall(send, alias),
    jobs: jobs(send, alias),
  };
}

import { errorName } from '../answer/user-error.ts';
import { type Attempt, type Client, type Credentials, connect, routeOf } from '../cloud/index.ts';
import { readServiceSecret } from '../cloud/service-secret.ts';
import type { Log } from '../core/log.ts';
import type { SendRequest } from '../http/request.ts';

const login = '/v2/authentication/login';

/** Creates a client of the cloud API that logs each call and each failed login, without names of users or resources. */
export function serviceWithLog(
  baseUrl: string,
  secret: () => Promise<string>,
  log: Log,
  transport: SendRequest,
): Client {
  return connect({
    baseUrl,
    transport,
    async credentials(): Promise<Credentials> {
      try {
        return readServiceSecret(await secret());
      } catch (error) {
        log('login failed', { why: 'secret', error: errorName(error) });
        throw error;
      }
    },
    onCall({ method, path, status, ms }: Attempt) {
      const route = routeOf(path);
      const statusClass = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;
      log('service call', { method, route, status_class: statusClass, status, ms });
      if (route === login && (status === 400 || status === 401))
        log('login failed', { why: 'refused', status });
    },
  });
}

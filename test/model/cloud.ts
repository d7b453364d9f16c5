import type { Step } from '../../src/change/model/step.ts';
import { type AutoscalePolicy, CloudApiError, type Service } from '../../src/cloud/index.ts';

/** A requested change of the cloud API, and whether it is in effect now. */
export interface Sent {
  /** The server, and its new value. */
  readonly target: string;
  readonly value: string;
  /** The id of the job that requested it; undefined for the initial state. */
  readonly by?: string | undefined;
}

/** The autoscale policy that the changes set, another one, and the value of a server without one. */
export const wanted = 'a'.repeat(32);
export const other = 'b'.repeat(32);
export const none = 'none';

const policyOf = (id: string): AutoscalePolicy => ({
  id,
  name: id === wanted ? 'Busy' : 'Calm',
  resourceType: 'cpu',
  thresholdPeriodMinutes: 5,
  scaleUpIncrement: 1,
  range: { min: 1, max: 4 },
  scaleUpThreshold: 80,
  scaleDownThreshold: 20,
  scaleDownWindow: { start: '02:00', end: '04:00' },
  links: [],
});

/** The public IP address that the changes remove, and the value of a server without it. */
export const address = '203.0.113.10';
const without = 'without the address';

/** A server that accepts no policy. */
export const refusing = 'de1full';

/** The value to which a step sets its server. */
export const wantedBy = ({ operation, raw }: Pick<Step, 'operation' | 'raw'>): string =>
  operation === 'ip.remove' ? without : (raw.policy ?? none);

/** A cloud with one value for each server: its autoscale policy, or that it has lost its public IP address. */
export class SmallCloud {
  readonly values: Map<string, string>;
  /** The requests that it did not certainly refuse. */
  readonly sent: Sent[] = [];
  /** All states that were in effect at any time. */
  readonly applied: Sent[];
  /** Whether it made a change after its answer was lost. */
  hadLate = false;

  constructor(values: ReadonlyMap<string, string> = new Map()) {
    this.values = new Map(values);
    this.applied = [...values].map(([target, value]) => ({ target, value }));
  }

  valueOf(server: string): string {
    return this.values.get(server) ?? none;
  }

  /** The autoscale policy of a server; undefined if it has none. */
  #policyOn(server: string): { readonly id: string; readonly links: [] } | undefined {
    const id = this.valueOf(server);
    return id === wanted || id === other ? { id, links: [] } : undefined;
  }

  apply(sent: Sent): void {
    this.values.set(sent.target, sent.value);
    this.applied.push(sent);
  }

  applyLate(sent: Sent): void {
    this.hadLate = true;
    this.apply(sent);
  }

  /**
   * The client of the cloud API, with the calls that the changes of the scenarios use. `change` sends; `look` is called before
   * the autoscale policy of a server or a background job is read. All other reads are answered at once.
   */
  service(change: (sent: Sent) => Promise<void>, look: (at: string) => Promise<void>): Service {
    const login = { userName: 'skydesk', accountAlias: 'ACME', locationAlias: 'de1', roles: [] };
    const account = {
      alias: 'ACME',
      autoscalePolicies: {
        list: async () => [policyOf(wanted), policyOf(other)],
        get: async (id: string) => policyOf(id),
        view: async (server: string) => {
          await look(server);
          return this.#policyOn(server);
        },
        set: async (target: string, value: string) => {
          if (target === refusing) throw refusal();
          await change({ target, value });
          return { id: value, links: [] };
        },
        remove: async (target: string) => {
          await change({ target, value: none });
          return 'removed' as const;
        },
      },
      publicIps: {
        remove: async (target: string) => {
          await change({ target, value: without });
          return { id: `job-${target}` };
        },
      },
      jobs: {
        status: async () => {
          await look('the job');
          return { phase: 'succeeded', status: 'succeeded' };
        },
      },
      servers: {
        get: async (id: string) => ({
          id,
          name: id.toUpperCase(),
          locationId: 'de1',
          status: 'active',
          links: [],
          details: {
            ipAddresses: this.valueOf(id) === without ? [] : [{ public: address, internal: '10.0.0.1' }],
            secondaryIPAddresses: [],
            alertPolicies: [],
            cpuAutoscalePolicy: this.#policyOn(id),
          },
        }),
      },
    };
    // The changes of the scenarios call nothing else of the account.
    const whole = account as unknown as ReturnType<Service['account']>;
    return { login: async () => login, account: () => whole };
  }
}

/** The response of the cloud API to a change that it refuses. */
export const refusal = (): CloudApiError =>
  new CloudApiError('bad-request', { method: 'PUT', path: '/autoscale' }, { status: 400 });

/** No response of the cloud API came, whether or not it made the change. */
export const noAnswer = (): CloudApiError =>
  new CloudApiError('timed-out', { method: 'PUT', path: '/autoscale' }, { changed: 'unknown' });

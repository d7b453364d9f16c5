import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { code } from './code.ts';
import { link } from './link-schema.ts';
import { ifFound } from './model/cloud-error.ts';
import type { Link } from './model/link.ts';
import { listOf, partly } from './read-partly.ts';

const schema = z.object({ id: code, name: z.string(), links: z.array(link) });
const standIns = { name: unknown, links: [] };
const dataCenter = partly(schema, standIns);
const list = listOf(schema, { ...standIns, id: unknown });

const capacity = z.object({ capacityGB: z.number() });
/** Rates in dollars per hour (docs/cloud-api.md, Bare metal). */
const bareMetal = z.object({
  skus: z._default(
    z.array(
      z.object({
        id: z.string(),
        hourlyRate: z.number(),
        availability: z.string().check(z.trim()),
        memory: z._default(z.array(capacity), []),
        processor: z.object({ coresPerSocket: z.number(), description: z.string(), sockets: z.number() }),
        storage: z._default(z.array(z.extend(capacity, { speedRpm: z.number(), type: z.string() })), []),
      }),
    ),
    [],
  ),
  operatingSystems: z._default(
    z.array(z.object({ type: z.string(), description: z.string(), hourlyRatePerSocket: z.number() })),
    [],
  ),
});

/** What can be deployed in a data center (docs/cloud-api.md, Deployment capabilities). */
const deployment = z.object({
  supportsSharedLoadBalancer: z._default(z.boolean(), false),
  // Absent in some published examples.
  supportsBareMetalServers: z._default(z.boolean(), false),
  deployableNetworks: z._default(
    z.array(z.object({ name: z.string(), type: z.string(), accountID: z.string() })),
    [],
  ),
  templates: z._default(
    z.array(
      z.object({
        name: z.string(),
        osType: z.optional(z.string()),
        description: z.string(),
        storageSizeGB: z.number(),
        capabilities: z._default(z.array(z.string()), []),
      }),
    ),
    [],
  ),
  importableOSTypes: z._default(
    z.array(z.object({ id: z.number(), description: z.string(), type: z.string() })),
    [],
  ),
});

/** `id` is lower case here and upper case elsewhere (docs/cloud-api.md, Data centers). */
export type DataCenter = z.infer<typeof dataCenter>;

/** Returns the link to the root hardware group; undefined unless the data center was read with `groupLinks`. */
export function rootGroup({ links }: DataCenter): Link | undefined {
  return links.find(({ rel }) => rel === 'group');
}

/** Returns the calls for data centers (docs/cloud-api.md, Data centers). */
export function dataCenters(send: Send, alias: string) {
  const all = ['v2', 'datacenters', alias] as const;
  const groups = (options: { groupLinks?: boolean }) => ({ groupLinks: options.groupLinks?.toString() });

  return {
    /** The response may be up to five minutes old (docs/cloud-api.md, Data centers). */
    list: (options: { groupLinks?: boolean } = {}): Promise<DataCenter[]> =>
      send({ method: 'GET', path: all, query: groups(options), answer: list }),
    get: (code: string, options: { groupLinks?: boolean } = {}): Promise<DataCenter> =>
      send({ method: 'GET', path: [...all, code], query: groups(options), answer: dataCenter }),
    /**
     * Resolves to undefined on a 404: the data center has no bare metal servers or does not exist; the responses are not known to
     * differ.
     */
    bareMetal: (code: string) =>
      ifFound(
        send({ method: 'GET', path: [...all, code, 'bareMetalCapabilities'], answer: partly(bareMetal, {}) }),
      ),
    deployment: (code: string) =>
      send({ method: 'GET', path: [...all, code, 'deploymentCapabilities'], answer: partly(deployment, {}) }),
  };
}

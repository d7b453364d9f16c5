import * as z from 'zod/mini';
import type { Millis } from '../../src/core/clock.ts';
import type { DataCenter, Group, Server } from '../provider.ts';
import { notFound } from '../refusal.ts';
import type { Api } from './api.ts';
import { shortId } from './ids.ts';
import { listOf, text } from './schemas.ts';

const address = z.object({ ip_address: z.string(), type: z.string() });

const droplet = z.object({
  id: z.number(),
  name: z.string(),
  memory: z.number(),
  vcpus: z.number(),
  disk: z.number(),
  status: z.string(),
  // Absent if the token may not read images.
  image: z.optional(z.nullable(z.object({ distribution: text, name: text }))),
  networks: z.object({ v4: listOf(address) }),
  region: z.object({ slug: z.string(), name: z.string() }),
  tags: listOf(z.string()),
  vpc_uuid: text,
});
export type Droplet = z.infer<typeof droplet>;

const vpc = z.object({ id: z.string(), name: z.string(), region: z.string() });

/** Reads all droplets. The plain list leaves out those with a GPU, without a word: they have one of their own. */
export async function readDroplets(api: Api, maxAge?: Millis): Promise<Droplet[]> {
  const paths = ['/v2/droplets', '/v2/droplets?type=gpus'];
  const lists = await Promise.all(paths.map((path) => api.list(path, 'droplets', droplet, maxAge)));
  return lists.flat();
}

const addressesIn = ({ networks }: Droplet, type: string): string[] =>
  networks.v4.filter((one) => one.type === type).map(({ ip_address }) => ip_address);
export const privateAddresses = (of: Droplet): string[] => addressesIn(of, 'private');
export const publicAddresses = (of: Droplet): string[] => addressesIn(of, 'public');

/** The longest name in a server id: the interface's names are short. */
const longestName = 48;

/** Names are not unique, so the number of the droplet is part of the id: `web-01-3164494`. */
const serverId = ({ name, id }: Pick<Droplet, 'name' | 'id'>): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '_')
    .slice(0, longestName)}-${id}`;

/** The id as messages show it. */
export const shownId = (of: Droplet): string => serverId(of).toUpperCase();

/** Reads the droplet of a server id. Its number decides: a renamed droplet is still the one that an earlier id names. */
export async function findDroplet(api: Api, id: string): Promise<Droplet> {
  const number = numberIn(id);
  const { droplet: found } = await api.read(`/v2/droplets/${number}`, z.object({ droplet }));
  return found;
}

/** Returns the droplet of a server id among those that were read. */
export function dropletIn(droplets: readonly Droplet[], id: string): Droplet {
  const number = numberIn(id);
  const found = droplets.find((one) => one.id === number);
  if (!found) throw notFound();
  return found;
}

function numberIn(id: string): number {
  const [, number] = /-(\d{1,15})$/.exec(id) ?? [];
  if (number === undefined) throw notFound();
  return Number(number);
}

/** The states of a droplet as status and power state of a server. */
const states: Readonly<Record<string, readonly [status: string, powerState: string]>> = {
  new: ['underConstruction', 'stopped'],
  active: ['active', 'started'],
  off: ['active', 'stopped'],
  archive: ['archived', 'stopped'],
};

/** @param alertPolicies those that watch the droplet */
export function serverOf(of: Droplet, alertPolicies: readonly { id: string; name: string }[]): Server {
  const [status, powerState] = states[of.status] ?? [of.status, 'unknown'];
  const internals = privateAddresses(of);
  const [internal, ...others] = internals;
  const own = publicAddresses(of).map((ip) => ({ public: ip, ...(internal !== undefined && { internal }) }));
  return {
    id: serverId(of),
    groupId: of.vpc_uuid === '' ? rootGroupId(of.region.slug) : shortId(of.vpc_uuid),
    dataCenter: of.region.slug,
    osType: [of.image?.distribution, of.image?.name].filter(Boolean).join(' '),
    status,
    details:
      status === 'underConstruction'
        ? undefined
        : {
            ipAddresses: own.length > 0 ? own : internals.map((address) => ({ internal: address })),
            secondaryIPAddresses: own.length > 0 ? others.map((address) => ({ internal: address })) : [],
            alertPolicies,
            cpu: of.vcpus,
            memoryMB: of.memory,
            storageGB: of.disk,
            powerState,
          },
  };
}

/** The regions that have droplets: the token can see nothing in another one. */
export function dataCentersOf(droplets: readonly Droplet[]): DataCenter[] {
  const regions = new Map(droplets.map(({ region }) => [region.slug, region.name]));
  return [...regions].map(([id, name]) => ({ id, name: `${id.toUpperCase()} - ${name}` }));
}

export const rootGroupId = (region: string): string => `root-${region}`;

/**
 * Returns the root group of a region, with one group for each of its VPCs. A droplet is in exactly one VPC, while it may be in
 * any number of projects and tags, which are not shown.
 */
export async function groupOf(api: Api, region: string, asServer: (of: Droplet) => Server): Promise<Group> {
  const [all, vpcs] = await Promise.all([readDroplets(api), api.list('/v2/vpcs', 'vpcs', vpc)]);
  const here = all.filter(({ region: { slug } }) => slug === region);
  const own = vpcs.filter((one) => one.region === region);
  if (here.length + own.length === 0) throw notFound();
  const without = here.filter(({ vpc_uuid }) => !own.some(({ id }) => id === vpc_uuid));
  return {
    id: rootGroupId(region),
    name: region.toUpperCase(),
    servers: without.map(asServer),
    groups: own.map(({ id, name }) => ({
      id: shortId(id),
      name,
      groups: [],
      servers: here.filter(({ vpc_uuid }) => vpc_uuid === id).map(asServer),
    })),
  };
}

/** Returns the region of a group's id: that of a root group, or the one of a VPC. */
export async function regionOfGroup(api: Api, id: string): Promise<string> {
  const [, region] = /^root-([a-z0-9]+)$/i.exec(id) ?? [];
  if (region !== undefined) return region.toLowerCase();
  const vpcs = await api.list('/v2/vpcs', 'vpcs', vpc);
  const found = vpcs.find((one) => shortId(one.id) === id.toLowerCase());
  if (!found) throw notFound();
  return found.region;
}

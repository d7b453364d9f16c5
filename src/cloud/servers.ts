import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { code, hostAddress } from './code.ts';
import { link, links } from './link-schema.ts';
import { listOf, partly } from './read-partly.ts';

/** Schema of the addresses of a server: internal, and the public one that leads to it. */
const ipAddress = z.object({ public: z.optional(hostAddress), internal: z.optional(hostAddress) });

/** Rare and undocumented: shaped like `ipAddresses`, or plain strings. */
const secondaryAddress = z.union([
  z.pipe(
    hostAddress,
    z.transform((internal) => ({ internal })),
  ),
  ipAddress,
]);

const details = z.object({
  ipAddresses: z.optional(z.array(ipAddress)),
  secondaryIPAddresses: z._default(z.array(secondaryAddress), []),
  alertPolicies: z.optional(z.array(z.object({ id: code, name: z.optional(z.string()), links }))),
  cpuAutoscalePolicy: z.optional(z.object({ id: code, links: z._default(z.array(link), []) })),
  cpu: z.optional(z.number()),
  memoryMB: z.optional(z.number()),
  storageGB: z.optional(z.number()),
  powerState: z.optional(z.string()),
});

const schema = z.object({
  id: code,
  name: z.string(),
  description: z.optional(z.string()),
  groupId: z.optional(z.string()),
  locationId: z.string(),
  osType: z.optional(z.string()),
  os: z.optional(z.string()),
  status: z.string(),
  details: z.optional(details),
  type: z.optional(z.string()),
  links,
});
const standIns = { name: unknown, locationId: unknown, status: unknown };
const server = partly(schema, standIns);
/** Schema of the servers in a group. */
export const serverList = listOf(schema, { ...standIns, id: unknown });

/**
 * `id` is in lower case, `name` in upper case. `details` is absent while a server is being built, and can be while it is queued for
 * deletion. Its lists are absent if the server is archived or queued for restore (docs/cloud-api.md, Servers).
 */
export type Server = z.infer<typeof server>;
/** A pair of addresses; each may be missing. */
export type IpAddress = z.infer<typeof ipAddress>;

/** Returns the call for one server by its id. */
export function servers(send: Send, alias: string) {
  return {
    get: (id: string): Promise<Server> =>
      send({ method: 'GET', path: ['v2', 'servers', alias, id], answer: server }),
  };
}

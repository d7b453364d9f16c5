import * as z from 'zod';
import type { Send } from './call.ts';
import { link, links } from './link-schema.ts';

/** Schema of the addresses of a server: internal, and the public one that leads to it. */
const ipAddress = z.object({ public: z.string().optional(), internal: z.string().optional() });

/** Rare and undocumented: shaped like `ipAddresses`, or plain strings. */
const secondaryAddress = z.union([z.string().transform((internal) => ({ internal })), ipAddress]);

const details = z.object({
  ipAddresses: z.array(ipAddress).default([]),
  secondaryIPAddresses: z.array(secondaryAddress).default([]),
  alertPolicies: z.array(z.object({ id: z.string(), name: z.string().optional(), links })).default([]),
  cpuAutoscalePolicy: z.object({ id: z.string(), links: z.array(link).default([]) }).optional(),
  cpu: z.number().optional(),
  memoryMB: z.number().optional(),
  storageGB: z.number().optional(),
  powerState: z.string().optional(),
  hostName: z.string().optional(),
  inMaintenanceMode: z.boolean().optional(),
});

/** Schema of a server. */
export const server = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  groupId: z.string().optional(),
  isTemplate: z.boolean().optional(),
  locationId: z.string(),
  osType: z.string().optional(),
  os: z.string().optional(),
  status: z.string(),
  details: details.optional(),
  type: z.string().optional(),
  storageType: z.string().optional(),
  links,
});

/** service-facts §3. `id` is in lower case, `name` in upper case (T12). `details` is absent while a server is being built or queued. */
export type Server = z.infer<typeof server>;
/** A pair of addresses; each may be missing. */
export type IpAddress = z.infer<typeof ipAddress>;

/** One server by its id. */
export function servers(send: Send, alias: string) {
  return {
    get: (id: string): Promise<Server> =>
      send({ method: 'GET', path: ['v2', 'servers', alias, id], answer: server }),
  };
}

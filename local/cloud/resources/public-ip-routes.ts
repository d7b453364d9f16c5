import * as z from 'zod';
import { dependent, list, number, object, oneOf, text } from '../http/body-schema.ts';
import { network } from '../http/check-cidr.ts';
import { HttpError, notFound, ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { nextInternalAddress, nextPublicAddress } from '../store/addresses.ts';
import type { PublicIp, Server } from '../store/cloud-store.ts';
import { findServer, refuseUnlessActive } from './find-own.ts';
import { startJob } from './start-job.ts';

/* Public addresses of a server (docs/cloud-api.md, Public IP addresses). All changes are jobs. */

export function add(call: Call): Reply {
  const server = findServer(call);
  const { internalIPAddress: wanted, ...rules } = call.body(addressIn(server));
  refuseUnlessActive(server);
  return startJob(call, server.location, () => {
    const address = nextPublicAddress(call.store);
    const internalIPAddress = wanted ?? nextInternalAddress(server, call.store);
    if (!server.internalAddresses.includes(internalIPAddress))
      server.internalAddresses.push(internalIPAddress);
    server.publicIps.set(address, { internalIPAddress, ...rules });
  });
}

export const get = (call: Call): Reply => ok(findPublicIp(call, findServer(call)));

export function update(call: Call): Reply {
  const server = findServer(call);
  const publicIp = findPublicIp(call, server);
  const rules = call.body(object(access));
  refuseUnlessActive(server);
  return startJob(call, server.location, () => Object.assign(publicIp, rules));
}

export function remove(call: Call): Reply {
  const server = findServer(call);
  findPublicIp(call, server);
  refuseUnlessActive(server);
  return startJob(call, server.location, () => server.publicIps.delete(call.param('address')));
}

function findPublicIp({ param }: Call, server: Server): PublicIp {
  const publicIp = server.publicIps.get(param('address'));
  if (!publicIp) throw new HttpError(notFound);
  return publicIp;
}

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** A protocol in any case; stored in upper case (docs/cloud-api.md, Public IP addresses). */
const protocol = oneOf(['TCP', 'UDP', 'ICMP']);
const icmp = object({ protocol, port: number.default(0) });
const first = number.refine(isPort, 'The port must be between 1 and 65535.');

/**
 * Accepts a range of ports. Compares its end even with an invalid start; a `portTo` of 0 means none
 * (docs/cloud-api.md, Requests of other clients).
 */
const rangeFrom = (from: number) =>
  object({
    protocol,
    port: first,
    portTo: number
      .refine(
        (port) => port === 0 || (isPort(port) && !(port < from)),
        'The last port of a range must be between the first one and 65535.',
      )
      .optional(),
  }).transform(({ portTo, ...range }) => (portTo ? { ...range, portTo } : range));

const peeked = object({ protocol: protocol.optional().catch(undefined), port: number.catch(Number.NaN) });
const portRule = dependent<z.ZodType<PublicIp['ports'][number]>>((value) => {
  const { protocol, port = Number.NaN } = peeked.safeParse(value).data ?? {};
  return protocol === 'ICMP' ? icmp : rangeFrom(port);
});

const access = {
  ports: list(portRule),
  sourceRestrictions: list(object({ cidr: network }), 0).default([]),
};

function addressIn({ publicIps, internalAddresses }: Server) {
  const taken = [...publicIps.values()].map(({ internalIPAddress }) => internalIPAddress);
  return object({
    ...access,
    // A widely used client always sends this, empty if it was not given (docs/cloud-api.md, Requests of other clients).
    internalIPAddress: z.preprocess(
      (value) => (value === '' ? undefined : value),
      text
        .refine(
          (address) => internalAddresses.includes(address),
          'The address does not belong to the server.',
        )
        .refine((address) => !taken.includes(address), 'The address already has a public IP address.')
        .optional(),
    ),
  });
}

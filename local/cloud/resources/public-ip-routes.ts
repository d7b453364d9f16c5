import { isCidr } from '../http/check-cidr.ts';
import type { Fields } from '../http/field-checks.ts';
import { notFound, ok, Refusal } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import { nextInternalAddress, nextPublicAddress } from '../store/addresses.ts';
import type { PublicIp, Server } from '../store/cloud-store.ts';
import { findServer, refuseUnlessActive } from './find-server.ts';
import { startJob } from './start-job.ts';

const addressPath = '/v2/servers/:account/:server/publicIPAddresses/:address';

/** Public addresses of a server: interface.md §4.7, service-facts 1.11 and 2.4. All changes are jobs. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'publicIps.add',
    method: 'POST',
    path: '/v2/servers/:account/:server/publicIPAddresses',
    needs: 'changePublicIps',
    answer(call) {
      const server = findServer(call);
      const body = call.body();
      const access = readAccess(body);
      const wanted = readInternalAddress(body, server);
      body.check();
      refuseUnlessActive(server);
      return startJob(call, server.location, () => {
        const address = nextPublicAddress(call.store);
        const internalIPAddress = wanted ?? nextInternalAddress(server, call.store);
        if (!server.internalAddresses.includes(internalIPAddress))
          server.internalAddresses.push(internalIPAddress);
        server.publicIps.set(address, { internalIPAddress, ...access });
      });
    },
  },
  {
    name: 'publicIps.get',
    method: 'GET',
    path: addressPath,
    needs: 'viewPublicIps',
    answer: (call) => ok(findPublicIp(call, findServer(call))),
  },
  {
    name: 'publicIps.update',
    method: 'PUT',
    path: addressPath,
    needs: 'changePublicIps',
    answer(call) {
      const server = findServer(call);
      const publicIp = findPublicIp(call, server);
      const body = call.body();
      const access = readAccess(body);
      body.check();
      refuseUnlessActive(server);
      return startJob(call, server.location, () => Object.assign(publicIp, access));
    },
  },
  {
    name: 'publicIps.remove',
    method: 'DELETE',
    path: addressPath,
    needs: 'changePublicIps',
    answer(call) {
      const server = findServer(call);
      findPublicIp(call, server);
      refuseUnlessActive(server);
      return startJob(call, server.location, () => server.publicIps.delete(call.param('address')));
    },
  },
];

function findPublicIp({ param }: Call, server: Server): PublicIp {
  const publicIp = server.publicIps.get(param('address'));
  if (!publicIp) throw new Refusal(notFound);
  return publicIp;
}

function readInternalAddress(body: Fields, server: Server): string | undefined {
  const address = body.maybeText('internalIPAddress');
  if (address === undefined) return undefined;
  const isTaken = [...server.publicIps.values()].some((candidate) => candidate.internalIPAddress === address);
  if (!server.internalAddresses.includes(address)) {
    body.complain('internalIPAddress', 'The address does not belong to the server.');
  } else if (isTaken) {
    body.complain('internalIPAddress', 'The address already has a public IP address.');
  }
  return address;
}

function readAccess(body: Fields): Pick<PublicIp, 'ports' | 'sourceRestrictions'> {
  return {
    ports: body.objects('ports').map(readPort),
    sourceRestrictions: body.maybeObjects('sourceRestrictions').map((restriction) => {
      const cidr = restriction.text('cidr');
      if (!isCidr(cidr)) restriction.complain('cidr', 'The value must be a network in CIDR notation.');
      return { cidr };
    }),
  };
}

/** Protocols in any case, stored in upper case; portTo 0 means none (service-facts 5). */
function readPort(fields: Fields): PublicIp['ports'][number] {
  const protocol = fields.oneOf('protocol', ['TCP', 'UDP', 'ICMP']) ?? 'TCP';
  if (protocol === 'ICMP') return { protocol, port: fields.maybeNumber('port') ?? 0 };
  const port = fields.number('port');
  const portTo = fields.maybeNumber('portTo') || undefined;
  if (!isPort(port)) fields.complain('port', 'The port must be between 1 and 65535.');
  if (portTo === undefined) return { protocol, port };
  if (!isPort(portTo) || portTo < port) {
    fields.complain('portTo', 'The last port of a range must be between the first one and 65535.');
  }
  return { protocol, port, portTo };
}

const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;

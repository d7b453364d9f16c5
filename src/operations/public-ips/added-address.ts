import { isDeepStrictEqual } from 'node:util';
import type { IpAddress, PublicIp, PublicIpDraft } from '../../cloud/index.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import type { Context } from '../context/context.ts';
import { publicIpContent } from './public-ip.ts';

interface Added {
  readonly address: string;
  readonly internal: string | undefined;
  /** Its content as it was added, if somebody has changed that since. */
  readonly changedFrom?: unknown;
}

type Access = Pick<PublicIpDraft, 'ports' | 'sourceRestrictions'>;

/**
 * Returns the public IPs of a server that an `add` of `draft` may have created: new since `before`, with its ports, sources and
 * private IP, or else the only new one, which somebody has changed since. The cloud API never says which one it created
 * (docs/cloud-api.md, Public IP addresses), so two equal concurrent requests have two candidates each.
 */
export async function addedAddresses(
  server: string,
  { before, draft }: { readonly before: readonly IpAddress[]; readonly draft: PublicIpDraft },
  { service }: Pick<Context, 'service'>,
): Promise<readonly Added[]> {
  const known = new Set(before.map((address) => address.public));
  const unknown = (await service.publicIps.addresses(server)).flatMap((address) =>
    address.public === undefined || known.has(address.public) ? [] : [address.public],
  );
  const found = await Promise.all(
    unknown.map(async (address) => {
      // The address may be removed between the reads of the server and of the address.
      const is = await ifFound(service.publicIps.get(server, address));
      return is ? [{ address, is }] : [];
    }),
  );
  const here = leadingTo(draft.internalIPAddress, found.flat());
  const exact = here.filter(({ is }) => isDeepStrictEqual(accessOf(is), accessOf(draft)));
  // According to the documentation, ICMP is opened even if it was not requested (docs/cloud-api.md, Public IP addresses).
  const fitting =
    exact.length > 0
      ? exact
      : here.filter(({ is }) => isDeepStrictEqual(accessOf(withoutIcmp(is)), accessOf(withoutIcmp(draft))));
  const added = fitting.map(({ address, is }) => ({ address, internal: is.internalIPAddress }));
  return added.length > 0 || here.length > 1
    ? added
    : here.map(({ address, is: { internalIPAddress: internal } }) => ({
        address,
        internal,
        changedFrom: publicIpContent(withIcmp({ ...draft, internalIPAddress: internal })),
      }));
}

/** Returns the public IPs that lead to a private IP; if none does, those of which that can't be read. */
function leadingTo<Found extends { readonly is: PublicIp }>(
  internal: string | undefined,
  found: readonly Found[],
): readonly Found[] {
  if (internal === undefined) return found;
  const there = found.filter(({ is }) => is.internalIPAddress === internal);
  return there.length > 0 ? there : found.filter(({ is }) => is.internalIPAddress === undefined);
}

/** Returns the access in canonical form, regardless of its notation, splitting and order. */
function accessOf({ ports, sourceRestrictions = [] }: Access) {
  const { internal: _, ...access } = publicIpContent({ ports, sourceRestrictions });
  return access;
}

const withIcmp = ({ sourceRestrictions = [], ...draft }: PublicIpDraft): PublicIp => ({
  ...draft,
  sourceRestrictions,
  ports: [...draft.ports, { protocol: 'ICMP', port: 0 }],
});

const withoutIcmp = ({ ports, sourceRestrictions }: Access): Access => ({
  ports: ports.filter(({ protocol }) => protocol.toUpperCase() !== 'ICMP'),
  ...(sourceRestrictions && { sourceRestrictions }),
});

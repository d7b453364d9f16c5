import type { IpAddress, Server } from '../../cloud/index.ts';

type Details = NonNullable<Server['details']>;

/** Lists all internal or public addresses of a server, including its secondary ones. */
export const addressesOf = (
  { ipAddresses = [], secondaryIPAddresses }: Details,
  side: keyof IpAddress,
): readonly string[] =>
  [...ipAddresses, ...secondaryIPAddresses].flatMap((address: IpAddress) => address[side] ?? []);

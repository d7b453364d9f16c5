import { type Answer, count, maxRows, note, type Part, table } from '../../answer/answer.ts';
import { inForce } from '../../network/network-change.ts';
import { setOfPorts } from '../../network/port-set.ts';
import { clip, productOf } from '../../network/product.ts';
import { meets, type United, union } from '../../network/ranges.ts';
import { portsInWords } from '../../network/services.ts';
import { csv } from '../history/csv.ts';
import { addressesOfServer } from '../servers/server-addresses.ts';
import { isUnread, notRead, type Unread } from './not-read.ts';
import { type Accounts, type PlacedServer, placedServers } from './placed-servers.ts';
import { type PartOf, partsOf, policyTable } from './policy-table.ts';
import type { Cell } from './verdict.ts';

/** A server at the other end, and the ports on which policies allow at least some of the traffic. */
interface Reached {
  readonly server: PlacedServer;
  readonly ports: United;
}

/** The servers and policies that one end may reach (`to`), or that may reach it (`from`). */
export interface Listing {
  readonly lists: 'to' | 'from';
  /** The name of the end in the question. */
  readonly name: string;
  /** Includes inactive policies. */
  readonly policies: readonly PartOf[];
  readonly servers: readonly Reached[];
  readonly unread: Unread;
}

/** Lists policies and servers, sorted by place and by name. Sends a file with all servers if a table can't hold them. */
export async function askListing(
  cells: readonly Cell[],
  asked: Pick<Listing, 'lists' | 'name' | 'unread'>,
  accounts: Accounts,
): Promise<Listing> {
  const policies = cells
    .flatMap(partsOf)
    .sort((a, b) => placeOf(a).localeCompare(placeOf(b)) || a.rule.summary.localeCompare(b.rule.summary));
  const byPlace = Map.groupBy(
    policies.filter(({ rule }) => inForce(rule)).flatMap((part) => otherEnd(part, asked.lists)),
    ({ at }) => at,
  );
  const servers = (await placedServers(accounts)).all
    .flatMap((server) => reached(server, byPlace.get(server.at) ?? []))
    .sort((a, b) => a.server.name.localeCompare(b.server.name));
  if (servers.length > maxRows)
    await accounts[0].send({
      name: 'skydesk-reach.csv',
      title: captionOf({ ...asked, servers }),
      content: csv([['server', 'data center', 'group', 'ports'], ...servers.map(rowOf)]),
    });
  return { ...asked, policies, servers };
}

const placeOf = ({ rule: { from, to } }: PartOf): string => `${from} ${to}`;

/** The other end of a policy: its place, and the addresses and ports of the traffic that the policy allows. */
interface OtherEnd {
  readonly at: string;
  readonly addresses: United;
  readonly ports: United;
}

function otherEnd({ rule, traffic }: PartOf, lists: Listing['lists']): readonly OtherEnd[] {
  const part = clip(productOf(rule), traffic);
  return part ? [{ at: rule[lists], addresses: part[lists === 'to' ? 1 : 0], ports: part[2] }] : [];
}

function reached(server: PlacedServer, allowed: readonly OtherEnd[]): readonly Reached[] {
  const own = addressesOfServer(server);
  const ports = allowed.flatMap((end) => (meets(end.addresses, own) ? end.ports : []));
  return ports.length > 0 ? [{ server, ports: union(ports) }] : [];
}

const rowOf = ({ server: { name, at, group }, ports }: Reached): string[] => [
  name,
  at,
  group.join(' / '),
  portsInWords(setOfPorts(ports)),
];

/** Writes the caption: "Policies allow DE1ACMEWEB01 to reach 3 servers", "Policies allow 14 servers to reach DE1ACMEDB02". */
const captionOf = ({ lists, name, servers }: Pick<Listing, 'lists' | 'name' | 'servers'>): string =>
  lists === 'to'
    ? `Policies allow ${name} to reach ${count(servers.length, 'server')}`
    : `Policies allow ${count(servers.length, 'server')} to reach ${name}`;

/** Renders the servers that one end may reach, or that may reach it. */
export function answerListing(listing: Listing): Answer {
  const { policies, servers, unread, name, lists } = listing;
  const isActive = policies.some(({ rule }) => inForce(rule));
  const [which, none] =
    lists === 'to' ? ['from', `${name} to reach anything`] : ['to', `anything to reach ${name}`];
  return [
    ...(servers.length > 0 ? [serverTable(listing)] : []),
    ...(isActive
      ? []
      : [
          note(
            `No ${policies.length > 0 ? 'active ' : ''}policy${isUnread(unread) ? ' that could be read' : ''} allows ${none}.`,
          ),
        ]),
    ...(policies.length > 0
      ? [policyTable(`${count(policies.length, 'policy')} ${which} ${name}`, policies)]
      : []),
    ...notRead(unread),
  ];
}

const serverTable = (listing: Listing): Part =>
  table({
    caption: captionOf(listing),
    columns: [{ name: 'Server' }, { name: 'Data center' }, { name: 'Group' }, { name: 'Ports' }],
    rows: listing.servers.map(rowOf),
    ...(listing.servers.length > maxRows && { rest: 'The file in your direct messages has all of them.' }),
  });

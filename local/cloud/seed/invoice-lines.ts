import { type Account, type CloudStore, type Server, serversOf } from '../store/cloud-store.ts';
import { type Random, randomFrom, seedFor } from '../store/random.ts';

/** A line of an invoice, in whole cents. */
export interface InvoiceLine {
  readonly quantity: number;
  readonly description: string;
  readonly unitCents: number;
  /** Upper case. */
  readonly location: string;
  /** Parts of the line. If there are any, they add up to it. */
  readonly details: readonly { readonly description: string; readonly cents: number }[];
}

const burstLines = 267;

/**
 * Returns an account's lines in the month that is `age` months after the first one. Deterministic for a seed; grows with the age
 * up to the current servers. The account's odd months are like real ones (docs/cloud-api.md, Invoices).
 */
export function invoiceLines(store: CloudStore, account: Account, age: number): readonly InvoiceLine[] {
  const odd = account.oddMonths.get(age);
  if (odd === 'empty') return [];
  const random = randomFrom(seedFor(store.seed, `invoice/${account.alias}/${age}`));
  const lines = usualLines(store, account, age, random);
  if (odd === 'credited') return [...lines, ...creditLines(lines)];
  if (odd === 'burst') return [...lines, ...burst(account, burstLines - lines.length, random)];
  return lines;
}

export function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((cents, line) => cents + line.quantity * line.unitCents, 0);
}

function usualLines(store: CloudStore, account: Account, age: number, random: Random): InvoiceLine[] {
  const billed = serversBilled(store, account, age);
  const live = billed.filter(({ status }) => status !== 'archived');
  const archived = billed.filter(({ status }) => status === 'archived');
  return [
    ...groupedBy(live, ({ groupId }) => groupId).map((servers) => groupLine(store, servers, random)),
    ...groupedBy(archived, ({ location }) => location).map(archiveLine),
    ...groupedBy(live, ({ location }) => location).flatMap((servers) => placeLines(servers, random)),
    ...(age % 3 === 2 && live[0] ? [deletedLine(live[0], random)] : []),
  ];
}

/** Returns the servers billed in a month, oldest first: nearly half of them existed from the start. */
function serversBilled(store: CloudStore, { alias }: Account, age: number): Server[] {
  const servers = serversOf(store, alias).filter(({ status }) => status !== 'underConstruction');
  const share = Math.min(1, 0.45 + (0.55 * age) / 23);
  return servers.slice(0, Math.ceil(servers.length * share));
}

function groupedBy(servers: readonly Server[], key: (server: Server) => string): (readonly Server[])[] {
  return [...Map.groupBy(servers, key).values()];
}

/** Returns the monthly cost of a server: by processor, memory and storage, and slightly by usage. */
function monthlyCents({ cpu, memoryMB, storageGB, powerState }: Server, random: Random): number {
  const running = cpu * 730 + (memoryMB / 1024) * 1_095;
  const used = powerState === 'started' ? running * (0.94 + random.next() * 0.06) : 0;
  return Math.round(used + storageGB * 15);
}

function groupLine(store: CloudStore, servers: readonly Server[], random: Random): InvoiceLine {
  const details = servers.map((server) => ({
    description: server.id.toUpperCase(),
    cents: monthlyCents(server, random),
  }));
  const [{ groupId, location }] = nonEmpty(servers);
  const name = store.groups.get(groupId)?.name ?? groupId;
  return detailed(`Server Group: ${name} - ${location}`, location, details);
}

function archiveLine(servers: readonly Server[]): InvoiceLine {
  const [{ location }] = nonEmpty(servers);
  const details = servers.map(({ id, storageGB }) => ({
    description: id.toUpperCase(),
    cents: storageGB * 5,
  }));
  return detailed(`Archived Servers - ${location}`, location, details);
}

function deletedLine({ location, account }: Server, random: Random): InvoiceLine {
  const details = [1, 2].map((n) => ({
    description: `${location}${account}TEST0${n}`,
    cents: random.between(120, 2_400),
  }));
  return detailed(`Deleted Servers - ${location}`, location, details);
}

function placeLines(servers: readonly Server[], random: Random): InvoiceLine[] {
  const [{ location, account }] = nonEmpty(servers);
  const isShop = servers.length > 6;
  return [
    plain(`Bandwidth - ${location}`, location, servers.length * random.between(180, 420)),
    { ...plain(`External IP Address (${location})`, location, 250), quantity: Math.ceil(servers.length / 4) },
    ...(isShop ? [plain(`Shared Load Balancer - ${location}`, location, 3_650)] : []),
    ...(isShop ? [plain(`${location}${account}VPN01`, location, random.between(900, 1_200))] : []),
  ];
}

/** Returns a credit per data center over everything billed there, so that the month comes to 0 (docs/cloud-api.md, Invoices). */
function creditLines(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return [...Map.groupBy(lines, ({ location }) => location)].map(([location, billed]) =>
    plain(`Free Account Credit - ${location}`, location, -totalOf(billed)),
  );
}

function burst({ alias }: Account, count: number, random: Random): InvoiceLine[] {
  return Array.from({ length: count }, (_, i) =>
    plain(`VA1${alias}LOAD${String(i + 1).padStart(3, '0')}`, 'VA1', random.between(40, 900)),
  );
}

function plain(description: string, location: string, unitCents: number): InvoiceLine {
  return { quantity: 1, description, unitCents, location, details: [] };
}

function detailed(description: string, location: string, details: InvoiceLine['details']): InvoiceLine {
  const unitCents = details.reduce((sum, { cents }) => sum + cents, 0);
  return { quantity: 1, description, unitCents, location, details };
}

/** Asserts that a group of `Map.groupBy` has at least one element, which its type lacks. */
function nonEmpty(servers: readonly Server[]): readonly [Server, ...Server[]] {
  const [first, ...rest] = servers;
  if (!first) throw new RangeError('a group without servers');
  return [first, ...rest];
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FirewallRequest,
  refuseToOpen,
  replacementOf,
  requestOf,
} from '../../../gateway/digitalocean/firewall-request.ts';
import {
  type Firewall,
  firewall,
  type Network,
  policiesIn,
  policiesOf,
} from '../../../gateway/digitalocean/firewalls.ts';
import { publicAccess } from '../../../gateway/digitalocean/public-access.ts';
import { Refusal } from '../../../gateway/refusal.ts';
import {
  anyDraft,
  anyNetwork,
  dropletAt,
  isGuarded,
  isPublic,
  isSaid,
  type Packet,
  packets,
  passes,
} from '../../support/packets.ts';

const regions = ['fra1', 'nyc3'];
const runs = { numRuns: 200 };

/** Returns what an act returns; undefined if it refuses. */
function unlessRefused<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The firewall that a request makes. */
const made = (request: FirewallRequest): Firewall =>
  firewall.parse({ ...request, id: 'ffffffff-0000-4000-8000-000000000000', status: 'succeeded' });

/** What the access to a public address says of a packet; undefined if nobody can say it. */
function accessSays(packet: Packet, network: Network): boolean | undefined {
  const droplet = dropletAt(packet.to, network.droplets);
  const { ports: allowed, sourceRestrictions = [] } = droplet
    ? publicAccess(droplet, packet.to, network)
    : {};
  if (!allowed) return undefined;
  const sources = sourceRestrictions.map(({ cidr }) => cidr);
  const ports = allowed.map(({ protocol, port, portTo = port }) =>
    protocol === 'ICMP' ? 'icmp' : `${protocol.toLowerCase()}/${port}-${portTo}`,
  );
  const source = sources.length > 0 ? sources : ['0.0.0.0/0'];
  return isSaid([{ source, destination: [`${packet.to}/32`], ports }], packet);
}

describe('packet by packet', () => {
  test('the policies and the access to public addresses say exactly what passes', () => {
    fc.assert(
      fc.property(anyNetwork, packets, (network, all) => {
        const policies = regions.flatMap((region) => policiesIn(region, network));
        const [known, others] = [true, false].map((isKnown) =>
          policies.filter(({ status }) => (status === 'active') === isKnown),
        );
        for (const packet of all) {
          // Of a policy that DigitalOcean is still changing, nobody says that it is in force, or that it isn't.
          if (others?.some(({ destination }) => destination.includes(`${packet.to}/32`))) continue;
          const said = isPublic(packet) ? accessSays(packet, network) : isSaid(known ?? [], packet);
          if (said !== undefined) expect([packet, said]).toEqual([packet, passes(network, packet)]);
        }
      }),
      runs,
    );
  });

  test('a new policy opens exactly what it says, and is read as it was sent; or it is refused', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyNetwork, anyDraft, packets, (network, draft, all) => {
        const request = unlessRefused(() => requestOf(draft, 'fra1', network, 'skydesk-fra1-9876fedc'));
        if (!request) return;
        accepted += 1;
        const after = { ...network, firewalls: [...network.firewalls, made(request)] };
        const read = policiesOf(made(request), 'fra1', after);
        for (const packet of all) {
          const opened = passes(network, packet) || isSaid([draft], packet);
          expect([packet, passes(after, packet)]).toEqual([packet, opened]);
          if (!isPublic(packet))
            expect([packet, isSaid(read, packet)]).toEqual([packet, isSaid([draft], packet)]);
        }
      }),
      runs,
    );
    expect(accepted).toBeGreaterThan(10);
  });

  test('an update leaves exactly what it says, and what others allow; or it is refused', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyNetwork, anyDraft, anyDraft, packets, (network, draft, next, all) => {
        const name = 'skydesk-fra1-9876fedc';
        const request = unlessRefused(() => requestOf(draft, 'fra1', network, name));
        if (!request) return;
        const own = made(request);
        const before = { ...network, firewalls: [...network.firewalls, own] };
        const replacement = unlessRefused(() => replacementOf(own, next, 'fra1', before));
        if (!replacement) return;
        accepted += 1;
        const after = { ...network, firewalls: [...network.firewalls, made(replacement)] };
        for (const packet of all) {
          const byOthers = isGuarded(network, packet.to) && passes(network, packet);
          const isOpen = !isGuarded(after, packet.to) && passes(network, packet);
          expect([packet, passes(after, packet)]).toEqual([
            packet,
            byOthers || isOpen || isSaid([next], packet),
          ]);
          if (isOpen) expect(isGuarded(before, packet.to)).toBe(false);
        }
      }),
      runs,
    );
    expect(accepted).toBeGreaterThan(5);
  });

  test('a removal never opens anything, or is refused', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyNetwork, packets, fc.nat(2), (network, all, index) => {
        const { firewalls, droplets } = network;
        const removed = firewalls[index];
        if (!removed) return;
        const isRefused =
          unlessRefused(() => {
            refuseToOpen(removed, firewalls, droplets);
            return true;
          }) === undefined;
        if (isRefused) return;
        accepted += 1;
        const after = { ...network, firewalls: firewalls.filter((one) => one !== removed) };
        for (const packet of all)
          expect([packet, passes(after, packet) && !passes(network, packet)]).toEqual([packet, false]);
      }),
      runs,
    );
    expect(accepted).toBeGreaterThan(10);
  });
});

import { buttons, commandButton } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { PublicIp } from '../../cloud/index.ts';
import { unreadIn } from '../../cloud/model/partly.ts';
import { list } from '../../core/list.ts';
import { parseCidr } from '../../network/cidr.ts';
import { type Rule, updateOf } from '../../network/network-change.ts';
import { formatPortRange, portRangeOf } from '../../network/port-range.ts';
import { optional, unchanged } from '../../operation/field.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { deletion } from '../context/removed.ts';
import { serverAdmins } from '../context/roles.ts';
import { tooManyEntries } from '../fields/index.ts';
import { canRestore, settingKeys, settingsGiven, toRestore, withWas } from '../fields/updated-lists.ts';
import { nameOf, server } from '../servers/server.ts';
import { jobProgress } from './job-progress.ts';
import { notOffered } from './not-offered.ts';
import { addressFields, publicIp } from './public-address.ts';
import {
  anywhere,
  noPorts,
  onWire,
  orAnywhere,
  publicIpContent,
  publicIpState,
  restrictionsFor,
  warnIfEveryone,
} from './public-ip.ts';

export const ipUpdate = defineOperation({
  id: 'ip.update',
  summary: 'Update what a public IP allows',
  action: 'Update public IP',
  button: 'Update Public IP',
  example: 'ip update DE1ACMEWEB01 203.0.113.10 tcp/443 from=198.51.100.0/24',
  fields: {
    server: server({ label: 'Server', at: 0, decides: true }),
    address: publicIp({ label: 'Public IP', at: 1, example: '198.51.100.7' }),
    ports: optional({ ...addressFields.ports, at: 2, rest: true }, unchanged),
    from: optional(addressFields.from, unchanged),
  },
  risk: 'opens',
  roles: serverAdmins,
  check: ({ ports, from }) =>
    ports || from
      ? tooManyEntries({ from, ports })
      : [{ message: 'Add what to change: ports or from=', missing: true }],
  targets: ({ server }) => [`server/${server.id}`],
  // A running `ip.add` identifies its new address by its access, so no access on this server may change meanwhile.
  takesTurns: true,
  subject: ({ server, address }) => `${address.address} of ${nameOf(server)}`,
  // What it opens says more, if that is known.
  phrase: ({ server, address: { address, details } }) =>
    details ? undefined : phraseOf('update', `public IP ${address}`, ` of ${nameOf(server)}`),
  warnings: ({ from = [] }) => warnIfEveryone(from),
  networkChange({ server, address: { address, details }, ports, from }) {
    return (
      details &&
      updateOf({ kind: 'public', server: server.id }, ruleOf(address, details, nameOf(server)), {
        sources: from,
        ports,
      })
    );
  },
  refuses: ({ server, address: { details }, ports, from }) =>
    notOffered(server) ?? (details && notEchoed(details, { ports, from })),
  changes: ({ server, address }) => ({ server: server.id, address: address.address }),
  leaves({ server, address: { address, details }, ports, from }) {
    if (!details) return deletion(false, `${nameOf(server)} has no public IP ${address}.`);
    const now = settingsOf(details);
    const given = { ports: ports?.map(formatPortRange), from };
    return {
      keys: settingKeys(now, given),
      isRestorable: canRestore(now, given, addressFields),
      already: `Public IP ${address} is set like this already.`,
      words: {
        change: `${withWas('ports', now, given)} from ${withWas('from', now, given, sourcesOf)}`,
        result: settingsGiven(given),
      },
    };
  },
  statusCommand: ({ server }, { link }) => link('ip.show', { server: server.id }),
  async start({ server, address: { address }, ports, from }, { service }) {
    const before = await service.publicIps.get(server.id, address);
    const refusal = notEchoed(before, { ports, from });
    if (refusal) throw refusal;
    const now = settingsOf(before);
    const given = { ports: ports?.map(formatPortRange), from };
    const job = await service.publicIps.update(server.id, address, {
      ports: ports?.map(onWire) ?? before.ports,
      sourceRestrictions: from ? restrictionsFor(from) : keptRestrictions(before),
    });
    const replaced = JSON.stringify(toRestore(now, given, addressFields) ?? {});
    return { job: job.id, server: server.id, address, replaced };
  },
  snapshot: publicIpState,
  async track({ job = '', server = '', address = '', replaced = '{}' }, context) {
    const progress = await jobProgress(job, context);
    if (progress !== 'succeeded') return progress;
    const words: { readonly ports?: string; readonly from?: string } = JSON.parse(replaced);
    return {
      phase: 'done',
      answer: [buttons(commandButton('Show Public IPs', context.link('ip.show', { server })))],
      ...(replaced !== '{}' && {
        inverse: {
          ...context.command('ip.update', { server, address, ...words }),
          of: { server, address },
        },
      }),
    };
  },
});

/**
 * The cloud API replaces both lists at once. Returns why an update is refused that would have to send one again that can't be read;
 * undefined for any other.
 */
function notEchoed(
  details: PublicIp,
  { ports, from }: Readonly<Record<'ports' | 'from', readonly unknown[] | undefined>>,
): UserError | undefined {
  const lost = [
    ...(ports ? [] : unreadIn(details, 'ports')),
    ...(from ? [] : unreadIn(details, 'sourceRestrictions')),
  ];
  return lost.length === 0
    ? undefined
    : new UserError(`Skydesk can’t read ${list(lost)} of this public IP, and an update would lose that.`, {
        next: 'Set both lists, ports and from=, or change it where your cloud is managed.',
      });
}

/** Returns the present restrictions, to send them again: as they are written, if nobody can read one of them. */
function keptRestrictions(before: PublicIp): PublicIp['sourceRestrictions'] {
  const { from } = settingsOf(before);
  return from.every((text) => parseCidr(text)) ? restrictionsFor(from) : before.sourceRestrictions;
}

/** Returns the present access to a public IP, as lists. */
function settingsOf(details: PublicIp) {
  const { ports, from } = publicIpContent(details);
  return { ports: ports.filter((text) => text !== noPorts), from: orAnywhere(from) };
}

const sourcesOf = (from: readonly string[]): string =>
  from.length === 1 && from.includes(anywhere) ? 'anywhere' : from.join(', ');

/** Returns the access to a public IP as a rule. */
function ruleOf(address: string, details: PublicIp, server: string): Rule {
  const { ports, from } = settingsOf(details);
  return {
    id: address,
    status: 'active',
    enabled: true,
    summary: address,
    sources: from,
    destinations: [`${address}/32`],
    ports: ports.map(portRangeOf),
    to: server,
    into: undefined,
  };
}

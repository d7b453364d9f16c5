import {
  buttons,
  code,
  commandButton,
  line,
  note,
  context as smallPrint,
  warning,
} from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { PublicIpDraft, Server } from '../../cloud/index.ts';
import { areAllRead } from '../../cloud/model/all-addresses.ts';
import { list } from '../../core/list.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { serverAdmins } from '../context/roles.ts';
import { address, tooManyEntries } from '../fields/index.ts';
import { addressesOf } from '../servers/addresses-of-server.ts';
import { nameOf, server } from '../servers/server.ts';
import { addedAddresses } from './added-address.ts';
import { jobProgress } from './job-progress.ts';
import { notOffered } from './not-offered.ts';
import { addressFields } from './public-address.ts';
import { anywhere, onWire, publicIpState, warnIfEveryone } from './public-ip.ts';

/** Warns that a server has public IPs, since a repeated command adds another one. */
function warnIfAnother(server: Server): readonly string[] {
  const all = server.details ? addressesOf(server.details, 'public') : [];
  const have = all.length === 1 ? 'a public IP' : 'public IPs';
  return all.length === 0 ? [] : [`${nameOf(server)} has ${have} already: ${list(all)}. This adds another.`];
}

export const ipAdd = defineOperation({
  id: 'ip.add',
  summary: 'Add a public IP to a server',
  action: 'Add public IP',
  button: 'Add Public IP',
  example: 'ip add DE1ACMEWEB03 tcp/443 tcp/8080-8081 from=203.0.113.0/24',
  fields: {
    server: server({ label: 'Server', at: 0 }),
    ports: { ...addressFields.ports, at: 1, rest: true },
    from: optional(addressFields.from, 'anyone on the internet'),
    internal: optional(address({ label: 'Private address', isRare: true }), 'a new one'),
  },
  risk: 'opens',
  endsUsually: true,
  roles: serverAdmins,
  results: { address: 'address' },
  check: ({ ports, from }) => tooManyEntries({ from, ports }),
  refuses({ server, internal }) {
    const refusal = notOffered(server);
    if (refusal) return refusal;
    const own = server.details ? addressesOf(server.details, 'internal') : [];
    return internal === undefined || own.length === 0 || own.includes(internal) || !areAllRead(server)
      ? undefined
      : new UserError(`${internal} isn’t a private IP of ${nameOf(server)}.`, {
          next: `It has ${list(own)}. Without “internal”, the cloud API assigns one.`,
        });
  },
  targets: ({ server }) => [`server/${server.id}`],
  // The cloud API doesn't say which address it added, and can give out one that was just removed.
  takesTurns: true,
  titleSaysMore: ({ internal }) => internal !== undefined,
  subject: ({ server, ports, from, internal }) =>
    [
      `to ${nameOf(server)}${internal ? ` (${internal})` : ''}`,
      ports.map(formatPortRange).join(', '),
      `from ${from ? from.join(', ') : 'anywhere'}`,
    ].join(' · '),
  warnings: ({ server, from = [anywhere] }) => [...warnIfEveryone(from), ...warnIfAnother(server)],
  networkChange: ({ server, ports, from }) => ({
    change: 'opens',
    scope: { kind: 'public', server: server.id },
    traffic: {
      sources: from ?? [anywhere],
      destinations: [nameOf(server)],
      ports,
      to: nameOf(server),
      into: undefined,
    },
  }),
  statusCommand: ({ server }, { link }) => link('server.show', { server: server.id }),
  async start({ server, ports, from, internal }, { service }) {
    const before = await service.publicIps.addresses(server.id);
    const draft: PublicIpDraft = {
      ports: ports.map(onWire),
      ...(from && { sourceRestrictions: from.map((cidr) => ({ cidr })) }),
      ...(internal && { internalIPAddress: internal }),
    };
    const job = await service.publicIps.add(server.id, draft);
    return {
      job: job.id,
      server: server.id,
      before: JSON.stringify(before),
      draft: JSON.stringify(draft),
    };
  },
  snapshot: publicIpState,
  async track({ job = '', server = '', before = '[]', draft = '{"ports":[]}' }, context) {
    const progress = await jobProgress(job, context);
    if (progress !== 'succeeded') return progress;
    const requested = { before: JSON.parse(before), draft: JSON.parse(draft) };
    const candidates = await addedAddresses(server, requested, context);
    const [found, second] = candidates;
    if (!found || second) {
      const all = candidates.map(({ address }) => address).join(', ');
      const which = second ? `: ${all} are new and alike` : '';
      return {
        phase: 'done',
        answer: [
          warning(`The cloud API doesn’t say which address it added${which}.`),
          smallPrint('It can’t be undone here · ', line(context.link('ip.show', { server }))),
        ],
      };
    }
    const { address, internal, changedFrom } = found;
    const show = context.link('ip.show', { server });
    return {
      phase: 'done',
      ...(changedFrom === undefined && { results: { address } }),
      answer: [
        note('Public IP ', code(address), ...(internal === undefined ? [] : [' → ', code(internal)])),
        ...(changedFrom === undefined
          ? []
          : [warning('Somebody changed it at the same moment, so see what it allows.')]),
        buttons(commandButton('Show Public IPs', show)),
      ],
      inverse: {
        ...context.command('ip.remove', { server, address }),
        of: { server, address },
        ...(changedFrom !== undefined && { after: changedFrom }),
      },
    };
  },
});

import type { PublicIpDraft } from '../cloud/index.ts';
import { buttons, code, commandButton, done, facts, line, note, warning } from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { formatPortRange } from '../core/port-range.ts';
import { address, ports, ranges, tooManyEntries } from './fields/index.ts';
import { addedAddresses } from './shared/added-address.ts';
import { defineOperation } from './shared/context.ts';
import { jobProgress } from './shared/job-progress.ts';
import { onWire, publicIpState } from './shared/public-ip.ts';
import { serverAdmins } from './shared/roles.ts';
import { nameOf, server } from './shared/server.ts';

export const ipAdd = defineOperation({
  id: 'ip.add',
  summary: 'Give a server a public IP address',
  example: 'ip add DE1ACMEWEB03 tcp/443 tcp/8080-8081 from=203.0.113.0/24',
  fields: {
    server: server({ label: 'Server', at: 0 }),
    ports: ports({ label: 'Open ports', at: 1, rest: true, bare: ['icmp'] }),
    from: optional(ranges({ label: 'Reachable from' })),
    internal: optional(address({ label: 'Internal address' })),
  },
  risk: 'opens',
  roles: serverAdmins,
  check: ({ ports, from }) => tooManyEntries({ from, ports }),
  targets: ({ server }) => [`server/${server.id}`],
  title: ({ server, ports, from, internal }) =>
    `give ${nameOf(server)} a public IP address${internal ? ` for ${internal}` : ''}, open on ${ports
      .map(formatPortRange)
      .join(', ')} to ${from ? from.join(', ') : 'everyone'}`,
  warnings: ({ from }) => (from ? [] : ['Say with from=RANGE who needs to reach it, and nobody else will.']),
  networkChange: ({ server, ports, from }) => ({
    change: 'opens',
    scope: { kind: 'public', server: server.id },
    traffic: {
      sources: from ?? ['0.0.0.0/0'],
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
    const asked = { before: JSON.parse(before), draft: JSON.parse(draft) };
    const candidates = await addedAddresses(server, asked, context);
    const [found, second] = candidates;
    const name = server.toUpperCase();
    if (!found || second) {
      const all = candidates.map(({ address }) => address).join(', ');
      const which = second ? `: ${all} are new and alike` : '';
      return {
        phase: 'done',
        answer: [
          warning(
            `The service says that ${name} has its new public IP address, but does not show which${which}.`,
          ),
          note('So there is no Undo here. See ', line(context.link('ip.show', { server }))),
        ],
      };
    }
    const { address, internal } = found;
    return {
      phase: 'done',
      answer: [
        done(`${name} is reachable at `, code(address), '.'),
        facts({ Internal: internal }),
        buttons(
          commandButton('Show', context.link('ip.show', { server })),
          commandButton('Remove', context.link('ip.remove', { server, address }), 'danger'),
        ),
      ],
      inverse: {
        line: context.link('ip.remove', { server, address }),
        of: { server, address },
      },
    };
  },
});

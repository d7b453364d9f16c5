import { code, done, facts, line, note, step, steps, warning } from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { address, ports, ranges, writePorts } from '../core/fields/index.ts';
import { newAddress } from '../service/index.ts';
import { lineIn, operation } from './context.ts';
import { jobProgress } from './terms/job.ts';
import { onWire } from './terms/public-ip.ts';
import { nameOf, server } from './terms/server.ts';

export const ipAdd = operation({
  id: 'ip.add',
  does: 'Give a server a public IP address',
  fields: {
    server: server({ label: 'Server', at: 0 }),
    ports: ports({ label: 'Open ports', at: 1, rest: true, bare: ['icmp'] }),
    from: optional(ranges({ label: 'Reachable from' })),
    internal: optional(address({ label: 'Internal address' })),
  },
  risk: 'opens',
  touches: ({ server }) => [`server/${server.id}`],
  says: ({ server, ports, from, internal }) =>
    `give ${nameOf(server)} a public IP address${internal ? ` for ${internal}` : ''}, open on ${ports
      .map(writePorts)
      .join(', ')} to ${from ? from.join(', ') : 'everyone'}`,
  warns: ({ from }) => (from ? [] : ['Say with from=RANGE who needs to reach it, and nobody else will.']),
  exposes: ({ server, ports, from }) => ({
    change: 'opens',
    place: { kind: 'public', server: server.id },
    way: {
      sources: from ?? ['0.0.0.0/0'],
      destinations: [nameOf(server)],
      ports,
      to: nameOf(server),
      into: undefined,
    },
  }),
  shows: ({ server }) => `server show ${server.id}`,
  async start({ server, ports, from, internal }, { service }) {
    const before = await service.publicIps.addresses(server.id);
    const job = await service.publicIps.add(server.id, {
      ports: ports.map(onWire),
      ...(from && { sourceRestrictions: from.map((cidr) => ({ cidr })) }),
      ...(internal && { internalIPAddress: internal }),
    });
    return { job: job.id, server: server.id, before: JSON.stringify(before) };
  },
  async follow({ job = '', server = '', before = '[]' }, context) {
    const progress = await jobProgress(job, context);
    if (progress !== 'succeeded') return progress;
    const found = newAddress(JSON.parse(before), await context.service.publicIps.addresses(server));
    const name = server.toUpperCase();
    if (!found?.public) {
      return {
        phase: 'done',
        answer: [
          warning(`The service says that ${name} has its new public IP address, but does not show which.`),
          note('See ', line(lineIn(context, 'server show', server))),
        ],
      };
    }
    return {
      phase: 'done',
      answer: [
        done(`${name} is reachable at `, code(found.public), '.'),
        facts({ Internal: found.internal }),
        steps(
          step('Show', lineIn(context, 'ip show', server)),
          step('Remove', lineIn(context, 'ip remove', server, found.public), 'danger'),
        ),
      ],
      undo: {
        line: lineIn(context, 'ip remove', server, found.public),
        subject: { kind: 'public address', server, address: found.public },
      },
    };
  },
});

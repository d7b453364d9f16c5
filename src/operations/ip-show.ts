import { code, count, line, note, step, steps, table } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { describePorts } from './shared/public-ip.ts';
import { serverViewers } from './shared/roles.ts';
import { nameOf, server } from './shared/server.ts';

export const ipShow = defineOperation({
  id: 'ip.show',
  summary: 'Show the public IP addresses of a server',
  example: 'ip show DE1ACMEWEB01',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  async run({ server }, { service }) {
    const addresses = await service.publicIps.addresses(server.id);
    return Promise.all(
      addresses.flatMap(({ public: ip }) =>
        ip === undefined ? [] : [service.publicIps.get(server.id, ip).then((details) => ({ ip, details }))],
      ),
    );
  },
  result: ({ server }, found, { link }) => {
    const [first] = found;
    if (!first) {
      return [
        note(`${nameOf(server)} has no public IP address.`),
        note('Give it one: ', line(link('ip.add', { server: server.id, ports: 'tcp/443' }))),
      ];
    }
    return [
      table({
        caption: `${count(found.length, 'public address')} of ${nameOf(server)}`,
        columns: [{ name: 'Public' }, { name: 'Internal' }, { name: 'Open' }, { name: 'To' }],
        rows: found.map(({ ip, details }) => [
          code(ip),
          details.internalIPAddress ?? '–',
          describePorts(details.ports),
          details.sourceRestrictions.map(({ cidr }) => cidr).join(', ') || 'everyone',
        ]),
      }),
      steps(
        ...found
          .slice(0, 5)
          .map(({ ip }) =>
            step(`Remove ${ip}`, link('ip.remove', { server: server.id, address: ip }), 'danger'),
          ),
      ),
    ];
  },
});

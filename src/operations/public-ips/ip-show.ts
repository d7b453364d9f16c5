import { buttons, code, commandButton, context, count, heading, line, note } from '../../answer/answer.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { serverViewers } from '../context/roles.ts';
import { nameOf, server } from '../servers/server.ts';
import { describePorts, portsOf } from './public-ip.ts';

/** Upper bound for the addresses shown. A server usually has one or two. */
const shown = 20;

export const ipShow = defineOperation({
  id: 'ip.show',
  summary: 'Show the public IPs of a server',
  action: 'Show public IPs',
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
  result: ({ server }, found, given) => {
    const { link } = given;
    const form = formButtons(given);
    if (found.length === 0) {
      return [
        note(`${nameOf(server)} has no public IP.`),
        note('Add one: ', line(link('ip.add', { server: server.id, ports: 'tcp/443' }))),
      ];
    }
    return [
      heading(`${count(found.length, 'public IP')} of ${nameOf(server)}`),
      ...found.slice(0, shown).flatMap(({ ip, details }) => [
        note(
          code(ip),
          ` → ${details.internalIPAddress ?? '–'} · ${describePorts(details.ports)} · from `,
          details.sourceRestrictions.map(({ cidr }) => cidr).join(', ') || 'anywhere',
        ),
        buttons(
          form('Edit IP', 'ip.update', {
            server: server.id,
            address: ip,
            ports: portsOf(details.ports).map(formatPortRange).join(' '),
            from: details.sourceRestrictions.map(({ cidr }) => cidr).join(',') || undefined,
          }),
          commandButton('Remove IP', link('ip.remove', { server: server.id, address: ip })),
        ),
      ]),
      ...(found.length > shown ? [context(`${found.length - shown} more are not shown`)] : []),
    ];
  },
});

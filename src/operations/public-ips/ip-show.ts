import {
  buttons,
  code,
  commandButton,
  context,
  count,
  heading,
  line,
  note,
  warning,
} from '../../answer/answer.ts';
import type { PublicIp } from '../../cloud/index.ts';
import { areAllRead } from '../../cloud/model/all-addresses.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import { unknown } from '../../core/unknown-text.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { withUnread } from '../firewall/firewall-state.ts';
import { nameOf, server } from '../servers/server.ts';
import { noPorts, portsOf, sourcesInWords } from './public-ip.ts';

/** Upper bound for the addresses shown. A server usually has one or two. */
const shown = 20;

/** Returns the lists of a public IP as the cloud API writes them, with an entry for what can't be read. */
const asWritten = (details: PublicIp) => ({
  ports: withUnread(portsOf(details.ports).map(formatPortRange), details, 'ports'),
  from: withUnread(
    details.sourceRestrictions.map(({ cidr }) => cidr),
    details,
    'sourceRestrictions',
  ),
});

export const ipShow = defineOperation({
  id: 'ip.show',
  summary: 'Show the public IPs of a server',
  action: 'Show public IPs',
  example: 'ip show DE1ACMEWEB01',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  async run({ server }, { service }) {
    const now = await service.servers.get(server.id);
    const found = await Promise.all(
      (now.details?.ipAddresses ?? []).flatMap(({ public: ip }) =>
        // One that is being removed may still be listed.
        ip === undefined
          ? []
          : [ifFound(service.publicIps.get(server.id, ip)).then((details) => details && { ip, details })],
      ),
    );
    return {
      found: found.filter((one) => one !== undefined),
      unread: areAllRead(now) ? '' : unreadParts(now, 'details.ipAddresses') || 'details.ipAddresses',
    };
  },
  result: ({ server }, { found, unread }, given) => {
    const { link } = given;
    const form = formButtons(given);
    const notRead = [
      ...(unread ? [warning(`Skydesk couldn’t read all public IPs of ${nameOf(server)} (${unread}).`)] : []),
      ...notAllReadOf(
        found,
        ({ ip }) => ip,
        ({ details }) => unreadParts(details),
      ),
    ];
    if (found.length === 0) {
      if (unread) return notRead;
      return [
        note(`${nameOf(server)} has no public IP.`),
        note('Add one: ', line(link('ip.add', { server: server.id, ports: 'tcp/443' }))),
      ];
    }
    return [
      heading(`${count(found.length, 'public IP')} of ${nameOf(server)}`),
      ...found.slice(0, shown).flatMap(({ ip, details }) => {
        const { ports, from } = asWritten(details);
        return [
          note(
            code(ip),
            ` → ${details.internalIPAddress ?? '–'} · ${ports.join(', ') || noPorts} · from `,
            sourcesInWords(from),
          ),
          buttons(
            form('Edit IP', 'ip.update', {
              server: server.id,
              address: ip,
              // A list that can't be read stays as it is.
              ports: ports.includes(unknown) ? undefined : ports.join(' '),
              from: from.includes(unknown) ? undefined : from.join(',') || undefined,
            }),
            commandButton('Remove IP', link('ip.remove', { server: server.id, address: ip })),
          ),
        ];
      }),
      ...(found.length > shown ? [context(`${found.length - shown} more are not shown`)] : []),
      ...notRead,
    ];
  },
});

import {
  buttonsAndMore,
  code,
  commandButton,
  context,
  fields,
  heading,
  type Inline,
} from '../../answer/answer.ts';
import type { Server } from '../../cloud/index.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import { allows } from '../../cloud/model/link.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { addressesOf } from './addresses-of-server.ts';
import { nameOf, server } from './server.ts';
import { describeState, stateSign } from './server-state.ts';

export const serverShow = defineOperation({
  id: 'server.show',
  summary: 'Show one server',
  action: 'Show server',
  example: 'server show DE1ACMEWEB01',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  run: ({ server }, context) => autoscaleOf(server.details?.cpuAutoscalePolicy?.id, context),
  result: ({ server: shown }, autoscale, given) => {
    const { link } = given;
    const { details, status, locationId } = shown;
    const can = (verb: 'POST' | 'PUT' | 'DELETE', rel: string) => allows(shown, verb, rel);
    const form = formButtons(given);
    return [
      heading(nameOf(shown)),
      context(
        `${stateSign(status, details?.powerState)} ${describeState(status, details?.powerState)}`,
        ` · ${locationId.toUpperCase()} · `,
        code(shown.id),
      ),
      fields({
        Size: details && sizeOf(details),
        // `os` holds the machine-readable code (docs/cloud-api.md, Servers).
        System: shown.osType ?? shown.os,
        'Private IPs': details?.ipAddresses && (addressesOf(details, 'internal').join(', ') || 'none'),
        'Public IPs': details?.ipAddresses && (addressesOf(details, 'public').join(', ') || 'none'),
        'Alert policies':
          details?.alertPolicies &&
          (details.alertPolicies.map(({ name, id }) => name ?? id).join(', ') || 'none'),
        Autoscale: details && autoscale,
      }),
      ...notAllRead(shown),
      buttonsAndMore(
        [
          can('POST', 'publicIPAddresses') &&
            commandButton('Show Public IPs', link('ip.show', { server: shown.id })),
          details !== undefined && form('Assign Alert Policy', 'alert.assign', { server: shown.id }),
          can('PUT', 'cpuAutoscalePolicyMapping') &&
            commandButton('Show Autoscale', link('autoscale.view', { server: shown.id })),
        ],
        [
          can('POST', 'publicIPAddresses') && form('Add Public IP', 'ip.add', { server: shown.id }),
          can('PUT', 'cpuAutoscalePolicyMapping') &&
            form('Set Autoscale Policy', 'autoscale.set', { server: shown.id }),
        ],
      ),
    ];
  },
});

type Details = NonNullable<Server['details']>;

const sizeOf = ({ cpu, memoryMB, storageGB }: Details): string =>
  [
    cpu && `${cpu} CPU`,
    memoryMB && `${memoryMB / 1024} GB`,
    storageGB !== undefined && `${storageGB} GB disk`,
  ]
    .filter(Boolean)
    .join(' · ');

/** Returns the name of a server's autoscale policy; its id if the policy no longer exists. */
async function autoscaleOf(id: string | undefined, { service }: Context): Promise<Inline> {
  if (id === undefined) return 'none';
  return (await ifFound(service.autoscalePolicies.get(id)))?.name ?? code(id);
}

import type { IpAddress } from '../cloud/index.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import { allows } from '../cloud/model/link.ts';
import { code, facts, heading, type Inline, step, steps } from '../core/answer.ts';
import { type Context, defineOperation } from './shared/context.ts';
import { serverViewers } from './shared/roles.ts';
import { nameOf, server } from './shared/server.ts';
import { describeState } from './shared/server-state.ts';

export const serverShow = defineOperation({
  id: 'server.show',
  summary: 'Show one server',
  example: 'server show DE1ACMEWEB01',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  run: ({ server }, context) => autoscaleOf(server.details?.cpuAutoscalePolicy?.id, context),
  result: ({ server: shown }, autoscale, context) => {
    const { details } = shown;
    const can = (verb: 'POST' | 'PUT' | 'DELETE', rel: string) => allows(shown, verb, rel);
    return [
      heading(nameOf(shown)),
      facts({
        Status: describeState(shown.status, details?.powerState),
        'Data center': shown.locationId.toUpperCase(),
        // `os` holds the machine's code for it (service-facts, additions).
        System: shown.osType ?? shown.os,
        Size:
          details &&
          [
            details.cpu && `${details.cpu} CPU`,
            details.memoryMB && `${details.memoryMB / 1024} GB memory`,
            details.storageGB !== undefined && `${details.storageGB} GB storage`,
          ]
            .filter(Boolean)
            .join(', '),
        Addresses: details && addressesOf(details.ipAddresses),
        'Secondary addresses': details && (addressesOf(details.secondaryIPAddresses) || undefined),
        'Alert policies':
          details && (details.alertPolicies.map(({ name, id }) => name ?? id).join(', ') || 'none'),
        Autoscale: details && autoscale,
        Id: code(shown.id),
      }),
      steps(
        can('POST', 'publicIPAddresses') &&
          step('Public addresses', context.link('ip.show', { server: shown.id })),
        can('PUT', 'cpuAutoscalePolicyMapping') &&
          step('Autoscale', context.link('autoscale.view', { server: shown.id })),
      ),
    ];
  },
});

const addressesOf = (addresses: readonly IpAddress[]): string =>
  addresses
    .map(({ public: outside, internal }) =>
      [internal, outside && `public ${outside}`].filter(Boolean).join(' → '),
    )
    .join(', ');

/** The name of a server's autoscale policy; its id where the policy is gone. */
async function autoscaleOf(id: string | undefined, { service }: Context): Promise<Inline> {
  if (id === undefined) return 'none';
  try {
    return (await service.autoscalePolicies.get(id)).name;
  } catch (error) {
    if (error instanceof CloudApiError && error.kind === 'not-found') return code(id);
    throw error;
  }
}

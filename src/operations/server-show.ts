import { code, facts, heading, step, steps } from '../core/answer.ts';
import { allows } from '../service/index.ts';
import { lineIn, operation } from './context.ts';
import { nameOf, server } from './terms/server.ts';

export const serverShow = operation({
  id: 'server.show',
  does: 'Show one server',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'reads',
  run: async ({ server }) => server,
  answer: (_, shown, context) => {
    const { details } = shown;
    const can = (verb: 'POST' | 'PUT' | 'DELETE', rel: string) => allows(shown, verb, rel);
    return [
      heading(nameOf(shown)),
      facts({
        Status: [shown.status, details?.powerState].filter(Boolean).join(', '),
        'Data center': shown.locationId.toUpperCase(),
        System: shown.os ?? shown.osType,
        Size:
          details &&
          [
            details.cpu && `${details.cpu} CPU`,
            details.memoryMB && `${details.memoryMB / 1024} GB memory`,
            details.storageGB !== undefined && `${details.storageGB} GB storage`,
          ]
            .filter(Boolean)
            .join(', '),
        Addresses: details?.ipAddresses
          .map(({ public: outside, internal }) =>
            [internal, outside && `public ${outside}`].filter(Boolean).join(' → '),
          )
          .join(', '),
        'Alert policies':
          details && (details.alertPolicies.map(({ name, id }) => name ?? id).join(', ') || 'none'),
        Autoscale: details && (details.cpuAutoscalePolicy ? code(details.cpuAutoscalePolicy.id) : 'none'),
        Id: code(shown.id),
      }),
      steps(
        can('POST', 'publicIPAddresses') && step('Public addresses', lineIn(context, 'ip show', shown.id)),
        can('PUT', 'cpuAutoscalePolicyMapping') &&
          step('Autoscale', lineIn(context, 'autoscale view', shown.id)),
      ),
    ];
  },
});

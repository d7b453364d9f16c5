import { fields, heading, table } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { everyRole } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';

const yes = (flag: boolean): string => (flag ? 'yes' : 'no');

export const dcCapabilities = defineOperation({
  id: 'dc.capabilities',
  summary: 'Show what can be deployed in a data center',
  action: 'Show data center',
  example: 'dc capabilities de1',
  fields: { dc: dataCenter({ label: 'Data center', at: 0 }) },
  risk: 'reads',
  roles: everyRole,
  run: ({ dc }, { service }) => service.dataCenters.deployment(dc.id),
  result: ({ dc }, can) => [
    heading(`What ${dc.id.toUpperCase()} can deploy`),
    fields({
      'Shared load balancer': yes(can.supportsSharedLoadBalancer),
      'Bare metal servers': yes(can.supportsBareMetalServers),
      Networks:
        can.deployableNetworks.map(({ name, accountID }) => `${name} (${accountID})`).join(', ') || 'none',
      'Importable systems': can.importableOSTypes.map(({ description }) => description).join(', ') || 'none',
    }),
    table({
      caption: 'Templates',
      columns: [{ name: 'Name' }, { name: 'Description' }, { name: 'Drive' }, { name: 'Supports' }],
      rows: can.templates.map(({ name, description, storageSizeGB, capabilities }) => [
        { code: name },
        description,
        storageSizeGB === 0 ? '–' : `${storageSizeGB} GB`,
        capabilities.join(', '),
      ]),
    }),
    ...notAllRead(can),
  ],
});

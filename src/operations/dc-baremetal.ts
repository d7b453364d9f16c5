import { type Answer, heading, note, table } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { dataCenter } from './shared/references.ts';
import { everyRole } from './shared/roles.ts';

export const dcBaremetal = defineOperation({
  id: 'dc.baremetal',
  summary: 'Show the bare metal servers that a data center offers',
  example: 'dc baremetal va1',
  fields: { dc: dataCenter({ label: 'Data center', at: 0 }) },
  risk: 'reads',
  roles: everyRole,
  run: ({ dc }, { service }) => service.dataCenters.bareMetal(dc.id),
  result: ({ dc }, offered): Answer => {
    if (!offered || offered.skus.length === 0)
      return [note(`${dc.id.toUpperCase()} offers no bare metal servers.`)];
    const { skus, operatingSystems } = offered;
    return [
      heading(`Bare metal in ${dc.id.toUpperCase()}`),
      table({
        caption: 'Configurations',
        columns: [
          { name: 'Id' },
          { name: 'Processor' },
          { name: 'Memory' },
          { name: 'Disks' },
          { name: 'Available' },
          { name: 'Per hour', align: 'right' },
        ],
        rows: skus.map(({ id, processor, memory, storage, availability, hourlyRate }) => [
          { code: id },
          `${processor.sockets} × ${processor.coresPerSocket} cores, ${processor.description}`,
          `${memory.reduce((sum, { capacityGB }) => sum + capacityGB, 0)} GB`,
          storage.map(({ capacityGB, type }) => `${capacityGB} GB ${type}`).join(', '),
          availability,
          hourly(hourlyRate),
        ]),
      }),
      // Two systems may have the same description, so an object can't hold them.
      {
        kind: 'facts',
        facts: operatingSystems.map(({ description, hourlyRatePerSocket }) => [
          description,
          `${hourly(hourlyRatePerSocket)} per socket per hour`,
        ]),
      },
    ];
  },
});

/** Rates have up to three decimals (service-facts 1.9). */
const hourly = (rate: number): string => (rate === 0 ? 'free' : `$${rate.toFixed(3).replace(/0$/, '')}`);

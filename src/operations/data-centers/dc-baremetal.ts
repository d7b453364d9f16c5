import { type Answer, heading, note, shortId, table } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { everyRole } from '../context/roles.ts';
import { dataCenter } from '../fields/references.ts';

export const dcBaremetal = defineOperation({
  id: 'dc.baremetal',
  summary: 'Show the bare metal servers that a data center offers',
  action: 'Show bare metal servers',
  example: 'dc baremetal va1',
  fields: { dc: dataCenter({ label: 'Data center', at: 0 }) },
  risk: 'reads',
  roles: everyRole,
  run: ({ dc }, { service }) => service.dataCenters.bareMetal(dc.id),
  result: ({ dc }, offered): Answer => {
    const notRead = notAllRead(offered ?? {});
    if (!offered || offered.skus.length === 0)
      return notRead.length > 0 ? notRead : [note(`${dc.id.toUpperCase()} offers no bare metal servers.`)];
    const { skus, operatingSystems } = offered;
    return [
      heading(`Bare metal in ${dc.id.toUpperCase()}`),
      table({
        caption: 'Configurations',
        columns: [
          { name: 'Processor' },
          { name: 'Memory' },
          { name: 'Disks' },
          { name: 'Available' },
          { name: 'Per hour', align: 'right' },
          { name: 'Id' },
        ],
        rows: skus.map(({ id, processor, memory, storage, availability, hourlyRate }) => [
          `${processor.sockets} × ${processor.coresPerSocket} cores, ${processor.description}`,
          `${memory.reduce((sum, { capacityGB }) => sum + capacityGB, 0)} GB`,
          inGroups(storage.map(({ capacityGB, type }) => `${capacityGB} GB ${type.toUpperCase()}`)),
          availability,
          hourly(hourlyRate),
          shortId(id),
        ]),
      }),
      // Not an object, since two systems may have the same description.
      {
        kind: 'facts',
        facts: operatingSystems.map(({ description, hourlyRatePerSocket }) => [
          description,
          hourlyRatePerSocket === 0 ? 'free' : `${hourly(hourlyRatePerSocket)} per socket per hour`,
        ]),
      },
      ...notRead,
    ];
  },
});

/** Groups equal disks: "300 GB SSD, 7 × 4000 GB HDD". */
function inGroups(disks: readonly string[]): string {
  const kinds = [...new Set(disks)];
  return kinds
    .map((kind) => {
      const amount = disks.filter((disk) => disk === kind).length;
      return amount === 1 ? kind : `${amount} × ${kind}`;
    })
    .join(', ');
}

/** Formats an hourly rate. Rates have up to three decimals (docs/cloud-api.md, Bare metal). */
const hourly = (rate: number): string => (rate === 0 ? 'free' : `$${rate.toFixed(3).replace(/0$/, '')}`);

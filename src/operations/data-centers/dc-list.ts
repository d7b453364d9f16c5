import { code, count, table } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { everyRole } from '../context/roles.ts';
import { menuOf } from '../fields/reference.ts';
import { dataCenters } from '../fields/references.ts';

export const dcList = defineOperation({
  id: 'dc.list',
  summary: 'List the data centers',
  example: 'dc list',
  fields: {},
  risk: 'reads',
  roles: everyRole,
  run: (_, { service }) => service.dataCenters.list(),
  result: (_, listed, { link }) => [
    table({
      caption: count(listed.length, 'data center'),
      columns: [{ name: 'Code' }, { name: 'Name' }],
      rows: listed.map(({ id, name }) => [code(id), name]),
    }),
    ...notAllReadOf(listed, ({ id }) => id, unreadParts),
    menuOf('Show a data center…', 'Data centers', listed, dataCenters, ({ id }) =>
      link('dc.show', { dc: id }),
    ),
  ],
});

import { code, count, line, note, table } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';

export const dcList = defineOperation({
  id: 'dc.list',
  summary: 'List the data centers',
  fields: {},
  risk: 'reads',
  run: (_, { service }) => service.dataCenters.list(),
  result: (_, listed, context) => [
    table({
      caption: count(listed.length, 'data center'),
      columns: [{ name: 'Code' }, { name: 'Name' }],
      rows: listed.map(({ id, name }) => [code(id), name]),
    }),
    note('More about one: ', line(lineIn(context, 'dc show', 'CODE'))),
  ],
});

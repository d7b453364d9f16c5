import { line, note } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';

export const policy = defineOperation({
  id: 'policy',
  summary: 'Show who may do what here, and what needs approval',
  example: 'policy',
  fields: {},
  risk: 'reads',
  roles: [],
  run: (_, { describePolicy }) => describePolicy(),
  result: (_, described, { link }) => [
    ...described,
    note('See what it decides on a command: ', line(link('policy.explain', { line: 'COMMAND' }))),
  ],
});

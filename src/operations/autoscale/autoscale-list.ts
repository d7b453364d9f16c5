import { count, line, note, shortId, context as smallPrint, table } from '../../answer/answer.ts';
import type { AutoscalePolicy } from '../../cloud/index.ts';
import { defineOperation } from '../context/context.ts';
import { notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { menuOf } from '../fields/reference.ts';
import { autoscalePolicies } from '../fields/references.ts';
import { describe } from './autoscale.ts';

const nameOf = ({ name, id }: AutoscalePolicy): string => `${name} ${id.slice(0, 8)}`;

export const autoscaleList = defineOperation({
  id: 'autoscale.list',
  summary: 'List the autoscale policies',
  example: 'autoscale list',
  fields: {},
  risk: 'reads',
  roles: serverViewers,
  run: (_, { service }) => service.autoscalePolicies.list(),
  result: (_, policies, context) =>
    policies.length === 0
      ? [note(`Account ${context.service.alias} has no autoscale policies.`)]
      : [
          table({
            caption: `${count(policies.length, 'autoscale policy')} in ${context.service.alias}`,
            columns: [{ name: 'Name' }, { name: 'Scales' }, { name: 'Id' }],
            rows: policies.map((policy) => [policy.name, describe(policy), shortId(policy.id)]),
          }),
          ...notAllReadOf(policies, nameOf, unreadParts),
          menuOf('Show a policy…', 'Autoscale policies', policies, autoscalePolicies, ({ id }) =>
            context.link('autoscale.show', { policy: id }),
          ),
          smallPrint(
            'Set one on a server: ',
            line(context.link('autoscale.set', { server: 'SERVER', policy: 'POLICY' })),
          ),
        ],
});

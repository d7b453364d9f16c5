import { count, line, note, shortId, table } from '../../answer/answer.ts';
import { commandWords } from '../context/command-link.ts';
import { defineOperation } from '../context/context.ts';
import { notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { menuOf } from '../fields/reference.ts';
import { alertPolicies } from '../fields/references.ts';
import { describeTriggers, recipientsOf } from './triggers.ts';

export const alertList = defineOperation({
  id: 'alert.list',
  summary: 'List the alert policies',
  example: 'alert list',
  fields: {},
  risk: 'reads',
  roles: serverViewers,
  run: (_, { service }) => service.alertPolicies.list(),
  result: (_, policies, context) =>
    policies.length === 0
      ? [
          note(
            `Account ${context.service.alias} has no alert policies. Create one: `,
            line(`help ${commandWords('alert.create')}`),
          ),
        ]
      : [
          table({
            caption: `${count(policies.length, 'alert policy')} in ${context.service.alias}`,
            columns: [{ name: 'Name' }, { name: 'Condition' }, { name: 'Notifies' }, { name: 'Id' }],
            rows: policies.map((policy) => [
              policy.name,
              describeTriggers(policy.triggers),
              recipientsOf(policy).join(', '),
              shortId(policy.id),
            ]),
            rest: 'Show one of the others by its name or id.',
          }),
          ...notAllReadOf(policies, ({ name, id }) => `${name} ${id.slice(0, 8)}`, unreadParts),
          menuOf('Show a policy…', 'Alert policies', policies, alertPolicies, ({ id }) =>
            context.link('alert.show', { policy: id }),
          ),
        ],
});

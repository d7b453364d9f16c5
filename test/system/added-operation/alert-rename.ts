import { bold, buttons, commandButton, done, line } from '../../../src/answer/answer.ts';
import type { SnapshotReader } from '../../../src/operation/snapshot.ts';
import { type Context, defineOperation } from '../../../src/operations/context/context.ts';
import { serverAdmins } from '../../../src/operations/context/roles.ts';
import { text } from '../../../src/operations/fields/index.ts';
import { alertPolicy } from '../../../src/operations/fields/references.ts';

/** The name of an alert policy. */
const alertName: SnapshotReader<{ readonly id: string }, Context> = {
  kind: 'name of an alert policy',
  async read({ id }, { service, link }) {
    const { name } = await service.alertPolicies.get(id);
    return {
      content: name,
      description: [`It is now “${name}”. See `, line(link('alert.show', { policy: id }))],
    };
  },
  listCommand: (_, { link }) => link('alert.list'),
};

export const alertRename = defineOperation({
  id: 'alert.rename',
  summary: 'Give an alert policy another name',
  action: 'Rename alert policy',
  button: 'Rename Policy',
  example: 'alert rename "Disk 80" "Disk full"',
  fields: {
    policy: alertPolicy({ label: 'Policy', at: 0 }),
    name: text({ label: 'New name', at: 1, example: '"Disk full"' }),
  },
  risk: 'changes',
  roles: serverAdmins,
  targets: ({ policy }) => [`alert-policy/${policy.id}`],
  subject: ({ policy, name }) => `${policy.name} to ${name}`,
  statusCommand: ({ policy }, { link }) => link('alert.show', { policy: policy.id }),
  run: ({ policy, name }, { service }) => service.alertPolicies.update(policy.id, { ...policy, name }),
  result: ({ policy }, renamed, { link }) => [
    done(bold(policy.name), ' is now ', bold(renamed.name), '.'),
    buttons(commandButton('Show', link('alert.show', { policy: policy.id }))),
  ],
  changes: ({ policy: { id } }) => ({ id }),
  leaves: ({ policy, name }) => ({
    keys: { name: { before: policy.name, after: name } },
    already: `An alert policy is already called “${name}”.`,
  }),
  snapshot: alertName,
  inverse: ({ policy }, renamed, { command }) =>
    renamed.name === policy.name
      ? undefined
      : command('alert.update', { policy: policy.id, name: policy.name }),
});

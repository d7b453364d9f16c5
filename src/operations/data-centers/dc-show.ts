import { type Answer, buttons, code, commandButton, context, heading, table } from '../../answer/answer.ts';
import type { Group } from '../../cloud/index.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead, notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { everyRole } from '../context/roles.ts';
import { choice } from '../fields/index.ts';
import { dataCenter } from '../fields/references.ts';

export const dcShow = defineOperation({
  id: 'dc.show',
  summary: 'Show a data center, optionally with its server groups',
  action: 'Show data center',
  example: 'dc show de1',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0 }),
    groups: optional(choice({ label: 'Server groups', at: 1, choices: ['groups'] })),
  },
  risk: 'reads',
  roles: everyRole,
  async run({ dc, groups }, { service }) {
    const shown = await service.dataCenters.get(dc.id, { groupLinks: groups !== undefined });
    const root = shown.links.find(({ rel }) => rel === 'group');
    return { shown, root, tree: root?.id && groups ? await service.groups.get(root.id) : undefined };
  },
  result: (_, { shown, root, tree }, { link }) => [
    heading(shown.name),
    context(code(shown.id), ...(root ? [` · root group ${root.name ?? ''} `, code(root.id ?? '')] : [])),
    ...(tree ? treeTable(tree) : []),
    ...notAllRead(shown),
    buttons(
      commandButton('Show Capabilities', link('dc.capabilities', { dc: shown.id })),
      commandButton('Show Bare Metal', link('dc.baremetal', { dc: shown.id })),
      !tree && commandButton('Show Groups', link('dc.show', { dc: shown.id, groups: 'groups' })),
    ),
  ],
});

function treeTable(root: Group): Answer {
  const rows = flatten(root, []).map(({ path, group }) => [
    path.join(' / '),
    String(group.links.filter(({ rel }) => rel === 'server').length),
    code(group.id),
  ]);
  return [
    table({
      caption: 'Server groups',
      columns: [{ name: 'Group' }, { name: 'Servers', align: 'right' }, { name: 'Id' }],
      rows,
      rest: 'Find a server by its name instead.',
    }),
    ...notAllReadOf(
      flatten(root, []),
      ({ group }) => group.name,
      ({ group }) => unreadParts(group),
    ),
  ];
}

function flatten(group: Group, above: readonly string[]): { path: string[]; group: Group }[] {
  const path = [...above, group.name];
  return [{ path, group }, ...group.groups.flatMap((inner) => flatten(inner, path))];
}

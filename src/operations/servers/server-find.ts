import { buttons, count, note, table } from '../../answer/answer.ts';
import { folded } from '../../core/spelling.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { notAllReadOf, unreadParts } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { text } from '../fields/index.ts';
import { menuOf } from '../fields/reference.ts';
import { matchesGlob } from './glob.ts';
import { entry, listServers } from './server.ts';
import { describeState } from './server-state.ts';

export const serverFind = defineOperation({
  id: 'server.find',
  summary: 'Find servers by a part of their name, or list all',
  example: 'server find jump',
  fields: { text: optional(text({ label: 'Name contains', at: 0, example: 'web', maxLength: 64 })) },
  risk: 'reads',
  roles: serverViewers,
  async run({ text: wanted = '' }, { service }) {
    const all = await service.servers.all();
    const hasPart = (whole: string): boolean => matchesGlob(`*${folded(wanted)}*`, folded(whole));
    return all.filter(({ name, group }) => hasPart(name) || group.some(hasPart));
  },
  result: ({ text: wanted }, found, context) => {
    const { alias } = context.service;
    if (found.length === 0) {
      return wanted === undefined
        ? [note(`${alias} has no servers.`)]
        : [
            note(`No server in ${alias} has “${wanted}” in its name or group. Try a shorter part.`),
            buttons(listServers(context.link)),
          ];
    }
    return [
      table({
        caption: `${count(found.length, 'server')} ${wanted === undefined ? `in ${alias}` : `with “${wanted}”`}`,
        columns: [{ name: 'Name' }, { name: 'Status' }, { name: 'Data center' }, { name: 'Group' }],
        rows: found.map(({ name, status, powerState, dataCenter, group }) => [
          name,
          describeState(status, powerState),
          dataCenter.toUpperCase(),
          group.join(' / '),
        ]),
        rest: 'Use a part of the name to see the others.',
      }),
      ...notAllReadOf(found, ({ name }) => name, unreadParts),
      menuOf(
        'Show a server…',
        'Servers',
        found,
        { ...entry, describe: ({ status, powerState }) => describeState(status, powerState) },
        ({ id }) => context.link('server.show', { server: id }),
      ),
    ];
  },
});

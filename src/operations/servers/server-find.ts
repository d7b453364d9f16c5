import { count, menu, note, table } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { serverViewers } from '../context/roles.ts';
import { text } from '../fields/index.ts';
import { matchesGlob } from './glob.ts';
import { describeState } from './server-state.ts';

export const serverFind = defineOperation({
  id: 'server.find',
  summary: 'Find servers by a part of their name',
  example: 'server find jump',
  fields: { text: text({ label: 'Name contains', at: 0, example: 'web', maxLength: 64 }) },
  risk: 'reads',
  roles: serverViewers,
  async run({ text: wanted }, { service }) {
    const all = await service.servers.all();
    const hasPart = (whole: string): boolean => matchesGlob(`*${wanted}*`, whole);
    return all.filter(({ name, group }) => hasPart(name) || group.some(hasPart));
  },
  result: ({ text: wanted }, found, context) => {
    if (found.length === 0) {
      return [
        note(
          `No server in ${context.service.alias} has “${wanted}” in its name or group. Try a shorter part.`,
        ),
      ];
    }
    return [
      table({
        caption: `${count(found.length, 'server')} with “${wanted}”`,
        columns: [{ name: 'Name' }, { name: 'Status' }, { name: 'Data center' }, { name: 'Group' }],
        rows: found.map(({ name, status, powerState, dataCenter, group }) => [
          name,
          describeState(status, powerState),
          dataCenter.toUpperCase(),
          group.join(' / '),
        ]),
        rest: 'Use a longer part of the name to see the others.',
      }),
      menu('Show a server…', {
        label: 'Servers',
        options: found.map(({ id, name, status, powerState }) => ({
          label: name,
          description: describeState(status, powerState),
          action: { line: context.link('server.show', { server: id }) },
        })),
      }),
    ];
  },
});

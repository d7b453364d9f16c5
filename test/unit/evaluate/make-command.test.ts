import { expect, test } from 'vitest';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import { commandsIn } from '../../../src/evaluate/make-command.ts';
import { notConnected } from '../../support/in-memory/local-cloud.ts';

const login = { userName: 'skydesk', accountAlias: 'acme', locationAlias: 'DE1', roles: [] };
const { link, command } = commandsIn({ service: notConnected.account('ACME'), login });
const { link: abroad } = commandsIn({ service: notConnected.account('ACDV'), login });

test.each([
  ['without arguments', link('alert.list'), 'alert list'],
  [
    'in the order of the line, whatever the order given',
    link('alert.assign', { server: 'web01', policy: 'Disk 80' }),
    'alert assign "Disk 80" web01',
  ],
  [
    'by name if there is no place on the line',
    link('alert.update', { policy: 'p1', cpu: 'off', name: 'Full' }),
    'alert update p1 cpu=off name=Full',
  ],
  ['by name after an empty place', link('invoice.trend', { pricing: 'ACME' }), 'invoice trend pricing=ACME'],
  ['without what is empty', link('history', { who: undefined, what: '', since: '7d' }), 'history since=7d'],
  [
    'with all remaining words as they are',
    link('ip.add', { server: 'web01', ports: 'tcp/443 udp/53' }),
    'ip add web01 tcp/443 udp/53',
  ],
  [
    'with its account, if that is not the account of the login',
    abroad('server.show', { server: 'web01' }),
    'server show web01 account=ACDV',
  ],
])('a link is the command as a person types it %s', (_, written, line) => {
  expect(written).toBe(line);
  expect(parseCommand(written)).toMatchObject({ kind: 'prepared' });
});

test('a command has its operation and arguments, and a line that is parsed to them', () => {
  const { operation, raw, line } = command('alert.update', {
    policy: 'p1',
    cpu: 'off',
    disk: undefined,
    to: '',
  });
  expect(raw).toEqual({ policy: 'p1', cpu: 'off' });
  expect(parseCommand(line)).toMatchObject({ prepared: { operation: { id: operation }, raw } });
});

test('a link that does not fit its operation does not compile', () => {
  const wrong = () => [
    // @ts-expect-error: there is no such operation
    link('alert.explode'),
    // @ts-expect-error: it takes no argument of this name
    link('alert.show', { polcy: 'p1' }),
    // @ts-expect-error: the server is missing
    link('alert.assign', { policy: 'p1' }),
    // @ts-expect-error: arguments are missing
    link('alert.assign'),
    // @ts-expect-error: arguments are words
    link('history', { before: 120 }),
  ];
  expect(wrong).toThrow('alert.explode');
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileProblems } from '../../../../scripts/bundles/file-problems.ts';
import { readRunbook } from '../../../../scripts/runbooks/read-runbook.ts';
import { readPlan } from '../../../../src/command-line/plan-steps.ts';
import { normalize } from '../../../../src/core/normalize.ts';
import { operationById } from '../../../../src/operations/index.ts';
import { filledLines, runbookOperation } from '../../../../src/operations/plans/runbook.ts';
import { root } from '../../../support/imports.ts';
import { stepsOf } from '../../../support/made/prepared-plan.ts';

const header = '# Publish a server\nall-or-nothing\n{server} the new server\n{to} who gets the alerts\n';
const commands =
  'ip add {server} tcp/443\nalert create "Web {server}" cpu=90 to={to}\nalert assign $2.id {server}\n';

const withLine = (line: string): string => `${header}${commands}${line}`;
const withParameter = (line: string): string => `${header}${line}${commands}`;

/** The command of a runbook, as the bundles have it. */
const commandOf = (text: string) =>
  runbookOperation(readRunbook('publish.plan', text), (id, field) => operationById(id)?.fields[field]);

function mistakes(text: string, file = 'publish.plan'): readonly string[] {
  try {
    readRunbook(file, text);
    return [];
  } catch (error) {
    if (!(error instanceof FileProblems)) throw error;
    return error.problems;
  }
}

test.each([
  ['a command is unknown', withLine('allert list'), '8: unknown command “allert”. Did you mean alert?'],
  ['a wrong argument', withLine('ip add {server} tcp/0'), '8: ports “tcp/0” has a port outside 1 to 65535'],
  ['a typo', withLine('ip add {server} tcp/22 form={to}'), '8: Unknown option “form=”. Did you mean from=?'],
  [
    'a parameter is not declared',
    withLine('ip add {servr} tcp/22'),
    '8: {servr} is not declared in the header. Did you mean {server}?',
  ],
  ['a parameter is not used', withParameter('{office} where\n'), '5: {office} is not used by any command'],
  ['a parameter is declared twice', withParameter('{to} whom\n'), '5: {to} is declared twice'],
  [
    'a parameter is called as an option',
    withParameter('{why} the reason\n'),
    '5: {why} has the name of an option that every command has',
  ],
  [
    'a command has its own start',
    header.concat('{when} its start\n', commands, 'ip add {server} tcp/22 starts={when}'),
    '9: a plan starts as a whole: use Schedule in the form, or add starts= after the plan',
  ],
  [
    'a step returns something else',
    header.concat(commands.replace('$2.id', '$1.id')),
    '7: policy is “$1.id”, but step 1 (ip add) returns no alert policy',
  ],
  [
    'it has no description',
    header.replace('# Publish a server', '').concat(commands),
    '1: the first line says what the runbook does, behind a #',
  ],
  ['it has no command', '# Nothing', '1: there is no command'],
  ['a read', '# Look\nserver show web01', '2: “server show” changes nothing, and a plan has changes only'],
])('the build fails if %s', (_, text, mistake) => {
  expect(mistakes(text)).toEqual([`runbooks/publish.plan:${mistake}`]);
});

test('a file needs a name that can be typed', () => {
  expect(mistakes('# Look\nip add web01 tcp/22', 'New Server.plan')).toEqual([
    'runbooks/New Server.plan:1: a runbook is named in small letters, digits and hyphens: new-server.plan',
  ]);
});

test('a runbook is a command, and its parameters are entered like the arguments that they fill', () => {
  const { id, summary, fields } = commandOf(header + commands);
  expect([id, summary]).toEqual(['run.publish', 'Publish a server']);
  expect(Object.entries(fields).map(([name, { label, required }]) => [name, label, required])).toEqual([
    ['server', 'The new server', true],
    ['to', 'Who gets the alerts', true],
  ]);
  expect(fields.server?.reference).toBeDefined();
  expect(fields.to?.read('nobody')).toEqual({ problem: '“nobody” is not an email address' });
});

test('parameters are filled in each of its commands', () => {
  const steps = stepsOf(commandOf(header + commands), {
    server: 'web04',
    to: 'ops@example.com',
    why: 'Go live',
  });
  expect(steps.map(({ line }) => line)).toEqual([
    'ip add web04 tcp/443',
    'alert create "Web web04" cpu=90 to=ops@example.com',
    'alert assign $2.id web04',
  ]);
});

test('the value of a parameter is never more than a part of one argument', () => {
  const runbook = readRunbook('publish.plan', header + commands);
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      'web04 tcp/22',
      '" from=0.0.0.0/0',
      'x\nip remove web01 1.2.3.4',
      '{to}',
      '$2.id',
      'a why=b',
    ),
  );
  fc.assert(
    fc.property(value, value, (server, to) => {
      const lines = filledLines(runbook, { server, to });
      expect(lines.map((line) => 'raw' in line && [line.operation, line.raw])).toEqual([
        ['ip.add', { server, ports: 'tcp/443' }],
        ['alert.create', { name: `Web ${server}`, cpu: '90', to }],
        ['alert.assign', { policy: '$2.id', server }],
      ]);
      const reading = readPlan({ lines }, {});
      if ('prepared' in reading) expect(reading.prepared[1]?.raw.name).toBe(normalize(`Web ${server}`));
    }),
  );
});

test('a value can’t refer to the result of a step', () => {
  const named = commandOf(
    '# Allow\n{office} where from\n{end} its end\nip add web01 tcp/22\nip add web02 tcp/22 from={office},10.0.0.{end}\n',
  );
  expect(named.prepare({ office: '$1.address', end: '$1.address' })).toEqual({
    problems: [
      { field: 'office', message: 'must be up to 200 characters, without $' },
      { field: 'end', message: 'must be up to 200 characters, without $' },
    ],
  });
  const whole = commandOf(
    '# Allow\n{office} where from\nip add web01 tcp/22\nip add web02 tcp/22 from={office}\n',
  );
  expect(whole.prepare({ office: '10.0.0.0/8,$1.address' })).toMatchObject({
    problems: [{ field: 'office' }],
  });
});

test('every runbook of this repository is valid', () => {
  const folder = path.join(root, 'runbooks');
  for (const file of readdirSync(folder))
    expect(readRunbook(file, readFileSync(path.join(folder, file), 'utf8')).lines, file).not.toEqual([]);
});

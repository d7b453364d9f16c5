import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputSchemaOf } from '../../../src/agents/input-schema.ts';
import { readCall } from '../../../src/agents/read-call.ts';
import { readToolArguments } from '../../../src/agents/tool-arguments.ts';
import { toolCallOf, toolName } from '../../../src/agents/tool-link.ts';
import { operationOf } from '../../../src/agents/tool-operations.ts';
import { tools } from '../../../src/agents/tools.ts';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import { aliasPattern } from '../../../src/operation/account-alias.ts';
import { always, ticketPattern } from '../../../src/operation/standard-options.ts';
import { operationById, operations } from '../../../src/operations/index.ts';
import { runbookOperation } from '../../../src/operations/plans/runbook.ts';
import { serverWordsIn } from '../../../src/operations/servers/server-words.ts';
import { textOf } from '../../support/answer-text.ts';

const readFor = (tool: string, args: unknown) => {
  const operation = operationOf(tool);
  if (!operation) throw new Error(`There is no tool ${tool}`);
  return readToolArguments(operation, args);
};

const toolNamed = (name: string) => {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}`);
  return tool;
};

const validator = new AjvJsonSchemaValidator();
const isValid = (tool: string, args: unknown): boolean =>
  validator.getValidator(toolNamed(tool).inputSchema as object)(args).valid;

describe('the tools', () => {
  test('are one for each operation that is not for people only, with a name that MCP and the models allow', () => {
    expect(tools.map(({ name }) => operationOf(name)?.id)).toEqual(
      operations.filter(({ isForPeople }) => !isForPeople).map(({ id }) => id),
    );
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name } of tools) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    for (const id of ['extend', 'end', 'history_export', 'confirm', 'no_such'])
      expect(operationOf(id)).toBeUndefined();
  });

  test('say of an argument that may be left out what holds without it', () => {
    expect(toolNamed('ip_add').inputSchema.properties).toMatchObject({
      from: { description: expect.stringMatching(/; else anyone on the internet$/) },
      ends: { description: expect.stringMatching(/; else never$/) },
    });
  });

  test('differ in their titles and descriptions', () => {
    expect(new Set(tools.map(({ title }) => title)).size).toBe(tools.length);
    expect(new Set(tools.map(({ description }) => description)).size).toBe(tools.length);
    expect(toolNamed('alert_assign').title).toBe('Assign Alert Policy');
    expect(toolNamed('firewall_intra_create').title).toBe('Create a firewall policy inside a data center');
  });

  test('say that a change waits for a person, and show an example in arguments', () => {
    expect(toolNamed('alert_assign').description).toBe(
      'Assign an alert policy to a server. Changes nothing by itself: the person gets a preview in their Slack direct messages and has to press “Assign Policy” there, or approvers have to approve it. Needs policy, server. Example: {"policy":"Disk 80","server":["DE1ACMEWEB03"]}',
    );
    expect(toolNamed('firewall_create').description).toContain('it requests approval');
    expect(toolNamed('alert_list').description).toBe('List the alert policies. Only reads.');
  });

  test.each([
    ['alert_list', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }],
    ['run', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
    ['alert_create', { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
    ['alert_delete', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
    ['ip_add', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
  ])('hint at what %s does', (name, hints) => {
    expect(toolNamed(name).annotations).toMatchObject(hints);
  });

  test('take the example of each operation as arguments that their schema allows', () => {
    for (const { id, example, isForPeople } of operations) {
      const call = toolCallOf(example);
      expect(call === undefined, id).toBe(isForPeople);
      if (call) expect([id, isValid(call.tool, call.arguments)]).toEqual([id, true]);
    }
  });

  test('have examples for each argument that the operation accepts', () => {
    const wrong = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties).flatMap(([argument, schema]) => {
        const [value] = Array.isArray(schema.examples) ? schema.examples : [];
        if (value === undefined || argument === 'lease') return [];
        const read = readFor(name, { [argument]: value });
        const prepared = 'raw' in read ? operationOf(name)?.prepare(read.raw) : read;
        const problems = prepared && 'problems' in prepared ? prepared.problems : [];
        const own = problems.filter(
          ({ field, message }) => field === argument && !message.startsWith('names'),
        );
        return own.length > 0 ? [`${name} ${argument}: ${own[0]?.message}`] : [];
      }),
    );
    // A runbook is a tool of its own.
    expect(wrong.filter((line) => !/ runbook: /.test(line))).toEqual([]);
  });
});

test('the examples of the required arguments of a tool are a call that can succeed', () => {
  const wrong = tools.flatMap(({ name, inputSchema: { properties, required = [] } }) => {
    const args = Object.fromEntries(
      Object.entries(properties).flatMap(([argument, { examples }]) =>
        required.includes(argument) && Array.isArray(examples) ? [[argument, examples[0]]] : [],
      ),
    );
    const why = required.includes('why') && { why: 'Nightly backup' };
    const read = readFor(name, { ...args, ...why });
    const prepared = 'raw' in read ? operationOf(name)?.prepare(read.raw) : read;
    const problems = prepared && 'problems' in prepared ? prepared.problems : [];
    return problems.flatMap(({ field, message, missing }) =>
      missing ? [] : [`${name} ${field}: ${message}`],
    );
  });
  expect(wrong).toEqual([]);
});

/** Upper bound for the list of tools, in characters: a model reads all of it, some 4 characters to a token. */
const maxList = 74_000;

test('the list of all tools leaves room for work in the context of a model', () => {
  expect(JSON.stringify(tools).length).toBeLessThan(maxList);
});

test('a runbook is a tool of its own, with its parameters as arguments', () => {
  expect(toolName('run.new-web-server')).toBe('run_new-web-server');
  const runbook = {
    name: 'new-web-server',
    summary: 'Publish a new web server',
    allOrNothing: true,
    parameters: [
      { name: 'server', label: 'the server', fills: { operation: 'alert.assign', field: 'server' } },
      { name: 'to', label: 'who gets the alerts', fills: { operation: 'alert.create', field: 'to' } },
    ],
    lines: [],
  };
  const operation = runbookOperation(runbook, (id, field) => operationById(id)?.fields[field]);
  expect(inputSchemaOf(operation)).toMatchObject({
    properties: { server: { type: 'string' }, to: { type: 'array' }, ends: { type: 'string' } },
    required: ['server', 'to'],
  });
});

describe('an input schema', () => {
  test.each([
    ['a number in steps', 'alert_create', 'cpu', { type: 'integer', minimum: 5, maximum: 95, multipleOf: 5 }],
    ['a flag', 'dc_show', 'groups', { type: 'boolean' }],
    ['yes or no', 'plan', 'all-or-nothing', { type: 'boolean' }],
    ['several targets', 'alert_assign', 'server', { type: 'array', minItems: 1, items: { type: 'string' } }],
    ['several values', 'ip_add', 'from', { type: 'array', minItems: 1, items: { type: 'string' } }],
    ['the commands of a plan', 'plan', 'commands', { type: 'array' }],
    ['text', 'server_find', 'text', { type: 'string', maxLength: 64 }],
    ['a standard option', 'ip_add', 'why', { type: 'string', minLength: 3, maxLength: 500 }],
  ])('has %s', (_, tool, argument, schema) => {
    expect(toolNamed(tool).inputSchema.properties[argument]).toMatchObject(schema);
  });

  test('allows the same accounts and tickets as the command line', () => {
    const words = fc.oneof(fc.string(), fc.stringMatching(aliasPattern), fc.stringMatching(ticketPattern));
    fc.assert(
      fc.property(fc.constantFrom('account', 'ticket'), words, (option, given) => {
        const isAllowed = always[option](given) === undefined;
        expect(isValid('alert_delete', { policy: 'x', [option]: given })).toBe(isAllowed);
      }),
    );
  });

  test('takes “off” where a threshold can be removed', () => {
    expect([90, 'off', 'on', 91].map((cpu) => isValid('alert_update', { policy: 'x', cpu }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('requires a reason if approvers always decide, and has only the options that apply', () => {
    expect(toolNamed('firewall_delete').inputSchema.required).toEqual(['dc', 'id', 'why']);
    const names = (tool: string) => Object.keys(toolNamed(tool).inputSchema.properties);
    expect(names('alert_list')).toEqual(['account']);
    expect(names('run')).toEqual(['runbook']);
    expect(names('alert_delete')).toEqual(['policy', 'account', 'why', 'ticket', 'starts', 'ends']);
    expect(toolNamed('alert_list').inputSchema.additionalProperties).toBe(false);
  });
});

describe('arguments become words', () => {
  test.each([
    ['a number', 'alert_create', { cpu: 80 }, { cpu: '80' }],
    ['a number as text', 'alert_create', { cpu: '80' }, { cpu: '80' }],
    ['a number in place of text', 'server_find', { text: 7 }, { text: '7' }],
    ['a flag', 'dc_show', { groups: true }, { groups: 'groups' }],
    ['a flag that is off', 'dc_show', { groups: false }, {}],
    ['no', 'plan', { 'all-or-nothing': false }, { 'all-or-nothing': 'no' }],
    ['a list', 'ip_add', { from: ['10.0.0.0/24', '10.0.1.0/24'] }, { from: '10.0.0.0/24,10.0.1.0/24' }],
    [
      'commands',
      'plan',
      { commands: ['alert delete x', 'ip show y'] },
      { commands: 'alert delete x\nip show y' },
    ],
    [
      'targets',
      'alert_assign',
      { server: ['web01', 'group=Shop floor'] },
      { server: 'web01 group="Shop floor"' },
    ],
    ['targets as typed', 'alert_assign', { server: 'web01 web02' }, { server: 'web01 web02' }],
  ])('%s', (_, tool, args, raw) => {
    expect(readFor(tool, args)).toEqual({ raw });
  });

  test.each([
    ['an object', { text: { $gt: '' } }, 'text must be text, not an object'],
    ['a list', { text: ['a', 'b'] }, 'text must be text, not this list'],
    ['null', { text: null }, 'text must be text, not null'],
    ['true', { text: true }, 'text must be text, not true'],
    ['nothing', { text: ' \u200b' }, 'text is empty: leave it out, or give it a value'],
    ['too much', { text: 'x'.repeat(4000) }, 'text is 4,000 characters long; the limit is 3,000'],
    ['a typing error', { txet: 'web' }, 'Unknown argument “txet”. Did you mean text?'],
    ['an option of changes', { why: 'because' }, 'Unknown argument “why”. This tool takes text, account'],
    [
      'a prototype',
      JSON.parse('{"__proto__": "x"}'),
      'Unknown argument “__proto__”. This tool takes text, account',
    ],
  ])('an invalid argument is a problem: %s', (_, args, problem) => {
    const read = readFor('server_find', args);
    expect(
      'problems' in read
        ? read.problems.map(({ field = '', message }) => `${field} ${message}`.trim())
        : read,
    ).toEqual([problem]);
  });

  test('a flag that is an object is a problem', () => {
    const problem = { field: 'groups', message: 'must be true or false, not an object' };
    expect(readFor('dc_show', { dc: 'de1', groups: {} })).toEqual({ problems: [problem] });
  });

  test.each([[[]], [['']], [''], [['10.0.0.0/8', { cidr: '' }]]])(
    '%j in place of allowed sources is a problem',
    (from) => {
      expect(readFor('ip_add', { server: 'web01', ports: ['tcp/22'], from })).toHaveProperty('problems');
    },
  );

  test('a problem is shown at its argument', () => {
    const read = readFor('alert_show', { policy: null, plicy: 'x' });
    const request = readCall({ asked: { operation: 'alert.show', raw: {}, ...read } });
    expect(request.kind).toBe('mistake');
    expect('answer' in request && textOf(request.answer)).toBe(
      'Check the arguments, and call the tool again:\npolicy must be text, not null\nUnknown argument “plicy”. Did you mean policy?',
    );
  });

  test('a call with thousands of mistakes gets the first ones', () => {
    const wrong = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`policy${at}`, 'x']));
    const read = readFor('alert_show', wrong);
    expect('problems' in read && read.problems).toHaveLength(10);
    expect(readFor('alert_assign', { server: Array.from({ length: 100_000 }, () => 'web01') })).toEqual({
      problems: [{ field: 'server', message: 'is 500,000 characters long; the limit is 3,000' }],
    });
  });

  test('any JSON gives a command or problems', () => {
    const names = tools.map(({ name }) => name);
    const keys = [...new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties)))];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), fc.jsonValue())),
        (tool, args) => {
          const read = readFor(tool, args);
          if ('problems' in read) {
            expect(read.problems.length).toBeGreaterThan(0);
            return;
          }
          const prepared = operationOf(tool)?.prepare(read.raw);
          expect(prepared && ('line' in prepared || prepared.problems.length > 0)).toBe(true);
        },
      ),
    );
  });

  test('several targets stay the same, however they are written', () => {
    const entry = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }).map((name) => `group=${name.replaceAll(',', '')}`),
      fc.constantFrom(
        'web01',
        'web*',
        'a b',
        'x"y',
        "it's",
        '“quoted”',
        'group=“Shop” floor',
        'group="Shop floor"',
      ),
    );
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (server) => {
        const read = readFor('alert_assign', { server });
        expect('raw' in read && serverWordsIn(read.raw.server ?? '').length).toBe(server.length);
      }),
    );
  });
});

describe('a command as a tool call', () => {
  test.each([
    ['alert show "Disk 80"', { tool: 'alert_show', arguments: { policy: 'Disk 80' } }],
    ['alert list account=ACDV', { tool: 'alert_list', arguments: { account: 'ACDV' } }],
    [
      'alert assign x web01 group="Shop floor"',
      { tool: 'alert_assign', arguments: { policy: 'x', server: ['web01', 'group=Shop floor'] } },
    ],
    [
      'alert create "Disk 90" disk=90 to=a@b.cc,d@e.ff',
      { tool: 'alert_create', arguments: { name: 'Disk 90', disk: 90, to: ['a@b.cc', 'd@e.ff'] } },
    ],
    ['dc show de1 groups', { tool: 'dc_show', arguments: { dc: 'de1', groups: true } }],
  ])('%s', (line, call) => {
    expect(toolCallOf(line)).toEqual(call);
    const { tool, arguments: args } = call;
    const read = readFor(tool, args);
    const typed = parseCommand(line);
    const called = 'raw' in read ? operationOf(tool)?.prepare(read.raw) : undefined;
    expect(called && 'line' in called && called.line).toBe(
      typed.kind === 'prepared' ? typed.prepared.line : '',
    );
  });

  test.each([
    'extend #1042 2h',
    'end #1042',
    'help alert',
    'alert assign x',
    'alert show "x',
    'nothing like it',
    '',
  ])('“%s” is no tool call', (line) => expect(toolCallOf(line)).toBeUndefined());
});

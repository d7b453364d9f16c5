import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkView } from '../../../../local/slack/blocks/check-view.ts';
import { asObject, asObjects, type JsonObject, parseJson } from '../../../../local/slack/payload/json.ts';
import { initialState } from '../../../../local/slack/payload/view-state.ts';
import { failed } from '../../../../src/answer/answer.ts';
import type { Choice } from '../../../../src/answer/choices.ts';
import {
  accountField,
  type Form,
  type FormField,
  isChange,
  notesOf,
  plainField,
  reasonFields,
  titleOf,
} from '../../../../src/command-line/form.ts';
import { parseCommand } from '../../../../src/command-line/parse-command.ts';
import type { RawArgs } from '../../../../src/operation/operation.ts';
import { operationById, operations } from '../../../../src/operations/index.ts';
import { errorsAt, readForm } from '../../../../src/slack/receive/form-submission.ts';
import { drawForm, placeholder } from '../../../../src/slack/render/form-view.ts';

type AnyOperation = (typeof operations)[number];

const changing = operations.filter(isChange);
const operationNamed = (id: string): AnyOperation => {
  const operation = operationById(id);
  if (!operation) throw new Error(`There is no operation ${id}`);
  return operation;
};
const responseUrl = `https://hooks.example.com/${'x'.repeat(200)}`;
const replyTo = { channel: 'C0CLOUDOPS', person: 'U0ANA', responseUrl };

/** A form of `operation` with `options` behind every live field and `raw` in all of them. */
function formOf(
  operation: AnyOperation,
  raw: RawArgs,
  options: readonly Choice[],
  most: Partial<FormField> = {},
): Form {
  const fields = Object.entries(operation.fields).map(([name, field]): FormField => {
    const plain = plainField(name, field, raw, []);
    return { ...plain, ...(field.reference && { input: { kind: 'choice', options }, live: true }), ...most };
  });
  return {
    operation: operation.id,
    title: titleOf(operation),
    replyTo,
    notes: notesOf(operation, [], []),
    fields: [...fields, ...reasonFields(operation, raw, []), accountField(raw, [], true)],
  };
}

const asJson = (view: unknown): JsonObject => asObject(parseJson(JSON.stringify(view)) ?? null);

/** The view as Slack submits it when nothing was entered but `chosen`, in each select that has an option with this label. */
function handedBack(form: Form, chosen?: string) {
  const view = asJson(drawForm(form, '/cloud'));
  const blocks = asObjects(view.blocks).map((block) => {
    const element = asObject(block.element ?? null);
    const option = asObjects(element.options).find(({ text }) => asObject(text ?? null).text === chosen);
    return option ? { ...block, element: { ...element, initial_option: option } } : block;
  });
  const state = { values: initialState(blocks) };
  const whole = { id: 'V1', private_metadata: view.private_metadata, blocks, state };
  return readForm(JSON.parse(JSON.stringify(whole)), replyTo.person);
}

const huge: Choice[] = Array.from({ length: 100 }, (_, at) => ({
  value: `id-${at}`,
  label: `${at} ${'long 😀 '.repeat(40)}`,
  description: 'where it is '.repeat(40),
}));

describe('every form fits into Slack', () => {
  test.each(changing.map((operation) => [operation.id, operation] as const))(
    '%s, at its largest',
    (_, operation) => {
      const most = {
        problem: 'is wrong in many words '.repeat(100),
        note: 'to be noted '.repeat(200),
        filter: 'f'.repeat(4000),
        label: 'A long label '.repeat(100),
        hint: 'a long hint '.repeat(400),
        example: 'a long example '.repeat(100),
      };
      const raw = Object.fromEntries(Object.keys(operation.fields).map((name) => [name, 'x'.repeat(5000)]));
      const form = formOf(operation, raw, huge, most);
      const notes = [
        ...form.notes,
        ...Array.from({ length: 50 }, () => failed('What was typed '.repeat(60))),
      ];
      expect(checkView(asJson(drawForm({ ...form, notes }, '/cloud')), '/view')).toEqual([]);
      expect(checkView(asJson(placeholder(form.title)), '/view')).toEqual([]);
    },
  );

  test('and so does a form with a text only', () => {
    const form = { operation: '', title: 'Skydesk', replyTo, notes: [failed('No.')], fields: [] };
    expect(checkView(asJson(drawForm(form, '/cloud')), '/view')).toEqual([]);
  });

  test('and so does any form, whatever its choices are called', () => {
    const choice = fc.record({
      value: fc.string({ unit: 'binary', minLength: 0, maxLength: 100 }),
      label: fc.string({ unit: 'binary', maxLength: 200 }),
      description: fc.string({ unit: 'grapheme', maxLength: 200 }),
    });
    const choices = fc.uniqueArray(choice, { minLength: 1, maxLength: 120, selector: ({ value }) => value });
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(fc.constantFrom(...changing), choices, text, text, (operation, options, value, problem) => {
        const form = formOf(operation, {}, options, { value, problem, note: problem, filter: value });
        expect(checkView(asJson(drawForm(form, '/cloud')), '/view')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a form and a line give the same command', () => {
  test('for any name of an alert policy', () => {
    const create = operationNamed('alert.create');
    const name = fc.string({ minLength: 1, maxLength: 100 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(name, (name) => {
        const { raw } = handedBack(formOf(create, { name, disk: '80', to: 'a@example.com' }, []));
        const prepared = create.prepare(raw);
        if (!('line' in prepared)) throw new Error('not prepared');
        const again = parseCommand(prepared.line);
        expect(again).toMatchObject({
          kind: 'prepared',
          raw: prepared.raw,
          prepared: { line: prepared.line },
        });
        expect(raw.name).toBe(name.trim());
      }),
      { examples: [['-']] },
    );
  });

  test('with line breaks', () => {
    const commands = 'alert unassign "Memory high" DE1ACMEWEB01\n\n# then\nip add DE1ACMEWEB03 tcp/22';
    expect(handedBack(formOf(operationNamed('plan'), { commands }, [])).raw.commands).toBe(commands);
  });

  test('without empty fields', () => {
    const update = operationNamed('alert.update');
    const { raw } = handedBack(formOf(update, { policy: 'id-3', cpu: 'off' }, huge));
    const prepared = update.prepare(raw);
    expect('line' in prepared && prepared.line).toBe('alert update id-3 cpu=off');
  });

  test('the option for no value takes a value off the line again', () => {
    const update = operationNamed('alert.update');
    const form = formOf(update, { policy: 'id-3', name: 'Disk 90', cpu: 'off', disk: '90' }, huge);
    const prepared = update.prepare(handedBack(form, 'As it is').raw);
    expect('line' in prepared && prepared.line).toBe('alert update id-3 name="Disk 90"');
  });
});

test('an optional field says what holds while it is empty: under a text, and in a select', () => {
  const inputs = (id: string) =>
    asObjects(asJson(drawForm(formOf(operationNamed(id), {}, huge), '/cloud')).blocks);
  const sources = inputs('ip.add').find(({ block_id }) => block_id === 'field:from');
  expect(sources).toMatchObject({
    optional: true,
    hint: { text: expect.stringMatching(/\. Empty: anyone on the internet$/) },
  });
  const duration = inputs('alert.update').find(({ block_id }) => String(block_id).startsWith('field:for:'));
  const { placeholder, options } = asObject(duration?.element ?? null);
  expect(placeholder).toMatchObject({ text: 'As it is' });
  expect(asObjects(options)[0]).toMatchObject({ value: '-', text: { text: 'As it is' } });
});

test('a mistake is shown at its field, at the field that it names, or at the first', () => {
  const create = operationNamed('alert.create');
  const blocks = { name: 'field:name:1', cpu: 'field:cpu:2', to: 'field:to' };
  const problems = [
    { field: 'to', message: 'is missing' },
    { message: 'Add at least one of cpu=, memory= or disk=' },
    { message: 'makes no sense' },
    { field: 'gone', message: 'is no longer here' },
  ];
  expect(errorsAt(blocks, problems, create)).toEqual({
    'field:to': 'Is missing',
    'field:cpu:2': 'Add at least one of CPU threshold (%), Memory threshold (%) or Disk threshold (%)',
    'field:name:1': 'Makes no sense. Gone is no longer here',
  });
});

/** The labels of the fields that take the focus. */
const focusedIn = (form: Form) =>
  asObjects(asJson(drawForm(form, '/cloud')).blocks)
    .filter(({ element }) => asObject(element ?? null).focus_on_load === true)
    .map(({ label }) => asObject(label ?? null).text);

test('the first field with a mistake takes the focus, so that it is in view', () => {
  const form = formOf(operationNamed('alert.create'), {}, []);
  const wrong = ['disk', 'to'];
  const fields = form.fields.map((field) =>
    wrong.includes(field.name) ? { ...field, problem: 'is wrong' } : field,
  );
  expect(focusedIn({ ...form, fields })).toEqual(['Disk threshold (%)']);
});

test.each([
  [
    'the first value that is missing, if others are there',
    { server: 'web01', ports: 'tcp/22' },
    ['Who may reach it'],
  ],
  ['no field, if no value is missing', { server: 'web01', ports: 'tcp/22', from: 'anyone' }, []],
  ['no field of an empty form', {}, []],
])('the focus is on %s', (_, given, labels) => {
  const form = formOf(operationNamed('ip.add'), given, []);
  const fields = form.fields.map((field) => (field.name === 'from' ? { ...field, required: true } : field));
  expect(focusedIn({ ...form, fields })).toEqual(labels);
});

test('a view of another app reads as empty', () => {
  const view = { id: 'V1', private_metadata: 'not JSON', blocks: [], state: { values: {} } };
  expect(readForm(view, 'U0ANA')).toMatchObject({ operation: '', raw: {}, filters: {} });
});

test('other choices change the id of the block, so that Slack selects their first choice', () => {
  const operation = operationNamed('alert.show');
  const blocksWith = (options: readonly Choice[]) => handedBack(formOf(operation, {}, options)).blocks;
  expect(blocksWith(huge)).toEqual(blocksWith(huge));
  expect(blocksWith(huge)).not.toEqual(blocksWith(huge.slice(1)));
});

test('a form knows the place of its request, including the thread', () => {
  const there = formOf(operationNamed('alert.create'), {}, []);
  const inThread = { ...replyTo, thread: '1.1' };
  expect(handedBack(there).replyTo).toEqual(replyTo);
  expect(handedBack({ ...there, replyTo: inThread }).replyTo).toEqual(inThread);
});

test('a value that is too long for a form is left out, since a cut one would be another value', () => {
  const rendered = (amount: number): string => {
    const to = Array.from({ length: amount }, (_, at) => `somebody-${at}@example.com`).join(',');
    return JSON.stringify(drawForm(formOf(operationNamed('alert.create'), { to }, []), '/cloud'));
  };
  expect(rendered(100)).toContain('somebody-99@example.com"');
  expect(rendered(200)).not.toContain('somebody-0');
  expect(rendered(200)).toContain('too long for this form');
});

test('a form limits a name as the cloud API does, and marks a longer one', () => {
  const operation = operationNamed('alert.create');
  const elementFor = (name: string) => {
    const rendered = asJson(drawForm(formOf(operation, { name }, []), '/cloud'));
    expect(checkView(rendered, '/view')).toEqual([]);
    return asObject(asObjects(rendered.blocks).find(({ block_id }) => block_id === 'field:name')?.element);
  };
  expect(elementFor('').max_length).toBe(200);
  expect(elementFor('x'.repeat(200))).toMatchObject({ max_length: 200, initial_value: 'x'.repeat(200) });
  expect(elementFor('x'.repeat(201)).max_length).toBeUndefined();
  expect(operation.prepare({ name: 'x'.repeat(201), disk: '80', to: 'a@b.co' })).toMatchObject({
    problems: [{ field: 'name', message: 'is 201 characters long; the limit is 200' }],
  });
});

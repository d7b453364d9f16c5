import { describe, expect, test } from 'vitest';
import { failed, note } from '../../../src/answer/answer.ts';
import {
  accountField,
  editButton,
  hasForm,
  inFormWords,
  notesOf,
  plainField,
  problemsSoFar,
  problemsToMark,
  reasonFields,
  ticketFields,
  titleOf,
} from '../../../src/command-line/form.ts';
import { operationById } from '../../../src/operations/index.ts';

const operation = (id: string) => {
  const found = operationById(id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
};

test.each([
  ['alert.create', true],
  ['alert.show', true],
  ['alert.list', false],
  ['invoice', false],
])('%s has a form: %s', (id, has) => expect(hasForm(operation(id))).toBe(has));

test('a form is titled with its action, or else with its command', () => {
  expect(titleOf(operation('alert.create'))).toBe('Create alert policy');
  expect(titleOf({ action: undefined, words: ['server', 'show'] })).toBe('Server show');
});

test('Edit opens the form of the line', () => {
  expect(editButton('alert list')).toEqual({ label: 'Edit', action: { edit: 'alert list' } });
});

describe('a field', () => {
  const text = {
    label: 'Name',
    hint: 'up to 5',
    example: 'abc',
    required: true,
    read: (words: string) => ({ value: words }),
    write: String,
  };
  const choice = {
    ...text,
    input: { kind: 'choice', options: ['5m', '10m'].map((value) => ({ value, label: value })) },
    read: (words: string) => (words === 'x' ? { problem: 'is wrong' } : { value: words.toLowerCase() }),
  } as const;

  test('has its words without the space around them, and their problems', () => {
    const problems = [
      { field: 'name', message: 'is long' },
      { field: 'name', message: 'is odd' },
      { field: 'other', message: 'is missing' },
    ];
    expect(plainField('name', text, { name: '  Abc ' }, problems)).toEqual({
      name: 'name',
      label: 'Name',
      hint: 'up to 5',
      example: 'abc',
      required: true,
      input: { kind: 'text' },
      value: 'Abc',
      problem: 'is long. is odd',
    });
    // An optional field that a line has without a value is asked for, and not marked.
    const asking = { ...text, required: false, whenEmpty: 'anyone' };
    const missing = [{ field: 'name', message: 'has no value', missing: true }];
    expect(plainField('name', asking, { name: '' }, missing)).toMatchObject({ required: true, value: '' });
    expect(plainField('name', asking, { name: '' }, missing)).not.toHaveProperty('problem');
    expect(plainField('name', asking, { name: '' }, missing)).not.toHaveProperty('whenEmpty');
    expect(plainField('name', text, {}, [])).toMatchObject({ value: '' });
    expect(plainField('name', text, {}, [])).not.toHaveProperty('problem');
    const bounded = plainField('name', { ...text, decides: true, maxLength: 5 }, {}, []);
    expect(bounded).toMatchObject({ decides: true, maxLength: 5 });
    for (const key of ['decides', 'maxLength'])
      expect(plainField('name', text, {}, [])).not.toHaveProperty(key);
  });

  test('shows the choice that its words mean, also one that it does not offer', () => {
    expect(plainField('for', choice, { for: '10M' }, [])).toMatchObject({
      value: '10m',
      input: choice.input,
    });
    expect(plainField('for', choice, { for: '7m' }, [])).toMatchObject({
      value: '7m',
      input: { kind: 'choice', options: [...choice.input.options, { value: '7m', label: '7m' }] },
    });
    expect(plainField('for', choice, { for: 'x' }, [])).toMatchObject({ value: 'x', input: choice.input });
    expect(plainField('for', choice, {}, [])).toMatchObject({ value: '', input: choice.input });
  });

  test('for the account is optional, keeps what was typed, and says whether it loads choices', () => {
    expect(accountField({ account: 'acdv' }, [], true)).toMatchObject({
      required: false,
      value: 'acdv',
      decides: true,
      hint: 'an account alias. Press Enter to load its choices',
      whenEmpty: 'Skydesk’s own account',
    });
    expect(accountField({}, [], false)).toMatchObject({
      decides: false,
      hint: 'an account alias',
    });
  });
});

describe('the fields for approvers', () => {
  const of = (needs: 'approval' | 'confirmation', risk: 'opens' | 'changes', raw = {}, hasTickets = true) =>
    [...reasonFields({ needs, risk }, raw, []), ...ticketFields({ needs, risk }, raw, [], hasTickets)].map(
      ({ name, hint, required, value }) => [name, hint, required, value],
    );
  const ticket = ['ticket', 'required for high-risk changes', false, ''];
  const reason = ['why', 'required if this turns out to need approval', false, ''];

  test('are in each form of a change that needs approval, or may', () => {
    expect(of('approval', 'changes')).toEqual([['why', 'for approvers', true, ''], ticket]);
    expect(of('confirmation', 'opens')).toEqual([reason, ticket]);
  });

  test('have no ticket if the policy asks for none, unless the line has one', () => {
    expect(of('confirmation', 'opens', {}, false)).toEqual([reason]);
    expect(of('confirmation', 'opens', { ticket: 'OPS-1' }, false)).toEqual([
      reason,
      ['ticket', 'required for high-risk changes', false, 'OPS-1'],
    ]);
  });

  test('are in another form if the line has words for them', () => {
    expect(of('confirmation', 'changes')).toEqual([]);
    expect(of('confirmation', 'changes', { ticket: 'OPS-1' })).toEqual([
      ['ticket', 'required for high-risk changes', false, 'OPS-1'],
    ]);
    expect(of('confirmation', 'changes', { why: 'because' })).toMatchObject([
      ['why', 'required if this turns out to need approval', false, 'because'],
    ]);
  });
});

describe('a problem', () => {
  const create = operation('alert.create');

  test('concerns the values entered so far, not the empty fields', () => {
    const raw = { name: 'x', disk: '83', to: '  ' };
    expect(problemsSoFar(create, raw).map(({ field }) => field)).toEqual(['disk']);
    expect(problemsSoFar(create, { ...raw, disk: '80', to: 'a@b.co' })).toEqual([]);
    expect(problemsSoFar(create, { name: 'x', to: 'a@b.co' })).toEqual([]);
  });

  test('is marked, unless a value is only missing', () => {
    const wrong = { field: 'disk', message: 'is odd' };
    expect(problemsToMark([wrong, { field: 'to', message: 'is missing', missing: true }])).toEqual([wrong]);
  });

  test.each([
    [
      'Add at least one of cpu=, memory= or disk=',
      'Add at least one of CPU threshold (%), Memory threshold (%) or Disk threshold (%)',
    ],
    ['Enter cpu=', 'Enter CPU threshold (%)'],
    ['Is it disk=?', 'Is it Disk threshold (%)?'],
    ['cpu=80 is a value', 'cpu=80 is a value'],
    ['“cpu= is quoted', '“cpu= is quoted'],
    ['xcpu= and e-cpu= are other words', 'xcpu= and e-cpu= are other words'],
    ['moon= is no field', 'moon= is no field'],
  ])('is worded with the labels of the form: %s', (message, said) => {
    expect(inFormWords(message, create)).toBe(said);
  });
});

describe('the text above the fields', () => {
  test.each([
    ['alert.show', 'Show one alert policy.'],
    [
      'alert.create',
      'Create an alert policy that sends email. You’ll see a preview before anything changes.',
    ],
    [
      'firewall.create',
      'Create a cross-data-center firewall policy. You’ll see a preview before you request approval.',
    ],
  ])('of %s says what it is for', (id, said) => {
    expect(notesOf(operation(id), [], [])).toEqual([note(said)]);
  });

  test('has each problem that no field shows', () => {
    const [, ...problems] = notesOf(
      operation('alert.create'),
      [
        { message: 'Add at least one of cpu=, memory= or disk=' },
        { field: 'disk', message: 'is odd' },
        { field: 'to', message: 'is wrong' },
      ],
      [{ name: 'disk' }],
    );
    expect(problems).toEqual([
      failed('Add at least one of CPU threshold (%), Memory threshold (%) or Disk threshold (%)'),
      failed({ bold: 'to' }, ' is wrong'),
    ]);
  });
});

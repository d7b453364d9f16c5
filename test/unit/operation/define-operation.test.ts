import { describe, expect, test } from 'vitest';
import { done } from '../../../src/answer/answer.ts';
import { UserError } from '../../../src/answer/user-error.ts';
import { operationDefiner } from '../../../src/operation/define-operation.ts';
import { type Field, optional } from '../../../src/operation/field.ts';
import type { Operation, Prepared, RawArgs } from '../../../src/operation/operation.ts';
import { readArguments } from '../../../src/operation/read-arguments.ts';
import type { SnapshotReader } from '../../../src/operation/snapshot.ts';
import { split } from '../../../src/operation/words.ts';
import { choice, number, text } from '../../../src/operations/fields/index.ts';

interface Context {
  readonly names: Readonly<Record<string, string>>;
}
const operation = operationDefiner<Context>();

/** The members that an operation has to have, and that no test is about. */
const plain = { summary: 'X', example: 'x', roles: [], fields: {} } as const;
const noAnswer = { run: async () => 1, result: () => [] };

/** A resource that is found by its name and pinned by its id. */
const thing: Field<string, { id: string; name: string }, Context> = {
  ...text({ label: 'Thing', at: 0 }),
  reference: {
    async find(name, { names }) {
      const id = names[name];
      if (id === undefined) throw new UserError(`There is no ${name}`);
      return { id, name };
    },
    pin: ({ id }) => id,
    choices: async () => ({ options: [], more: false }),
  },
};

const paint = operation({
  ...plain,
  id: 'thing.paint',
  action: 'Paint thing',
  button: 'Paint Thing',
  fields: {
    thing,
    colour: choice({ label: 'Colour', at: 1, choices: ['red', 'green'] }),
    coats: optional(number({ label: 'Coats', min: 1, max: 3 })),
    note: optional(text({ label: 'Note' })),
  },
  risk: 'changes',
  check: ({ coats, colour }) =>
    coats === 3 && colour === 'red' ? [{ field: 'coats', message: 'is too much red' }] : [],
  targets: ({ thing }) => [`thing/${thing.id}`],
  subject: ({ thing, colour, coats = 1 }) => `${thing.name} ${colour} ${coats} times`,
  warnings: ({ thing }) => [`${thing.name} will be wet`],
  statusCommand: ({ thing }) => `thing show ${thing.id}`,
  run: async ({ thing, colour }) => `${thing.id}:${colour}`,
  result: (_, result) => [done(result)],
});

function prepared(one: Operation<Context>, raw: RawArgs = {}): Prepared<Context> {
  const made = one.prepare(raw);
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  return made;
}
const good = (raw: RawArgs) => prepared(paint, raw);
const context: Context = { names: { boat: 'b1' } };

describe('prepare', () => {
  test.each(
    Object.entries<readonly [RawArgs, ...problems: object[]]>({
      'everything that is missing': [
        {},
        { field: 'thing', message: 'is missing: up to 200 characters', missing: true },
        { field: 'colour', message: 'is missing: one of red, green', missing: true },
      ],
      'blanks as missing': [
        { thing: ' ', colour: 'red' },
        { field: 'thing', message: expect.any(String), missing: true },
      ],
      'all values that are wrong by themselves': [
        { thing: 'boat', colour: 'blue', coats: '9' },
        { field: 'colour', message: 'must be one of red, green, not “blue”' },
        { field: 'coats', message: 'must be 1 to 3, not “9”' },
      ],
      'values that are wrong together': [
        { thing: 'boat', colour: 'red', coats: '3' },
        { field: 'coats', message: 'is too much red' },
      ],
      'a word that is no account': [
        { thing: 'boat', colour: 'red', account: '../x' },
        { field: 'account', message: '“../x” is not an account alias' },
      ],
      'a reason that nobody can read': [
        { thing: 'boat', colour: 'red', why: '\u200b…!?\u200b' },
        { field: 'why', message: 'must contain a letter or digit' },
      ],
      'a reason that is too short, and words that are no ticket': [
        { thing: 'boat', colour: 'red', why: 'ok', ticket: 'a b' },
        { field: 'why', message: 'must be 3 to 500 characters, not 2' },
        { field: 'ticket', message: '“a b” isn’t a ticket ID' },
      ],
      'a start that is no time, and an end of a change that nothing undoes': [
        { thing: 'boat', colour: 'red', starts: 'soon', ends: '2h' },
        { field: 'starts', message: expect.stringContaining('“soon” isn’t a time') },
        { field: 'ends', message: 'isn’t possible here: this change can’t be undone' },
      ],
    }),
  )('names %s', (_, [raw, ...problems]) => {
    expect(paint.prepare(raw)).toEqual({ problems });
  });

  test('writes the line that requests exactly this', () => {
    expect(good({ thing: ' my boat ', colour: 'RED', coats: '2', account: 'acme' })).toMatchObject({
      line: 'thing paint "my boat" red coats=2 account=acme',
      account: 'acme',
    });
  });

  test('reads the start, and keeps its words on the line, not among the stored arguments', async () => {
    const later = good({ thing: 'boat', colour: 'red', starts: 'mon 22:00' });
    expect(later).toMatchObject({
      line: 'thing paint boat red starts="mon 22:00"',
      starts: { minutes: 22 * 60, day: { weekday: 1 } },
    });
    expect((await later.resolve(context)).raw).toEqual({ thing: 'b1', colour: 'red' });
  });

  test('leaves the account open if none is named', () => {
    expect(good({ thing: 'boat', colour: 'red', account: ' ' }).account).toBeUndefined();
  });
});

describe('resolve', () => {
  test('pins names to ids, and has the names in its title', async () => {
    const plan = await good({ thing: 'boat', colour: 'green' }).resolve(context);
    expect(plan).toMatchObject({
      raw: { thing: 'b1', colour: 'green' },
      title: 'Paint thing boat green 1 times',
      action: 'Paint thing',
      targets: ['thing/b1'],
      warnings: ['boat will be wet'],
      statusCommand: 'thing show b1',
    });
    expect(await plan.run()).toEqual({ answer: [done('b1:green')], inverse: expect.any(Function) });
  });

  test('runs nothing when a name is not known', async () => {
    await expect(good({ thing: 'ship', colour: 'green' }).resolve(context)).rejects.toThrow(
      'There is no ship',
    );
  });

  test('leaves an optional name that was not given alone', async () => {
    const look = operation({
      ...plain,
      id: 'look',
      summary: 'Look',
      fields: { thing: optional(thing) },
      risk: 'reads',
      run: async ({ thing }) => thing?.id ?? 'everything',
      result: (_, result) => [done(result)],
    });
    const plan = await prepared(look).resolve(context);
    expect(await plan.run()).toEqual({ answer: [done('everything')], inverse: expect.any(Function) });
    expect(plan.title).toBe('Look');
  });
});

describe('an operation that starts a job', () => {
  const build = operation({
    ...plain,
    id: 'build',
    risk: 'opens',
    start: async () => ({ job: '7' }),
    track: async ({ job }) => ({ phase: 'done', answer: [done(`${job}`)] }),
  });

  test('returns a reference to the job, and polls it', async () => {
    const plan = await prepared(build).resolve(context);
    expect(await plan.run()).toEqual({ jobRef: { job: '7' } });
    expect(await build.track({ job: '7' }, context)).toEqual({ phase: 'done', answer: [done('7')] });
  });

  test('is the only kind that can be polled', async () => {
    await expect(paint.track({}, context)).rejects.toThrow('thing.paint starts no background job');
  });
});

test.each([
  ['reads', 'nothing'],
  ['changes', 'confirmation'],
  ['disrupts', 'confirmation'],
  ['opens', 'confirmation'],
] as const)('an operation that %s needs %s', (risk, needs) => {
  expect(operation({ ...plain, ...noAnswer, id: 'x', risk }).needs).toBe(needs);
});

const boats: SnapshotReader<{ readonly boat: string }, Context> = {
  kind: 'boat',
  read: async () => ({ content: 'green', description: 'It is green.' }),
  listCommand: () => 'boat list',
};
const change = { ...plain, id: 'boat.paint', risk: 'changes' } as const;

describe('the inverse of a change names the changed resource, and its kind for the snapshot', () => {
  const subject = { boat: 'b1', kind: 'boat' };

  test('when it is done at once', async () => {
    const paint = operation({
      ...change,
      run: async () => 'red',
      result: () => [],
      snapshot: boats,
      inverse: (_, before) => ({
        operation: 'paint',
        raw: {},
        line: `paint ${before}`,
        of: { boat: 'b1' },
        after: 'green',
      }),
    });
    const outcome = await (await prepared(paint).resolve(context)).run();
    const inverse = 'inverse' in outcome ? outcome.inverse() : undefined;
    expect(inverse).toEqual({ operation: 'paint', raw: {}, line: 'paint red', subject, after: 'green' });
  });

  test('when it is done later', async () => {
    const paint = operation({
      ...change,
      start: async () => ({ job: '7' }),
      snapshot: boats,
      track: async () => ({
        phase: 'done',
        answer: [],
        inverse: { operation: 'paint', raw: {}, line: 'paint red', of: { boat: 'b1' } },
      }),
    });
    const progress = await paint.track({ job: '7' }, context);
    expect(progress).toEqual({
      phase: 'done',
      answer: [],
      inverse: { operation: 'paint', raw: {}, line: 'paint red', subject },
    });
  });
});

test('a declaration that does not fit together does not compile', () => {
  const common = { ...plain, fields: { name: text({ label: 'Name' }) }, risk: 'reads' } as const;
  const declared = [
    operation({
      ...common,
      id: 'a',
      // @ts-expect-error: there is no field of this name
      run: async ({ nmae }) => nmae,
      result: () => [],
    }),
    // @ts-expect-error: an operation that starts a job has to track it
    operation({ ...common, id: 'b', start: async () => ({ job: '1' }) }),
    operation({
      ...common,
      id: 'c',
      run: async () => 1,
      result: () => [],
      // @ts-expect-error: an inverse needs a snapshot of the resource
      inverse: () => ({ line: 'x', of: { boat: 'b1' } }),
    }),
    operation({
      ...common,
      id: 'd',
      run: async () => 1,
      result: () => [],
      snapshot: boats,
      // @ts-expect-error: the snapshot needs a boat
      inverse: () => ({ line: 'x', of: { car: 'c1' } }),
    }),
  ];
  expect(declared.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

describe('two names in either order', () => {
  const boats = ['b1', 'Sea Gull', 'twin'];
  const piers = ['p1', 'North Pier', 'twin'];
  const named = (label: string, at: number, names: readonly string[]): Field<string, string, Context> => ({
    ...text({ label, at }),
    read: (words) => (/ /.test(words) && label === 'Boat' ? { problem: 'is no boat' } : { value: words }),
    reference: {
      async find(name) {
        if (!names.includes(name)) throw new UserError(`There is no ${label} ${name}`);
        return name;
      },
      pin: (name) => name,
      choices: async () => ({ options: [], more: false }),
    },
  });
  const moor = operation({
    ...plain,
    ...noAnswer,
    id: 'boat.moor',
    action: 'Moor',
    button: 'Moor',
    fields: { boat: named('Boat', 0, boats), pier: named('Pier', 1, piers) },
    eitherOrder: ['boat', 'pier'],
    risk: 'changes',
    subject: ({ boat, pier }) => `${boat} at ${pier}`,
  });
  const planned = async (line: string) => {
    const { raw, problems } = readArguments(moor, split(line));
    const made = moor.prepare(raw);
    if ('problems' in made || problems.length > 0) return 'is mistaken';
    return made.resolve(context).then(
      ({ title, raw: pinned }) => [title, pinned.boat, pinned.pier],
      (error: unknown) => String(error),
    );
  };

  test.each<[string, unknown]>([
    ['b1 p1', ['Moor b1 at p1', 'b1', 'p1']],
    ['p1 b1', ['Moor b1 at p1', 'b1', 'p1']],
    ['"North Pier" b1', ['Moor b1 at North Pier', 'b1', 'North Pier']],
    ['b1 "North Pier"', ['Moor b1 at North Pier', 'b1', 'North Pier']],
    ['twin twin', ['Moor twin at twin', 'twin', 'twin']],
    ['p1 b9', 'UserError: There is no Boat p1'],
    ['p1 "Sea Gull"', 'UserError: There is no Boat p1'],
    ['boat="North Pier" pier=b1', 'is mistaken'],
    ['"North Pier"', 'is mistaken'],
  ])('“%s”', async (line, expected) => {
    expect(await planned(line)).toEqual(expected);
  });
});

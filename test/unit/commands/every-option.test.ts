import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asObject, asObjects, parseJson } from '../../../local/slack/payload/json.ts';
import { initialState } from '../../../local/slack/payload/view-state.ts';
import { readToolArguments, writeToolArguments } from '../../../src/agents/tool-arguments.ts';
import type { Problem } from '../../../src/answer/user-error.ts';
import { isChange, problemsSoFar } from '../../../src/command-line/form.ts';
import { formOf, type ParsedLine, parseCommand, requestOf } from '../../../src/command-line/parse-command.ts';
import { readPlan, shownInPlan } from '../../../src/command-line/plan-steps.ts';
import { type Preparation, prepareAs, prepareRequest } from '../../../src/command-line/prepare-request.ts';
import { fill } from '../../../src/commands/fill-form.ts';
import type { Operation, Prepared, RawArgs } from '../../../src/operation/operation.ts';
import { optionsOf, usualEnd } from '../../../src/operation/standard-options.ts';
import { join } from '../../../src/operation/words.ts';
import { writeCommand } from '../../../src/operation/write-command.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import { operationById, operations } from '../../../src/operations/index.ts';
import { job } from '../../../src/queue/job.ts';
import { readForm } from '../../../src/slack/receive/form-submission.ts';
import { lineIn } from '../../../src/slack/receive/mention.ts';
import { drawForm } from '../../../src/slack/render/form-view.ts';
import { memory } from '../../support/in-memory/memory.ts';

type AnyOperation = Operation<Context>;

/** A request that arrived: the one that would be previewed, or the text that its requester reads instead. */
type Arrived = { readonly prepared: Prepared<Context> } | { readonly refused: string };

/** A way in which the words of a request reach Skydesk; undefined if this operation can't be requested so. */
type Way = (operation: AnyOperation, raw: RawArgs) => Arrived | undefined | Promise<Arrived | undefined>;

const options = {
  account: ['ACDV', 'acme'],
  why: ['Nightly backup to VA1', 'a "quoted" reason = 5'],
  ticket: ['OPS-1234', '#7'],
  starts: ['22:00', 'tomorrow 18:00', '2h'],
  ends: ['2h', '18:00', '2027-01-02 18:00', '45m'],
} as const;

/** Words for a field: its example, as it would be entered. */
const wordsFor = ({ example }: AnyOperation['fields'][string]): string => example.replaceAll('"', '');

/** The words of the example of an operation, and words for each further field that goes with them. */
function sampleOf(operation: AnyOperation): { readonly required: RawArgs; readonly further: RawArgs } {
  const parsed = parseCommand(operation.example);
  const required = parsed.kind === 'prepared' ? parsed.raw : {};
  const further: Record<string, string> = {};
  for (const [name, field] of Object.entries(operation.fields)) {
    const words = wordsFor(field);
    if (name in required || words === '') continue;
    if ('problems' in operation.prepare({ ...required, ...further, [name]: words })) continue;
    further[name] = words;
  }
  return { required, further };
}

const refusedFor = (problems: readonly Problem[]): Arrived => ({
  refused: problems.map(({ field = '', message }) => `${field} ${message}`).join('\n'),
});

const arrived = (preparation: Preparation | ParsedLine): Arrived => {
  if (preparation.kind === 'prepared') return { prepared: preparation.prepared };
  return preparation.kind === 'mistaken' ? refusedFor(preparation.problems) : { refused: '' };
};

const typed: Way = (operation, raw) => arrived(parseCommand(writeCommand(operation, raw)));

const mentioned: Way = (operation, raw) =>
  arrived(parseCommand(lineIn(`<@U0BOT> /cloud ${writeCommand(operation, raw)}`, 'U0BOT', '/cloud')));

const base = { id: 'j1', team: 'T0', replyTo: { channel: 'C0OPS', person: 'U0ANA' } };

const queued: Way = (operation, raw) => {
  const sent = job.parse(
    JSON.parse(JSON.stringify({ ...base, ...requestOf(parseCommand(writeCommand(operation, raw))) })),
  );
  return sent.kind === 'command' ? arrived(prepareRequest(sent)) : { refused: '' };
};

/** The form as it is filled for a job, and as it is submitted or sent to be filled again, with nothing entered. */
async function formFor(request: object) {
  const filled = job.parse(
    JSON.parse(
      JSON.stringify({ ...base, kind: 'form', view: { id: 'V1' }, filters: {}, line: '', ...request }),
    ),
  );
  if (filled.kind !== 'form') throw new Error('It is no form');
  const { deliveries } = await fill(filled, memory().deps);
  const [delivery] = deliveries;
  if (delivery?.kind !== 'fill') throw new Error('It is not filled');
  const view = asObject(parseJson(JSON.stringify(drawForm(delivery.form, '/cloud'))) ?? null);
  const blocks = asObjects(view.blocks);
  const state = { values: initialState(blocks) };
  const submitted = { id: 'V1', private_metadata: view.private_metadata, blocks, state };
  const { raw } = readForm(JSON.parse(JSON.stringify(submitted)), 'U0ANA');
  return { raw, shown: JSON.stringify(blocks) };
}

/** Submits a form; if that is refused, the requester has also read what the form shows. */
function submitted(operation: AnyOperation, { raw, shown }: Awaited<ReturnType<typeof formFor>>): Arrived {
  const result = arrived(prepareAs(operation, raw));
  return 'refused' in result ? { refused: `${shown}\n${result.refused}` } : result;
}

const inForm: Way = async (operation, raw) => {
  const form = formOf(parseCommand(writeCommand(operation, raw)));
  return form && submitted(operation, await formFor(form));
};

const inFormFilledAgain: Way = async (operation, raw) => {
  const form = formOf(parseCommand(writeCommand(operation, raw)));
  if (!form) return undefined;
  const { raw: entered } = await formFor(form);
  const problems = problemsSoFar(operation, entered);
  return submitted(operation, await formFor({ operation: operation.id, raw: entered, problems }));
};

/** As a model writes the arguments: it may send any name. */
const byAgent: Way = (operation, raw) => {
  if (operation.isForPeople) return undefined;
  const reading = readToolArguments(operation, writeToolArguments(operation, raw) ?? raw);
  if ('problems' in reading) return refusedFor(reading.problems);
  return arrived(prepareRequest({ operation: operation.id, raw: reading.raw }));
};

/** *Try Again*, *Preview Again* and *Edit* carry the line of the request. */
const again: Way = (operation, raw) => {
  const before = prepareAs(operation, raw);
  return before.kind === 'prepared' ? arrived(parseCommand(before.prepared.line)) : undefined;
};

/** "Did you mean", for a line in which the name of an option or of a command is mistyped. */
const corrected: Way = (operation, raw) => {
  const line = writeCommand(operation, raw);
  if ('problems' in operation.prepare(raw)) return undefined;
  const mistyped = line.includes(' ticket=')
    ? line.replace(' ticket=', ' tickt=')
    : line.replace(/^\w+/, (word) => `${word}x`);
  const parsed = parseCommand(mistyped);
  if (parsed.kind === 'prepared' || parsed.corrected === undefined) return undefined;
  return arrived(parseCommand(parsed.corrected));
};

/** A line of a plan has the arguments, its account and its end; options for all lines are given once, with the plan. */
const inPlan: Way = (operation, { why, ticket, starts, ...line }) => {
  if (!isChange(operation) || operation.isPlan) return undefined;
  const shared = Object.entries({ why, ticket, starts }).filter(([, words]) => words !== undefined);
  const text = join([{ text: writeCommand(operation, line) }]);
  const parsed = parseCommand(
    `plan ${text} ${join(shared.map(([key, words = '']) => ({ key, text: words })))}`,
  );
  if (parsed.kind !== 'prepared') return arrived(parsed);
  const reading = parsed.prepared.plan && readPlan(parsed.prepared.plan, parsed.prepared.raw);
  if (!reading) return undefined;
  if ('problems' in reading) return refusedFor(reading.problems.map(shownInPlan));
  const [prepared] = reading.prepared;
  return { prepared };
};

const ways: Readonly<Record<string, Way>> = {
  'typed as a line': typed,
  'in a mention': mentioned,
  'through the queue': queued,
  'in the form that a line or a button opens': inForm,
  'in a form whose choices are loaded again': inFormFilledAgain,
  'by an agent': byAgent,
  'by a button that requests it again': again,
  'by a suggested line': corrected,
  'as a line of a plan': inPlan,
};

/** The content of a request, from which its preview, hash, stored change and run are made. */
const essence = ({ raw, account, reason, ticket, starts, ends, plan }: Prepared<Context>) => ({
  raw,
  account,
  reason,
  ticket,
  starts,
  ends,
  plan,
});

test.each(Object.entries(ways))('each option arrives, or is refused with a reason, %s', async (_, way) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations.map(({ id }) => id)),
      fc.record(
        Object.fromEntries(
          Object.entries(options).map(([name, words]) => [name, fc.constantFrom(...words)] as const),
        ),
        { requiredKeys: [] },
      ),
      fc.infiniteStream(fc.boolean()),
      async (id, chosen, coins) => {
        const operation = operationById(id);
        if (!operation) throw new Error(`There is no operation ${id}`);
        const { required, further } = sampleOf(operation);
        const more = Object.entries(further).filter(() => coins.next().value);
        const { why = required.why, ...others } = chosen;
        const raw: RawArgs = { ...required, ...Object.fromEntries(more), ...others, ...(why && { why }) };
        const given = Object.keys(raw);
        // A form proposes an end of an opening whose line has none.
        const isProposed = [inForm, inFormFilledAgain].includes(way) && operation.endsUsually && !raw.ends;
        const direct = prepareAs(operation, { ...raw, ...(isProposed && { ends: usualEnd }) });
        const result = await way(operation, raw);
        if (!result) return;
        if (direct.kind === 'mistaken') {
          expect(Object.keys(result), `${operation.id} ${JSON.stringify(raw)}`).toEqual(['refused']);
          for (const { field = '', message } of direct.problems)
            expect('refused' in result && result.refused).toContain(way === byAgent ? field : message);
        } else if (direct.kind === 'prepared') {
          expect(given.filter((name) => !direct.prepared.raw[name])).toEqual([]);
          expect('prepared' in result ? essence(result.prepared) : result).toEqual(essence(direct.prepared));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s takes each standard option or refuses it by name',
  (_, operation) => {
    const { required } = sampleOf(operation);
    for (const [name, [words]] of Object.entries(options)) {
      const preparation = prepareAs(operation, { ...required, [name]: words });
      const taken = optionsOf(operation).some((option) => option === name);
      expect(
        preparation.kind === 'prepared'
          ? preparation.prepared.raw[name]
          : preparation.problems.map(({ field }) => field),
      ).toEqual(taken ? words : [name]);
    }
  },
);

test('every operation is requested with all of its fields', () => {
  const left = operations.flatMap((operation) => {
    const { required, further } = sampleOf(operation);
    return Object.keys(operation.fields)
      .filter((name) => !(name in required) && !(name in further))
      .map((name) => `${operation.id} ${name}`);
  });
  // A runbook is a command of its own, so words behind "run" that name none are always a mistake.
  expect(left).toEqual(['run runbook']);
});

import type { Problem } from '../answer/user-error.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import { normalize } from '../core/normalize.ts';
import type { Operation, Prepared, RawArgs } from '../operation/operation.ts';
import type { PlanLine, PlanText } from '../operation/plan-text.ts';
import { readArguments } from '../operation/read-arguments.ts';
import { find } from '../operation/registry.ts';
import { alwaysNames, type StandardOption } from '../operation/standard-options.ts';
import { scan } from '../operation/words.ts';
import { writeCommand } from '../operation/write-command.ts';
import type { Context } from '../operations/context/context.ts';
import { operationById, operations } from '../operations/index.ts';

/** Upper bound for the steps of a plan: the title that is confirmed and approved has room for so many. */
export const maxSteps = 12;

/** The options that apply to a whole plan, so its lines can't have them. */
const ofPlan: readonly StandardOption[] = ['why', 'ticket'];

/** With different starts, a plan could neither be stopped between its steps nor be all or nothing. */
const startsAsWhole = 'a plan starts as a whole: use Schedule in the form, or add starts= after the plan';

export interface PlanProblem extends Problem {
  readonly line: PlanLine;
}

/** The steps of a plan, or its problems. */
export type PlanReading =
  | { readonly prepared: NonEmpty<Prepared<Context>> }
  | { readonly problems: readonly PlanProblem[] };

/** A line with the operation that it names, and the problems of its words. */
interface ReadStep {
  readonly operation: Operation<Context>;
  readonly raw: RawArgs;
  readonly problems: readonly Problem[];
}

/**
 * Returns the steps of a plan, in order. `options` has the standard options of the whole plan; a line can name another account or
 * end. All lines are read, to report all mistakes at once. No I/O.
 */
export function readPlan({ lines }: Pick<PlanText, 'lines'>, options: RawArgs): PlanReading {
  const prepared: Prepared<Context>[] = [];
  const problems: PlanProblem[] = [];
  const earlier: (Operation<Context> | undefined)[] = [];
  for (const line of lines) {
    const step = readLine(line);
    if ('problem' in step) {
      problems.push({ line, message: step.problem });
      earlier.push(undefined);
      continue;
    }
    const found = prepareStep(step, options, earlier);
    earlier.push(step.operation);
    if ('problems' in found) problems.push(...found.problems.map((problem) => ({ line, ...problem })));
    else prepared.push({ ...found, step: earlier.length });
  }
  const tooMany = lines[maxSteps];
  if (tooMany) problems.push({ line: tooMany, message: `a plan has at most ${maxSteps} commands` });
  const [first, ...later] = prepared;
  return first && problems.length === 0 ? { prepared: [first, ...later] } : { problems };
}

/** Returns the problem for a form or message: at the field of the plan, with the line number. */
export function shownInPlan({ line, field, message, missing }: PlanProblem): Problem {
  // The reason has a field of its own and is entered once.
  if (field === 'why' && missing) return { field, message, missing };
  const what = field === undefined ? message : `${field} ${message}`;
  return { field: line.field, message: `Line ${line.number}: ${what}` };
}

export function readLine(line: PlanLine): ReadStep | { readonly problem: string } {
  if ('operation' in line) {
    const operation = operationById(line.operation);
    return operation
      ? { operation, raw: line.raw, problems: [] }
      : { problem: `the command “${line.operation}” no longer exists` };
  }
  const { words, unclosed } = scan(line.text);
  if (unclosed !== undefined) return { problem: `the quote before “${clip(unclosed)}” isn’t closed` };
  const found = find(operations, words);
  if (!('operation' in found)) {
    const { group, unknown = '', closest } = found;
    const typed = clip([...group, unknown].join(' '));
    return {
      problem: `unknown command “${typed}”${closest ? `. Did you mean ${[...group, closest].join(' ')}?` : ''}`,
    };
  }
  const { operation, rest } = found;
  if (operation.isPlan) return { problem: 'a plan can’t contain another plan' };
  if (operation.risk === 'reads') {
    return { problem: `“${operation.words.join(' ')}” changes nothing, and a plan has changes only` };
  }
  return { operation, ...readArguments(operation, rest) };
}

/** Replaces some arguments of a command. Returns the line unchanged if it can't be parsed. */
export function withArguments(line: string, words: RawArgs): string {
  const read = readLine({ text: line, number: 1 });
  return 'problem' in read ? line : writeCommand(read.operation, { ...read.raw, ...words });
}

function prepareStep(
  { operation, raw, problems }: ReadStep,
  options: RawArgs,
  earlier: readonly (Operation<Context> | undefined)[],
): Prepared<Context> | { readonly problems: readonly Problem[] } {
  const own = ofPlan
    .filter((option) => raw[option])
    .map((option): Problem => ({ field: option, message: 'is for the whole plan, so leave it out here' }));
  if (raw.starts) own.push({ message: startsAsWhole });
  const shared = Object.fromEntries(
    alwaysNames.flatMap((option) => (options[option] ? [[option, options[option]]] : [])),
  );
  const prepared = operation.prepare({ ...shared, ...raw }, earlier);
  const wrong = [
    ...problems,
    ...own,
    ...severalIn(operation, raw),
    ...('problems' in prepared ? prepared.problems : []),
  ];
  if (wrong.length > 0 || 'problems' in prepared) return { problems: wrong };
  const { why: _, ticket: __, ...shown } = prepared.raw;
  return { ...prepared, line: writeCommand(operation, shown) };
}

/** Rejects several things in one line: a later step could not refer to the result of one of them by `$1.address`. */
const severalIn = ({ fields }: Operation<Context>, raw: RawArgs): readonly Problem[] =>
  Object.entries(fields).flatMap(([field, { many }]) =>
    many?.canNameSeveral(raw[field] ?? '')
      ? [{ field, message: `names several ${many.noun}s, and each line of a plan changes one` }]
      : [],
  );

const maxShown = 60;
const clip = (text: string): string => {
  const tidy = normalize(text);
  return tidy.length > maxShown ? `${tidy.slice(0, maxShown)}…` : tidy;
};

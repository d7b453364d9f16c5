import { isDeepStrictEqual } from 'node:util';
import { buttons, commandButton, count, maxButtonValue, note, type Part } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import type { Operation, Prepared } from '../operation/operation.ts';
import { writeCommand } from '../operation/write-command.ts';
import type { Context } from '../operations/context/context.ts';

/** A step that is not possible, by its index from 0. */
interface RefusedStep {
  readonly index: number;
  readonly error: unknown;
}

/** Upper bound for the steps whose errors are shown. */
const maxShown = 10;

/**
 * Returns the error of a request that is not possible: that of its only step or, for several targets, the problems of each,
 * with a button that requests the change for the others.
 */
export function refusalOf(request: readonly Prepared<Context>[], refused: readonly RefusedStep[]): unknown {
  const errors = refused.flatMap(({ error }) => (error instanceof UserError ? [error] : []));
  const unexpected = refused.find(({ error }) => !(error instanceof UserError));
  const [first] = request;
  const [{ index } = { index: 0 }] = refused;
  const number = request[index]?.step;
  if (number !== undefined && !unexpected && errors[0]) return inStep(number, errors[0]);
  const several = first && severalIn(first.operation);
  if (unexpected) return unexpected.error;
  const isOneReason = new Set(errors.map(({ message }) => message)).size === 1;
  if (!first || !several || (isOneReason && errors.length === request.length)) return errors[0];
  const { name, noun } = several;
  if (!request.every((step) => isSameBut(name, step, first))) return errors[0];
  const others = request.filter((_, index) => refused.every((one) => one.index !== index));
  const line = writeCommand(first.operation, {
    ...first.raw,
    [name]: others.map(({ raw }) => raw[name]).join(' '),
  });
  const canGoOn = others.length > 0 && line.length <= maxButtonValue;
  const rest = errors.length - maxShown;
  return new UserError(`${errors.length} of ${count(request.length, noun)} can’t be changed:`, {
    details: [
      ...errors.slice(0, maxShown).map(({ message }): Part => note(message)),
      ...(rest > 0 ? [note(`And ${rest} more.`)] : []),
      ...(canGoOn ? [buttons(commandButton(`Use the Other ${others.length}`, line))] : []),
    ],
  });
}

/** Returns whether two steps differ at most in the value of one field, so that one command can request both. */
const isSameBut = (name: string, step: Prepared<Context>, other: Prepared<Context>): boolean =>
  step.operation === other.operation &&
  isDeepStrictEqual({ ...step.raw, [name]: '' }, { ...other.raw, [name]: '' });

/** Adds the number of a plan's step to an error. Drops its buttons, which would run only that step. */
const inStep = (step: number, error: UserError): UserError =>
  error.with(
    { step, details: error.details.filter(({ kind }) => kind !== 'buttons') },
    `Step ${step}: ${error.message}`,
  );

function severalIn({
  fields,
}: Operation<Context>): { readonly name: string; readonly noun: string } | undefined {
  const found = Object.entries(fields).find(([, { many }]) => many);
  return found && { name: found[0], noun: found[1].many?.noun ?? '' };
}

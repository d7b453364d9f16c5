import { type Answer, failed } from '../../core/answer.ts';
import type { Operation, Prepared, RawArgs } from '../../core/operation.ts';
import { find, readArguments } from '../../core/registry.ts';
import type { Problem } from '../../core/user-error.ts';
import { split } from '../../core/words.ts';
import { operationById, operations } from '../../operations/index.ts';
import type { Context } from '../../operations/shared/context.ts';
import { type FormRequest, hasForm, requestFor } from './form.ts';
import { help, lost, mistaken } from './help.ts';

/** A request that may go on, or the answer that ends it here and, for a change with mistakes, its form. */
export type Submitted =
  | { readonly prepared: Prepared<Context> }
  | { readonly answer: Answer; readonly form?: FormRequest };

/** Someone asks with a line. No I/O: the receiver answers mistakes at once, the worker reads the line again. */
export function submit(line: string): Submitted {
  const words = split(line);
  const [first] = words;
  if (first === undefined || (first.key === undefined && first.text.toLowerCase() === 'help')) {
    return { answer: help(words.slice(1)) };
  }
  const found = find(operations, words);
  if (!('operation' in found)) return { answer: lost(found) };
  const { raw, problems } = readArguments(found.operation, found.rest);
  return consider(found.operation, raw, problems, line);
}

/** Reads a request that was kept by its operation's id and its words. No I/O. */
export function resubmit(id: string, raw: RawArgs): Submitted {
  const operation = operationById(id);
  if (operation) return consider(operation, raw);
  const sentence = 'Skydesk was updated meanwhile and no longer knows this command. Nothing was changed.';
  return { answer: [failed(sentence)] };
}

function consider(
  operation: Operation<Context>,
  raw: RawArgs,
  problems: readonly Problem[] = [],
  line?: string,
): Submitted {
  const prepared = operation.prepare(raw);
  const all = [...problems, ...('problems' in prepared ? prepared.problems : [])];
  if ('problems' in prepared || all.length > 0) {
    if (line === undefined || !hasForm(operation)) return { answer: mistaken(operation, all) };
    return { answer: mistaken(operation, all, line), form: requestFor(operation, raw, all, line) };
  }

  return { prepared };
}

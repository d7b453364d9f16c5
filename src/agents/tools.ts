import { bold, failed, note } from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';
import type { RawArgs } from '../operation/operation.ts';
import { operationById, operations } from '../operations/index.ts';
import { annotationsOf, descriptionOf, titleOf } from './describe-tool.ts';
import { inputSchemaOf } from './input-schema.ts';
import { outputSchema } from './output-schema.ts';
import { readToolArguments } from './tool-arguments.ts';
import type { CallAnswer } from './tool-call.ts';
import { toolName } from './tool-link.ts';

const forAgents = operations.filter(({ isForPeople }) => !isForPeople);
const ids: ReadonlyMap<string, string> = new Map(forAgents.map(({ id }) => [toolName(id), id]));

/** All tools as MCP's `tools/list` returns them: one for each operation that agents may request, in the order in which help shows them. JSON. */
export const tools = forAgents.map((operation) => ({
  name: toolName(operation.id),
  title: titleOf(operation),
  description: descriptionOf(operation),
  inputSchema: inputSchemaOf(operation),
  outputSchema,
  annotations: annotationsOf(operation),
  _meta: { slack: { supportsBlockKit: true } },
}));

/** The id of the operation of a tool; undefined if there is no such tool. */
export const operationIdOf = (tool: string): string | undefined => ids.get(tool);

/** The words for the arguments of a tool call, or its problems. `args` may be any JSON. Never throws. */
export function rawOf(
  tool: string,
  args: unknown,
): { readonly raw: RawArgs } | { readonly problems: readonly Problem[] } {
  const operation = operationById(operationIdOf(tool) ?? '');
  return operation
    ? readToolArguments(operation, args)
    : { problems: [{ message: 'There is no such tool. tools/list has all of them' }] };
}

/** What a tool call answers whose arguments can't be read. */
export const refusedArguments = (problems: readonly Problem[]): CallAnswer => ({
  outcome: 'failed',
  why: 'invalid',
  answer: [
    failed('Check the arguments, and call the tool again:'),
    ...problems.map(({ field, message }) =>
      field === undefined ? note(message) : note(bold(field), ` ${message}`),
    ),
  ],
});

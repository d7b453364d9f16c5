import { bold, failed, note } from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';
import { operations } from '../operations/index.ts';
import { annotationsOf, descriptionOf, titleOf } from './describe-tool.ts';
import { inputSchemaOf } from './input-schema.ts';
import { outputSchema } from './output-schema.ts';
import type { CallAnswer } from './tool-call.ts';
import { toolName } from './tool-link.ts';

const forAgents = operations.filter(({ isForPeople }) => !isForPeople);
const byTool = new Map(forAgents.map((operation) => [toolName(operation.id), operation]));

/**
 * All tools as MCP's `tools/list` returns them: one for each operation that agents may request, in the order of the help. JSON.
 */
export const tools = forAgents.map((operation) => ({
  name: toolName(operation.id),
  title: titleOf(operation),
  description: descriptionOf(operation),
  inputSchema: inputSchemaOf(operation),
  outputSchema,
  annotations: annotationsOf(operation),
  _meta: { slack: { supportsBlockKit: true } },
}));

/** The operation of a tool; undefined if there is no such tool. */
export const operationOf = (tool: string): (typeof forAgents)[number] | undefined => byTool.get(tool);

/** Returns the answer to a tool call whose arguments can't be read. */
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

import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Operation } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import { operations } from '../operations/index.ts';
import { inputSchemaOf } from './input-schema.ts';
import { toolCallOf } from './tool-link.ts';

/**
 * Returns the hints of MCP. They describe the requested effect, although nothing is changed before a person's click: a client
 * that asks its user for consent should ask about the effect.
 * - `readOnlyHint`: it changes nothing. A change is not read-only, even if it only sends a preview or asks approvers.
 * - `destructiveHint`: it may do more than add something. `changes` adds or updates and can be undone; `disrupts` deletes or
 *   interrupts, and `opens` can expose running servers.
 * - `idempotentHint`: a second call has no further effect. A change sends a second preview.
 * - `openWorldHint`: it reads external content. True for all operations that call the cloud API, whose texts other people write.
 */
export const annotationsOf = (operation: Operation<Context>): ToolAnnotations => ({
  readOnlyHint: operation.risk === 'reads',
  destructiveHint: operation.risk === 'disrupts' || operation.risk === 'opens',
  idempotentHint: operation.risk === 'reads',
  openWorldHint: !operation.offline,
});

/**
 * Returns the action in Title Case. Returns the summary if there is no action, if another operation has the same one, or if it is
 * a single word, like the name of a runbook.
 */
export function titleOf({ action, summary }: Operation<Context>): string {
  const alike = operations.filter((operation) => operation.action === action);
  return action?.includes(' ') && alike.length === 1 ? titleCase(action) : summary;
}

const small = /^(a|an|the|to|of|on|in|by|from)$/;

const titleCase = (words: string): string =>
  words
    .split(' ')
    .map((word) => (small.test(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join(' ');

/** Describes a tool, its required arguments and its limits, for a model that chooses among all tools. */
export function descriptionOf(operation: Operation<Context>): string {
  const { summary, example } = operation;
  const required = inputSchemaOf(operation).required ?? [];
  const call = toolCallOf(example);
  const shown = call && Object.keys(call.arguments).length > 0;
  return [
    `${summary}.`,
    effectOf(operation),
    ...(required.length > 0 ? [`Needs ${required.join(', ')}.`] : []),
    ...(shown ? [`Example: ${JSON.stringify(call.arguments)}`] : []),
  ].join(' ');
}

function effectOf({ risk, needs, button }: Operation<Context>): string {
  if (risk === 'reads') return 'Only reads.';
  if (needs === 'approval')
    return 'Changes nothing by itself: it requests approval, and approvers have to approve it in Slack.';
  return `Changes nothing by itself: the person gets a preview in their Slack direct messages and has to press “${button ?? 'Confirm'}” there, or approvers have to approve it.`;
}

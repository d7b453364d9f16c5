import { annotationsOf, descriptionOf, titleOf } from './describe-tool.ts';
import { inputSchemaOf } from './input-schema.ts';
import { outputSchema } from './output-schema.ts';
import { toolName } from './tool-link.ts';
import { forAgents } from './tool-operations.ts';

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

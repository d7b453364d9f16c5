import { operations } from '../operations/index.ts';
import { toolName } from './tool-link.ts';

/** The operations that agents may request, in the order of the help. Each is a tool. */
export const forAgents = operations.filter(({ isForPeople }) => !isForPeople);

const byTool = new Map(forAgents.map((operation) => [toolName(operation.id), operation]));

/** The operation of a tool; undefined if there is no such tool. */
export const operationOf = (tool: string): (typeof forAgents)[number] | undefined => byTool.get(tool);

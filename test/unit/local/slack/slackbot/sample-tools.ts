import type { Tool } from '@modelcontextprotocol/client';

const text = (description: string) => ({ type: 'string', description });

const tool = (
  name: string,
  title: string,
  properties: Tool['inputSchema']['properties'] = {},
  readOnlyHint = false,
): Tool => ({
  name,
  title,
  description: `${title}.`,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
  annotations: { readOnlyHint },
  _meta: { slack: { supportsBlockKit: true } },
});

const policy = text('Policy: the name or id of an alert policy');
const server = { type: 'array', items: { type: 'string' }, description: 'Server, one or several' };

/** Tools like those of Skydesk: one reads, the others change. */
export const sampleTools: readonly Tool[] = [
  tool('alert_list', 'List the alert policies', {}, true),
  tool('alert_delete', 'Delete Alert Policy', { policy }),
  tool('alert_assign', 'Assign Alert Policy', { policy, server }),
];

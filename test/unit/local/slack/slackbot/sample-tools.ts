import type { Tool } from '@modelcontextprotocol/client';

const text = (description: string, ...examples: string[]) => ({ type: 'string', description, examples });
const list = (description: string, ...examples: string[]) => ({
  type: 'array',
  items: { type: 'string' },
  description,
  examples: [examples],
});

const tool = (
  name: string,
  title: string,
  properties: Tool['inputSchema']['properties'] = {},
  required: string[] = Object.keys(properties),
  readOnlyHint = true,
): Tool => ({
  name,
  title,
  description: `${title}.`,
  inputSchema: { type: 'object', properties, required },
  annotations: { readOnlyHint },
  _meta: { slack: { supportsBlockKit: true } },
});

const policy = text('Policy: the name or id of an alert policy', 'Disk 80');
const server = text('Server: a part of its name', 'DE1ACMEWEB03');
const why = text('Reason, in the words of the person: approvers read it', 'Nightly backup');

/** Tools like those of Skydesk: some read, some change. */
export const sampleTools: readonly Tool[] = [
  tool('alert_list', 'List the alert policies'),
  tool('alert_show', 'Show an alert policy', { policy }),
  tool('alert_delete', 'Delete Alert Policy', { policy }, ['policy'], false),
  tool(
    'alert_assign',
    'Assign Alert Policy',
    { policy, server: list('Server, one or several', 'DE1ACMEWEB03'), why },
    ['policy', 'server'],
    false,
  ),
  tool('server_find', 'Find servers by a part of their name', {
    text: text('Text: a part of a name', 'web'),
  }),
  tool('server_show', 'Show a server', { server }),
  tool('firewall_list', 'List the firewall policies between data centers', {
    dc: text('Data center', 'de1'),
  }),
  tool(
    'firewall_intra_create',
    'Create a firewall policy inside a data center',
    {
      dc: text('Data center: the code of a data center, like de1', 'de1'),
      ports: list('Ports, one or several', 'tcp/443'),
      source: list('Source CIDRs, one or several', '10.0.0.0/24'),
      destination: list('Destination CIDRs, one or several', '10.0.1.0/24'),
      why,
    },
    ['dc', 'ports', 'source', 'destination', 'why'],
    false,
  ),
  tool('invoice_trend', 'Show the cost of the last months', {
    months: { type: 'integer', description: 'Months: how many', examples: [6] },
  }),
  tool('request_status', 'Show what became of a request', {
    request: text('Request: its number or id', '#1042'),
  }),
];

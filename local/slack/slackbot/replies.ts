import type { Tool } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '../payload/json.ts';
import { asShown, checkAnswer } from './answer-rules.ts';
import { type AskedCall, consentId, type Decision, mayWrite } from './consents.ts';
import type { ToolAnswer } from './mcp-connection.ts';
import { inputsFor, requiredOf } from './tool-form.ts';

export interface Reply {
  readonly text: string;
  readonly blocks: JsonObject[];
}

/** The `action_id` of the menu that shows a tool's form, and of the button that calls the tool with the entered values. */
export const formId = 'slackbot:form';
export const callId = 'slackbot:call';

const plain = (text: string): JsonObject => ({ type: 'plain_text', text });
const small = (text: string): JsonObject => ({ type: 'context', elements: [plain(text)] });
const titleOf = ({ title, annotations, name }: Tool): string => title ?? annotations?.title ?? name;
const sourceOf = (tool: Tool): string => `Skydesk · ${titleOf(tool)} · ${tool.name}`;

/** Renders text literally: no character formats or mentions anything; URLs become links. */
function inWords(text: string): JsonObject {
  const parts = text.split(/(https?:\/\/[^\s<>"|)]+)/).filter((part) => part !== '');
  const elements = parts.map((part) =>
    /^https?:\/\//.test(part) ? { type: 'link', url: part } : { type: 'text', text: part },
  );
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

const says = (text: string): Reply => ({ text, blocks: [inWords(text)] });

/** Lists all tools, with a menu to choose one of them. */
export function listTools(tools: readonly Tool[]): Reply {
  const rows = tools.map((tool) => [
    tool.name,
    titleOf(tool),
    requiredOf(tool).join(', '),
    mayWrite(tool) ? 'Yes' : 'No',
  ]);
  const caption = `${tools.length} tools of Skydesk`;
  return {
    text: caption,
    blocks: [
      {
        type: 'data_table',
        caption,
        page_size: 10,
        rows: [['Tool', 'What it does', 'Required', 'Asks first'], ...rows].map((row) =>
          row.map((text) => ({ type: 'raw_text', text })),
        ),
      },
      {
        type: 'actions',
        elements: [
          {
            type: 'static_select',
            action_id: formId,
            placeholder: plain('Choose a tool…'),
            options: tools.map(({ name }) => ({ text: plain(name), value: name })),
          },
        ],
      },
    ],
  };
}

/** Renders the form of a tool: an input for each argument, and a button to call it. */
export function askArguments(tool: Tool): Reply {
  const { name, description = titleOf(tool) } = tool;
  return {
    text: `Arguments of ${name}`,
    blocks: [
      small(sourceOf(tool)),
      inWords(description),
      ...inputsFor(tool),
      {
        type: 'actions',
        elements: [
          { type: 'button', text: plain('Call Tool'), action_id: callId, value: name, style: 'primary' },
        ],
      },
    ],
  };
}

export const noServer = (): Reply =>
  says('No app in this workspace has an MCP server, so I can call nothing.');

/** Slack's notice for an element whose id it has removed. */
export const inert =
  'This does nothing: in an answer to Slackbot, only an action_id that begins with “tool:” calls something.';

export const noSuchTool = (name: string): Reply =>
  says(
    `Skydesk has no tool “${name}”. Type “tools” for all of them, the name of one for its form, or its name and arguments: alert_show {"policy":"Disk 80"}`,
  );

export const badArguments = (name: string): Reply =>
  says(
    `The arguments of ${name} have to be a JSON object, such as {"policy":"Disk 80"}. Nothing was called.`,
  );

export const unreachable = (error: unknown): Reply =>
  says(`I couldn’t get Skydesk’s tools: ${reasonOf(error)}`);

export const callFailed = (tool: Tool, error: unknown): Reply => {
  const text = `I called ${tool.name} and got no answer: ${reasonOf(error)}`;
  return { text, blocks: [small(sourceOf(tool)), inWords(text)] };
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Renders a response and, if Slackbot drops its blocks, their problems. */
export function showAnswer(
  tool: Tool,
  { text, blocks = [] }: ToolAnswer,
): Reply & { readonly problems: readonly string[] } {
  const problems = checkAnswer(blocks).map(({ message, pointer }) => `${message} [${pointer}]`);
  const shown = problems.length === 0 ? asShown(blocks) : [];
  return { text, blocks: [small(sourceOf(tool)), ...(shown.length > 0 ? shown : [inWords(text)])], problems };
}

/** Writes the notice for a response whose blocks are dropped. */
export function droppedBlocks(problems: readonly string[]): string {
  const [first = '', ...others] = problems;
  const more = others.length === 0 ? '' : ` ${others.length} more.`;
  return `Slackbot dropped all blocks of this answer: ${first}.${more}`;
}

export function askConsent({ tool, args }: AskedCall): Reply {
  const text = `Let Skydesk run “${titleOf(tool)}” for you?`;
  const button = (label: string, decision: Decision, style?: string): JsonObject => ({
    type: 'button',
    text: plain(label),
    action_id: consentId(decision),
    ...(style !== undefined && { style }),
  });
  return {
    text,
    blocks: [
      small(sourceOf(tool)),
      { type: 'section', text: plain(text) },
      ...written(args),
      {
        type: 'actions',
        elements: [
          button('Allow Once', 'once', 'primary'),
          button('Always Allow', 'always'),
          button('Deny', 'deny'),
        ],
      },
    ],
  };
}

/** Renders the question after it was answered. */
export function decided({ tool, args }: AskedCall, decision: Decision): Reply {
  const title = titleOf(tool);
  const text = {
    once: `You allowed “${title}” once.`,
    always: `You always allow “${title}”.`,
    deny: `You denied “${title}”. Nothing was called.`,
  }[decision];
  return { text, blocks: [small(text), ...written(args)] };
}

function written(args: JsonObject): JsonObject[] {
  const entries = Object.entries(args);
  if (entries.length === 0) return [];
  const elements = entries.flatMap(([name, value], at) => [
    { type: 'text', text: `${at === 0 ? '' : '\n'}${name}: `, style: { bold: true } },
    { type: 'text', text: wordsOf(value) },
  ]);
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_quote', elements }] }];
}

function wordsOf(value: Json): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

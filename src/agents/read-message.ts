import * as z from 'zod/mini';
import { parseJsonObject } from '../core/parse-json.ts';
import { isTeamId, isUserId } from '../messaging/slack-ids.ts';
import type { Authenticated } from './authenticate-caller.ts';

/** One JSON-RPC message, which the SDK validates. */
export type Message = Readonly<Record<string, unknown>>;

const withMeta = <Meta extends z.core.$ZodShape>(meta: Meta) =>
  z.object({ params: z.object({ _meta: z.object(meta) }) });

/** Documented at https://docs.slack.dev/ai/slackbot-mcp-client */
const namesPerson = withMeta({
  slack: z.object({
    user_id: z.string().check(z.refine(isUserId)),
    team_id: z.string().check(z.refine(isTeamId)),
  }),
});

/** The client capabilities in a request. Clients of the revision 2026-07-28 send them each time. */
const showsBlockKit = withMeta({
  'io.modelcontextprotocol/clientCapabilities': z.object({
    extensions: z.object({ 'io.slack/block-kit': z.object({}) }),
  }),
});

/** Maximum nesting of a message. Its validation is recursive, so thousands of levels would exhaust the stack. */
const maxLevels = 100;

/** Whether a JSON value is not nested too deeply. */
export const isShallow = (value: unknown, levels = maxLevels): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1)));

/** Returns the message in a body; undefined unless the body is a single message that is not nested too deeply. */
export function readMessage(raw: Buffer): Message | undefined {
  const message = parseJsonObject(raw.toString('utf8'));
  return isShallow(message) ? message : undefined;
}

/** Whether a message asks for somebody: the person whom Slack's request names, or the owner of an API key. */
export const isForSomebody = (message: Message, { caller }: Authenticated): boolean =>
  caller === 'key' || namesPerson.safeParse(message).success;

/** Whether the sender of a message renders Block Kit, as Slack does, and other clients that declare it. */
export const wantsBlocks = (message: Message, { caller }: Authenticated): boolean =>
  caller === 'slack' || showsBlockKit.safeParse(message).success;

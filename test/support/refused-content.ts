import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, asString } from '../../local/slack/payload/json.ts';

type Entry = Parameters<Parameters<MountableSlack['follow']>[0]>[0];

/**
 * Slack's error codes for content that it does not accept. Unlike a fault, a refusal with one of the first includes the problems.
 */
const detailed = ['invalid_blocks', 'invalid_attachments', 'invalid_arguments'];
const bare = ['msg_blocks_too_long', 'msg_too_long', 'no_text', 'view_too_large'];

/** Returns the content for which the local Slack refused a call or a response; undefined if a fault refused it. */
function refusalIn({ kind, data }: Entry): string | undefined {
  if (kind !== 'call' && kind !== 'response') return undefined;
  const { ok, error, response_metadata: metadata } = asObject(data.response);
  const { messages } = asObject(metadata);
  const code = asString(error);
  const isRefused = bare.includes(code) || (detailed.includes(code) && messages !== undefined);
  if (ok !== false || !isRefused) return undefined;
  return `${asString(data.method ?? data.path)}: ${code} ${JSON.stringify(messages ?? [])}`;
}

/**
 * Follows the messages of the bot. The local Slack refuses invalid blocks and views like Slack, and the bot then sends a simpler
 * message, so a test could pass unnoticed. Returns a function that stops it, and throws if anything was refused.
 */
export function followRefusals({ follow }: Pick<MountableSlack, 'follow'>): () => void {
  const refused: string[] = [];
  const stop = follow((entry) => {
    const refusal = refusalIn(entry);
    if (refusal !== undefined) refused.push(refusal);
  });
  return () => {
    stop();
    if (refused.length > 0) throw new Error(`Slack refused what Skydesk sent:\n${refused.join('\n')}`);
  };
}

import { dashes } from '../../core/ascii.ts';
import { unescapeSlackText } from './unescape.ts';

const mentions = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g;
/** Punctuation between a mention and the command. */
const address = new RegExp(`^[\\s,:;.!?，、：；。！？${dashes}]+`, 'u');
const backticks = /^(`{1,3})([^`]*)\1$/;

/**
 * Returns the command in a message that mentions Skydesk: the text after the first mention or, if there is none, the text before
 * it. `bot` is Skydesk's user id. `command` is the name of the slash command, which is removed from the start.
 */
export function lineIn(text: string, bot: string, command: string): string {
  const mention = [...text.matchAll(mentions)].find(([, id]) => id === bot);
  const at = mention?.index ?? 0;
  const behind = unescapeSlackText(text.slice(at + (mention?.[0].length ?? 0))).replace(address, '');
  const line = (behind || unescapeSlackText(text.slice(0, at))).replace(backticks, '$2').trim();
  return line === command || line.startsWith(`${command} `) ? line.slice(command.length).trim() : line;
}

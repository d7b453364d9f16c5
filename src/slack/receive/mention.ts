import { typed } from './unescape.ts';

const mentions = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g;
/** What people put between a name and what they want of it. */
const address = /^[\s,:;.!?–—-]+/;
const backticks = /^(`{1,3})([^`]*)\1$/;

/**
 * The line in a message that mentions the bot: what stands behind the first mention or, where nothing does, before
 * it. `bot` is its user id; `command` is the slash command's name, which may stand in front as it does in answers.
 */
export function lineIn(text: string, bot: string, command: string): string {
  const mention = [...text.matchAll(mentions)].find(([, id]) => id === bot);
  const at = mention?.index ?? 0;
  const behind = typed(text.slice(at + (mention?.[0].length ?? 0))).replace(address, '');
  const asked = (behind || typed(text.slice(0, at))).replace(backticks, '$2').trim();
  return asked === command || asked.startsWith(`${command} `) ? asked.slice(command.length).trim() : asked;
}

import { lookUp } from '../slack/payload/json.ts';

/** The emoji that Skydesk sends, and those that people use most; any other stays as its shortcode. */
const emojiByName: Record<string, string> = {
  '+1': '👍',
  '-1': '👎',
  eyes: '👀',
  fire: '🔥',
  hourglass_flowing_sand: '⏳',
  tada: '🎉',
  warning: '⚠️',
  wave: '👋',
  white_check_mark: '✅',
  white_circle: '⚪',
  x: '❌',
};

/** The character of a shortcode (without colons), or the shortcode in its colons. */
export function emoji(name: string): string {
  return lookUp(emojiByName, name.replace(/::skin-tone-\d$/, '')) ?? `:${name}:`;
}

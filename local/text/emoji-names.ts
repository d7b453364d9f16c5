import { lookUp } from '../slack/payload/json.ts';

/** The emoji that Skydesk sends, and common ones. All others are shown as their shortcodes. */
const emojiByName: Record<string, string> = {
  '+1': '👍',
  '-1': '👎',
  eyes: '👀',
  fire: '🔥',
  hourglass_flowing_sand: '⏳',
  large_green_circle: '🟢',
  large_orange_circle: '🟠',
  red_circle: '🔴',
  tada: '🎉',
  unlock: '🔓',
  warning: '⚠️',
  wave: '👋',
  white_check_mark: '✅',
  white_circle: '⚪',
  x: '❌',
};

/** Returns the character of a shortcode (without colons), or else the shortcode with its colons. */
export function emoji(name: string): string {
  return lookUp(emojiByName, name.replace(/::skin-tone-\d$/, '')) ?? `:${name}:`;
}

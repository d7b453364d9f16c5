import { asString, isObject, type Json, type JsonObject } from '../../local/slack/payload/json.ts';

const special = ['user', 'usergroup', 'channel', 'broadcast', 'link'];

/** Returns all markup in a message that Slack does not show as plain characters: mentions, links, channel-wide mentions. */
export function markupIn(message: JsonObject): string[] {
  return [...marksOf(asString(message.text)), ...within(message.blocks ?? [])];
}

function within(json: Json): string[] {
  if (Array.isArray(json)) return json.flatMap(within);
  if (!isObject(json)) return [];
  const { type, text, ...rest } = json;
  const own = special.includes(asString(type)) ? [`${type} ${Object.values(rest).join(' ')}`] : [];
  const marks = type === 'mrkdwn' ? marksOf(asString(text)) : within(text ?? null);
  return [...own, ...marks, ...Object.values(rest).flatMap(within)];
}

/** Dates, which are not counted as markup: a reader sees only their digits, in their own zone. */
const date = /^<!date\^\d+\^(\{\w+\}| at )+\|[\w :-]+>$/;

const marksOf = (mrkdwn: string): string[] =>
  (mrkdwn.match(/<[^>]*>/g) ?? []).filter((mark) => !date.test(mark));

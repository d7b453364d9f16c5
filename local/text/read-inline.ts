import { asObject, asString, type JsonObject } from '../slack/payload/json.ts';
import type { Inline, Style } from './inline-types.ts';

const styleNames: readonly Style[] = ['bold', 'italic', 'strike', 'code'];

/** Converts an element of a rich text line, with its styles around it. */
export function readInline(element: JsonObject): Inline {
  const style = asObject(element.style);
  return styleNames
    .filter((name) => style[name] === true)
    .reduce<Inline>((inside, name) => ({ is: 'styled', style: name, inside: [inside] }), plainly(element));
}

function plainly(element: JsonObject): Inline {
  const string = (field: string): string => asString(element[field]);
  switch (element.type) {
    case 'text':
      return { is: 'text', text: string('text') };
    case 'link':
      return { is: 'link', url: string('url'), ...(string('text') && { label: string('text') }) };
    case 'emoji':
      return { is: 'emoji', name: string('name') };
    case 'user':
      return { is: 'mention', mark: '@', id: string('user_id') };
    case 'channel':
      return { is: 'mention', mark: '#', id: string('channel_id') };
    case 'usergroup':
      return { is: 'mention', mark: '@', id: string('usergroup_id') };
    case 'date':
      return {
        is: 'date',
        date: {
          seconds: Number(element.timestamp),
          format: string('format'),
          fallback: string('fallback') || string('format'),
        },
      };
    default:
      return { is: 'text', text: `(${string('type') || 'unknown'})` };
  }
}

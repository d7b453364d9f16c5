import { asObject, asString } from '../slack/payload/json.ts';
import type { Entry } from '../slack/workspace/journal.ts';
import type { Effect } from './inspector-types.ts';
import type { Mask } from './mask.ts';

/** Returns the effect that an entry has for a person; undefined if it has no visible one. */
export function effectOf({ kind, data, audience = [] }: Entry, mask: Mask): Effect | undefined {
  switch (kind) {
    case 'message.posted':
    case 'message.changed':
    case 'message.deleted': {
      const { channel, ts, onlyFor } = asObject(data.message);
      return {
        kind: 'message',
        action: actions[kind],
        channel: asString(channel),
        ts: asString(ts),
        ...(onlyFor !== undefined && { onlyFor: asString(onlyFor) }),
      };
    }
    case 'view.opened':
    case 'view.changed':
    case 'view.closed':
      return { kind: 'view', action: actions[kind], view: asString(asObject(data.view).id) };
    case 'home.published':
      return { kind: 'home', person: audience[0] ?? '' };
    case 'notice':
      return { kind: 'notice', text: String(mask(asString(data.text))) };
    default:
      return undefined;
  }
}

const actions = {
  'message.posted': 'posted',
  'message.changed': 'changed',
  'message.deleted': 'deleted',
  'view.opened': 'opened',
  'view.changed': 'changed',
  'view.closed': 'closed',
} as const;

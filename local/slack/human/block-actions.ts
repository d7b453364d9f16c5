import type { JsonObject } from '../payload/json.ts';
import { asObject, asString } from '../payload/json.ts';
import { forApps as messageForApps } from '../workspace/app-message.ts';
import type { Local } from '../workspace/local.ts';
import { type View, forApps as viewForApps } from '../workspace/open-views.ts';
import type { Person } from '../workspace/sample-workspace.ts';
import type { Message } from '../workspace/workspace.ts';
import { interaction, nameOf, notice } from './acts.ts';
import type { Found } from './find.ts';
import type { Ack, AppClient } from './post-to-app.ts';

function containerOf({ message, view }: Pick<Found, 'message' | 'view'>): JsonObject {
  if (view) return { type: 'view', view_id: view.id };
  if (!message) return {};
  return {
    type: 'message',
    message_ts: message.ts,
    channel_id: message.channel,
    is_ephemeral: message.onlyFor !== undefined,
    ...(message.threadTs && { thread_ts: message.threadTs }),
  };
}

/**
 * Sends `block_actions` for an element.
 * @param value the element's new value; nothing for a button
 */
export async function act(
  local: Local,
  app: AppClient,
  person: Person,
  found: Found,
  value: JsonObject,
): Promise<Ack> {
  const { block, element, message, view } = found;
  const blockId = asString(block.block_id);
  const { type: _type, ...entered } = value;
  if (view && Object.keys(entered).length > 0) remember(view, blockId, asString(element.action_id), value);
  const action = {
    type: element.type ?? '',
    action_id: element.action_id ?? '',
    block_id: blockId,
    ...(element.type === 'button' && pick(element, ['text', 'value', 'style'])),
    ...entered,
    action_ts: local.workspace.nextTs(),
  };
  const ack = await app.interaction({
    ...interaction(person, 'block_actions'),
    container: containerOf(found),
    trigger_id: local.triggers.issue(person.id, view?.id),
    ...(message ? aboutMessage(local, person, message, found, value) : {}),
    ...(view && { view: viewForApps(view) }),
    actions: [action],
  });
  if (!ack.ok) app.applyAck(ack, () => notice(local, person, trouble(ack), containerOf(found)));
  return ack;
}

function aboutMessage(
  local: Local,
  person: Person,
  message: Message,
  found: Found,
  value: JsonObject,
): JsonObject {
  const channel = local.workspace.channel(message.channel);
  const values = local.messageValues.of(person.id, message);
  const blockId = asString(found.block.block_id);
  const actionId = asString(found.element.action_id);
  if (asObject(values[blockId])[actionId])
    values[blockId] = { ...asObject(values[blockId]), [actionId]: value };
  return {
    channel: { id: message.channel, name: channel ? nameOf(channel) : '' },
    ...(!message.onlyFor && { message: messageForApps(message) }),
    state: { values },
    response_url: `${local.url()}${local.responseUrls.issue('actions', person.id, message.channel, message)}`,
  };
}

/** Stores the value that was entered into a field of a view. */
export function remember(view: View, blockId: string, actionId: string, value: JsonObject): void {
  view.values = { ...view.values, [blockId]: { ...asObject(view.values[blockId]), [actionId]: value } };
}

/** Returns the notice that Slack shows at the element if the app did not acknowledge. */
function trouble(ack: Ack): string {
  if (ack.error === 'operation_timeout') return 'Operation timed out. Apps need to respond within 3 seconds.';
  return ack.status ? `This app responded with Status Code ${ack.status}.` : 'This app is not responding.';
}

export type AppTab = 'home' | 'messages';

/**
 * Creates the event that a person opened one of the app's tabs. It has a `view` only if a Home tab was published, which tells an
 * app that this is the first time.
 */
export function tabOpened(local: Local, person: Person, tab: AppTab): JsonObject {
  const home = tab === 'home' ? local.views.home(person.id) : undefined;
  return {
    type: 'app_home_opened',
    user: person.id,
    channel: local.workspace.directMessage(person.id)?.id ?? '',
    tab,
    event_ts: local.workspace.nextTs(),
    ...(home && { view: viewForApps(home) }),
  };
}

function pick(from: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
}

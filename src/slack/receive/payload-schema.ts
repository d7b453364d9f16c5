/** A parsed payload from Slack, not yet validated. */
export type SlackBody = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Returns the fields of an object; empty if the value is not an object. */
export const fieldsOf = (value: unknown): SlackBody => (isObject(value) ? { ...value } : {});

/** Returns the value if it is a string, else an empty string. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the id of the workspace in which a button was clicked or a form submitted; empty if the payload has none. `team` comes
 * first: on Enterprise Grid `user.team_id` is any workspace of the person, or their organization. `team` is null if the app is
 * installed for a whole organization.
 */
export const workspaceOf = ({ team, user }: { readonly team?: unknown; readonly user?: unknown }): string =>
  textIn(fieldsOf(team).id) || textIn(fieldsOf(user).team_id);

/** Whether a payload has all fields that its handler needs, as all of Slack's own payloads do. */
export function isValidPayload(body: SlackBody): boolean {
  if (body.event !== undefined) return isEvent(body);
  if (body.command !== undefined) {
    const needed = [body.command, body.team_id, body.channel_id, body.user_id];
    return needed.every(isText) && isTextOrAbsent(body.text) && isTextOrAbsent(body.response_url);
  }
  if (body.type === 'block_actions') return isClick(body);
  if (body.type === 'view_submission') return hasSender(body) && isView(body.view);
  // Bolt handles any payload with `actions` as a click, whatever its type.
  return body.actions === undefined && body.type !== 'view_closed';
}

/** The subtypes of messages that a person has just written: with a file, a reply that the channel shows too, and `/me`. */
const writtenSubtypes: readonly unknown[] = [undefined, 'file_share', 'thread_broadcast', 'me_message'];

/** Whether a `message` event is a line that somebody wrote, not an edit, a deletion or a notice. */
export const isWritten = ({ subtype }: SlackBody): boolean => writtenSubtypes.includes(subtype);

/**
 * Validates an event. A mention or a message may lack a `user`: bots and workflows can write too. Edits and notices are ignored,
 * as are messages without text.
 */
function isEvent({ type, event, event_id, team_id }: SlackBody): boolean {
  const fields = fieldsOf(event);
  const { type: what, user, channel, text, thread_ts, tab } = fields;
  if (type !== 'event_callback' || !isText(what)) return false;
  if (what === 'app_home_opened') return [event_id, team_id, user].every(isText) && isTextOrAbsent(tab);
  if (what !== 'app_mention' && (what !== 'message' || !isWritten(fields))) return true;
  if (text === '' && what === 'message') return true;
  return [event_id, team_id, channel, text].every(isText) && [user, thread_ts].every(isTextOrAbsent);
}

const hasSender = ({ user, team }: SlackBody): boolean =>
  isText(fieldsOf(user).id) && workspaceOf({ user, team }) !== '';

function isClick(body: SlackBody): boolean {
  const actions: unknown[] = Array.isArray(body.actions) ? body.actions : [];
  return (
    hasSender(body) &&
    (body.channel === undefined || isText(fieldsOf(body.channel).id)) &&
    (body.view === undefined || isView(body.view)) &&
    ((body.state ?? undefined) === undefined || isState(body.state)) &&
    isTextOrAbsent(body.response_url) &&
    actions.length > 0 &&
    actions.map(fieldsOf).every(({ type, action_id, value, selected_option: chosen }) => {
      const isChoice = type === 'overflow' || type === 'static_select';
      const isRead = isChoice ? isText(fieldsOf(chosen).value) : isTextOrAbsent(value);
      return isText(type) && typeof action_id === 'string' && isRead;
    })
  );
}

function isView(value: unknown): boolean {
  const { id, callback_id, private_metadata, blocks, state } = fieldsOf(value);
  return (
    isText(id) &&
    typeof callback_id === 'string' &&
    typeof private_metadata === 'string' &&
    Array.isArray(blocks) &&
    blocks.every((block) => isObject(block) && isTextOrAbsent(fieldsOf(block).block_id)) &&
    isState(state)
  );
}

/** Validates the values entered into the inputs of a message or a view. */
function isState(state: unknown): boolean {
  const { values } = fieldsOf(state);
  return (
    isObject(values) &&
    Object.values(values).every((block) => isObject(block) && Object.values(block).every(isEntered))
  );
}

/** Validates the state of an input element. Slack sends null for an empty one. */
function isEntered(element: unknown): boolean {
  const { value, selected_option: chosen, selected_options: all } = fieldsOf(element);
  return (
    isObject(element) &&
    ((all ?? undefined) === undefined ||
      (Array.isArray(all) && all.every((option) => isText(fieldsOf(option).value)))) &&
    isTextOrAbsent(value ?? undefined) &&
    ((chosen ?? undefined) === undefined || isText(fieldsOf(chosen).value))
  );
}

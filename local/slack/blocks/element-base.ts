import { slackLimits } from './limits.ts';
import { type Check, flag, list, object, oneOf, text } from './rules.ts';
import { confirm, plainText } from './text-rules.ts';

const actionId = text(slackLimits.actionId);
/** An id of Slack's: of a person, a channel, a file type. */
export const id = text(255);
export const ids = list(id, [0, 100]);
const placeholder = plainText(slackLimits.placeholder);
const dispatch = object(
  {},
  { trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), [1, 2]) },
);

/** An element with `action_id`, and the fields that its kind takes. */
export const element = (
  type: string,
  required: Record<string, Check>,
  optional: Record<string, Check>,
): Check => object({ type: oneOf(type), ...required }, { action_id: actionId, ...optional });

/** Fields that several kinds share. */
export const focus = { focus_on_load: flag };
export const asks = { confirm };
export const menu = { ...asks, ...focus, placeholder };
export const typing = { ...focus, placeholder, dispatch_action_config: dispatch };

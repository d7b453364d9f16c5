import type { JsonObject } from '../payload/json.ts';
import { asObject, asObjects, asString, isObject } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { labelOf } from '../payload/view-state.ts';
import type { Local } from '../workspace/local.ts';
import { forApps, type View } from '../workspace/open-views.ts';
import type { Person } from '../workspace/sample-workspace.ts';
import { interaction, notice } from './acts.ts';
import type { Ack, AppClient } from './post-to-app.ts';
import { isEmpty } from './values.ts';

const connectionTrouble = 'We had some trouble connecting. Try again?';

export interface Submission {
  readonly ack?: Ack;
  readonly outcome: 'closed' | 'cleared' | 'updated' | 'pushed' | 'errors' | 'incomplete' | 'trouble';
  readonly errors: JsonObject;
}

/** Submits the top view as a person does, and applies the app's response. */
export async function submitView(
  local: Local,
  app: AppClient,
  person: Person,
  view: View,
): Promise<Submission> {
  const missing = missingFields(view);
  if (Object.keys(missing).length > 0) {
    local.views.mark(view, missing);
    return { outcome: 'incomplete', errors: missing };
  }
  const ack = await app.interaction({
    ...interaction(person, 'view_submission'),
    trigger_id: local.triggers.issue(person.id, view.id),
    view: forApps(view),
    response_urls: [],
  });
  return { ack, errors: {}, ...app.applyAck(ack, () => applyAck(local, person, view, ack)) };
}

function applyAck(
  local: Local,
  person: Person,
  view: View,
  ack: Ack,
): Pick<Submission, 'outcome'> & Partial<Submission> {
  const trouble = (): Pick<Submission, 'outcome'> => {
    notice(local, person, connectionTrouble, { view_id: view.id });
    return { outcome: 'trouble' };
  };
  if (!ack.ok || (ack.body !== null && !isObject(ack.body))) return trouble();
  const answer = asObject(ack.body);
  try {
    switch (answer.response_action) {
      case undefined:
        local.views.close(person.id);
        return { outcome: 'closed' };
      case 'clear':
        local.views.close(person.id, true);
        return { outcome: 'cleared' };
      case 'update':
        local.views.update(view, answer.view);
        return { outcome: 'updated' };
      case 'push':
        local.views.push(person.id, answer.view, view.client);
        view.errors = {};
        return { outcome: 'pushed' };
      case 'errors': {
        const errors = asObject(answer.errors);
        if (!namesInputs(view, errors)) return trouble();
        local.views.mark(view, errors);
        return { outcome: 'errors', errors };
      }
      default:
        return trouble();
    }
  } catch (error) {
    if (error instanceof SlackFailure) return trouble();
    throw error;
  }
}

/** Whether errors name only existing input blocks, the only ones at which Slack shows errors. */
function namesInputs(view: View, errors: JsonObject): boolean {
  const inputs = asObjects(view.payload.blocks).filter(({ type }) => type === 'input');
  const named = Object.keys(errors);
  return named.length > 0 && named.every((id) => inputs.some(({ block_id }) => block_id === id));
}

/** Returns the errors that the client itself shows before it submits. */
function missingFields(view: View): JsonObject {
  const missing: JsonObject = {};
  for (const block of asObjects(view.payload.blocks)) {
    if (block.type !== 'input' || block.optional === true) continue;
    const id = asString(block.block_id);
    const actionId = asString(asObject(block.element).action_id);
    if (isEmpty(asObject(view.values[id])[actionId]))
      missing[id] = `Please complete this required field: ${labelOf(block.label)}`;
  }
  return missing;
}

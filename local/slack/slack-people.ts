import { channelFor, personNamed } from './human/acts.ts';
import { type AppTab, act, remember, tabOpened } from './human/block-actions.ts';
import { type Found, findElement, recently, type Where } from './human/find.ts';
import type { Ack, AppClient } from './human/post-to-app.ts';
import { type Submission, submitView } from './human/submission.ts';
import { type Subtype, sendEvent, typeCommand, typeMessage } from './human/typing.ts';
import { type Entered, valueFor } from './human/values.ts';
import { asString, type JsonObject } from './payload/json.ts';
import { labelOf } from './payload/view-state.ts';
import type { Slackbot } from './slackbot/conversation.ts';
import type { Local } from './workspace/local.ts';
import { type Channel, type Person, slackbotId } from './workspace/sample-workspace.ts';

const isWithSlackbot = ({ kind, members }: Channel): boolean => kind === 'im' && members.includes(slackbotId);

/** Returns the acts of people in the local Slack. `command` is the slash command of the app. */
export function people(local: Local, app: AppClient, slackbot: Slackbot, command: string) {
  const who = (key: string): Person => personNamed(local, key);
  const top = (person: Person) => {
    const view = local.views.of(person.id).at(-1);
    if (!view) throw new Error(`${person.name} has no view open.`);
    return view;
  };

  /** Sends an act to the app, or to Slackbot if Slackbot wrote the message. */
  const tell = (person: Person, found: Found, value: JsonObject): Promise<Ack> =>
    found.message?.user === slackbotId
      ? slackbot.press(person, found, value)
      : act(local, app, person, found, value);

  const fill = async (person: string, values: Record<string, Entered>, where?: Where): Promise<void> => {
    const member = who(person);
    const place = where ?? { view: top(member).id };
    for (const [name, entered] of Object.entries(values)) {
      const { element, block, message, view } = findElement(local, member, name, place);
      const value = valueFor(element, entered);
      const [blockId, actionId] = [asString(block.block_id), asString(element.action_id)];
      if (view) remember(view, blockId, actionId, value);
      else if (message) local.messageValues.enter(member.id, message.ts, blockId, actionId, value);
    }
  };

  const press = async (person: string, button: string, where: Where = {}): Promise<Ack> => {
    const member = who(person);
    return tell(member, findElement(local, member, button, where), {});
  };

  return {
    /** Types and sends a line: a slash command, or a message. Resolves to undefined if the app receives nothing. */
    type: async (
      person: string,
      channel: string,
      line: string,
      more: { threadTs?: string; subtype?: Subtype } = {},
    ): Promise<Ack | undefined> => {
      const member = who(person);
      const typed = { person: member, channel: channelFor(local, member, channel), line, ...more };
      if (line.startsWith('/')) return typeCommand(local, app, command, typed);
      const ack = await typeMessage(local, app, typed);
      if (isWithSlackbot(typed.channel)) await slackbot.say(member, typed.channel, line);
      return ack;
    },

    /** Clicks a button, by its text, `action_id` or value: the newest visible one, unless `where` narrows it down. */
    press,

    /**
     * Clicks a button among what appeared or changed after a cursor of the journal, as a person would who sees nothing else. That
     * includes the buttons that submit or close the top view. `values` are entered into that view first.
     */
    pressRecent: async (
      person: string,
      button: string,
      after: number,
      values: Record<string, Entered> = {},
    ): Promise<Ack | undefined> => {
      const member = who(person);
      const view = local.views.of(member.id).at(-1);
      if (!view || !recently(local, after)(view.id)) {
        if (Object.keys(values).length > 0) throw new Error(`${member.name} has no form open to fill.`);
        return press(person, button, { after });
      }
      await fill(person, values, { view: view.id });
      if (labelOf(view.payload.submit ?? '') === button)
        return (await submitView(local, app, member, view)).ack;
      if (labelOf(view.payload.close ?? '') !== button) return press(person, button, { view: view.id });
      local.views.close(member.id);
      return undefined;
    },

    /** Chooses in a menu or radio group, or enters a text, which is sent to the app at once. */
    choose: async (person: string, name: string, entered: Entered, where: Where = {}): Promise<Ack> => {
      const member = who(person);
      const found = findElement(local, member, name, where);
      return tell(member, found, valueFor(found.element, entered));
    },

    /** Fills fields of the top view, or of `where`: by label, `block_id` or `action_id`. Sends nothing to the app. */
    fill,

    /** Fills fields and submits the top view. */
    submit: async (person: string, values: Record<string, Entered> = {}): Promise<Submission> => {
      await fill(person, values);
      return submitView(local, app, who(person), top(who(person)));
    },

    /** Closes the top view, or all views. */
    dismiss: async (person: string, all = false): Promise<void> => {
      local.views.close(who(person).id, all);
    },

    /** Opens the Home tab, or the app's direct messages. */
    openHome: async (person: string, tab: AppTab = 'home'): Promise<Ack> =>
      sendEvent(local, app, who(person), tabOpened(local, who(person), tab)),
  };
}

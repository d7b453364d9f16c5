import type { Tool } from '@modelcontextprotocol/client';
import { notice } from '../human/acts.ts';
import type { Found } from '../human/find.ts';
import type { Ack } from '../human/post-to-app.ts';
import {
  asObject,
  asObjects,
  asString,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../payload/json.ts';
import { elementsOf } from '../payload/view-state.ts';
import type { Local } from '../workspace/local.ts';
import { type Channel, type Person, slackbotId } from '../workspace/sample-workspace.ts';
import type { Message } from '../workspace/workspace.ts';
import { toolPrefix } from './answer-rules.ts';
import { type AskedCall, Consents, consentId, type Decision, decisions } from './consents.ts';
import { connectToMcp, type McpConnection } from './mcp-connection.ts';
import * as replies from './replies.ts';
import { argumentsFrom, inputPrefix } from './tool-form.ts';

interface Talk {
  readonly person: Person;
  readonly channel: Channel;
  readonly mcp: McpConnection;
  /** The end of the person's last turn: turns run sequentially. */
  turn: Promise<void>;
}

/**
 * Slackbot as an MCP client without a model: it lists the tools of the app, shows a tool's form, asks for consent as Slack does,
 * calls the tool over HTTP, and shows its response.
 */
export class Slackbot {
  readonly #local: Local;
  readonly #mcpUrl: (() => string) | undefined;
  readonly #signingSecret: () => string;
  readonly #consents = new Consents();
  readonly #talks = new Map<string, Talk>();

  /** @param mcpUrl the URL in `mcp_servers` of the app's manifest; undefined if it has none */
  constructor(local: Local, mcpUrl: (() => string) | undefined, signingSecret: () => string) {
    this.#local = local;
    this.#mcpUrl = mcpUrl;
    this.#signingSecret = signingSecret;
  }

  /** Processes a person's line: `tools`, NAME or NAME {JSON}. Resolves when it is answered. */
  async say(person: Person, channel: Channel, line: string): Promise<void> {
    const talk = this.#talkOf(person, channel);
    await this.#inTurn(talk, () => this.#answer(talk, line.trim()));
  }

  /** Clicks a button, or chooses `entered`, in a message of Slackbot. Resolves when that is answered. */
  async press(person: Person, { element, message }: Found, entered: JsonObject): Promise<Ack> {
    const channel = message && this.#local.workspace.channel(message.channel);
    if (message && channel) {
      const talk = this.#talkOf(person, channel);
      await this.#inTurn(talk, () => this.#act(talk, element, message, entered));
    }
    return { ok: true, body: null, ms: 0 };
  }

  reset(): void {
    for (const { mcp } of this.#talks.values()) void mcp.close();
    this.#talks.clear();
    this.#consents.reset();
  }

  #talkOf(person: Person, channel: Channel): Talk {
    const { workspace } = this.#local;
    const signing = { workspace, signingSecret: this.#signingSecret, person };
    const talk = this.#talks.get(person.id) ?? {
      person,
      channel,
      mcp: connectToMcp(this.#mcpUrl ?? (() => ''), signing),
      turn: Promise.resolve(),
    };
    this.#talks.set(person.id, talk);
    return talk;
  }

  #inTurn(talk: Talk, act: () => Promise<void>): Promise<void> {
    const turn = talk.turn.then(act);
    talk.turn = turn.catch(() => {});
    return turn;
  }

  async #answer(talk: Talk, line: string): Promise<void> {
    if (!this.#mcpUrl) return this.#reply(talk, replies.noServer());
    const tools = await this.#toolsFor(talk);
    if (!tools) return;
    if (line === 'tools') return this.#reply(talk, replies.listTools(tools));
    const [, name = '', json = ''] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
    const tool = tools.find((one) => one.name === name);
    if (!tool) return this.#reply(talk, replies.noSuchTool(name));
    if (json === '') return this.#reply(talk, replies.askArguments(tool));
    const args = parseJson(json);
    if (!isObject(args)) return this.#reply(talk, replies.badArguments(name));
    await this.#ask(talk, { tool, args });
  }

  /**
   * Returns the tools that the server offers the person. If it does not respond, notifies the person and resolves to undefined.
   */
  #toolsFor(talk: Talk): Promise<readonly Tool[] | undefined> {
    return talk.mcp.tools().catch((error: unknown) => this.#reply(talk, replies.unreachable(error)));
  }

  /** Calls a tool, or asks for consent first. */
  async #ask(talk: Talk, asked: AskedCall): Promise<void> {
    if (!this.#consents.needsConsent(talk.person.id, asked.tool)) return this.#call(talk, asked);
    const { ts } = this.#post(talk, replies.askConsent(asked));
    this.#consents.ask(ts, asked);
  }

  async #call(talk: Talk, { tool, args, replaces }: AskedCall): Promise<void> {
    const answer = await talk.mcp
      .call(tool.name, args)
      .catch((error: unknown) => this.#reply(talk, replies.callFailed(tool, error)));
    if (!answer) return;
    const { problems, ...reply } = replies.showAnswer(tool, answer);
    const replaced =
      replaces === undefined ? undefined : this.#local.workspace.find(talk.channel.id, replaces);
    this.#because(talk, () => {
      const isNew = !replaced || answer.blocks === undefined || problems.length > 0;
      const { ts } = isNew ? this.#post(talk, reply) : this.#local.workspace.change(replaced, reply);
      if (problems.length > 0)
        notice(this.#local, talk.person, replies.droppedBlocks(problems), { message_ts: ts });
    });
  }

  async #act(talk: Talk, element: JsonObject, message: Message, entered: JsonObject): Promise<void> {
    const id = asString(element.action_id);
    const decision = decisions.find((one) => consentId(one) === id);
    if (decision) return this.#decide(talk, message, decision);
    const value = asString(asObject(entered.selected_option).value) || asString(element.value);
    const args = parseJson(value);
    const isOwn = id === replies.formId || id === replies.callId;
    if (!isOwn && !(id.startsWith(toolPrefix) && isObject(args))) {
      notice(this.#local, talk.person, replies.inert, { message_ts: message.ts });
      return;
    }
    const name = isOwn ? value : id.slice(toolPrefix.length);
    const tools = await this.#toolsFor(talk);
    if (!tools) return;
    const tool = tools.find((one) => one.name === name);
    if (!tool) return this.#reply(talk, replies.noSuchTool(name));
    if (id === replies.formId) return this.#reply(talk, replies.askArguments(tool));
    await this.#ask(
      talk,
      isOwn
        ? { tool, args: argumentsFrom(tool, this.#inputs(talk, message)) }
        : { tool, args: asObject(args), replaces: message.ts },
    );
  }

  /** Applies the person's decision: calls the tool, or doesn’t. */
  async #decide(talk: Talk, message: Message, decision: Decision): Promise<void> {
    const asked = this.#consents.decide(talk.person.id, message.ts, decision);
    if (!asked) return;
    this.#local.workspace.change(message, replies.decided(asked, decision));
    if (decision !== 'deny') await this.#call(talk, asked);
  }

  /** Returns the values that the person entered into a message, by the argument of each input. */
  #inputs({ person }: Talk, message: Message): JsonObject {
    const values = this.#local.messageValues.of(person.id, message);
    const inputs = elementsOf(message.blocks).filter(({ element }) =>
      asString(element.action_id).startsWith(inputPrefix),
    );
    return Object.fromEntries(
      inputs.flatMap(({ block, element }): [string, Json][] => {
        const id = asString(element.action_id);
        const state = asObject(asObject(values[asString(block.block_id)])[id]);
        const several = asObjects(state.selected_options).map(({ value = '' }) => value);
        const one = state.value ?? asObject(state.selected_option).value ?? null;
        const value = state.selected_options === undefined ? one : several;
        return value === null ? [] : [[id.slice(inputPrefix.length), value]];
      }),
    );
  }

  #reply(talk: Talk, reply: replies.Reply): undefined {
    this.#because(talk, () => this.#post(talk, reply));
  }

  #post({ channel }: Talk, { text, blocks }: replies.Reply): Message {
    return this.#local.workspace.post({ channel: channel.id, user: slackbotId, text, blocks });
  }

  /** Attributes the entries that `act` writes to the last request to the server. */
  #because({ mcp }: Talk, act: () => void): void {
    const request = mcp.lastRequest();
    if (request === undefined) act();
    else this.#local.workspace.journal.because(request, act);
  }
}

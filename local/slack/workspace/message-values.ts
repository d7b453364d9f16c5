import type { JsonObject } from '../payload/json.ts';
import { asObject } from '../payload/json.ts';
import { initialState } from '../payload/view-state.ts';
import type { Message } from './workspace.ts';

/** The unsubmitted values that people entered into inputs of messages: separate for each person, as in Slack. */
export class MessageValues {
  readonly #entered = new Map<string, JsonObject>();

  /** Returns `state.values` of a message for a person: block id -> action id -> value. */
  of(person: string, { ts, blocks }: Pick<Message, 'ts' | 'blocks'>): JsonObject {
    const entered = this.#entered.get(`${person} ${ts}`) ?? {};
    return Object.fromEntries(
      Object.entries(initialState(blocks)).map(([block, actions]) => [
        block,
        { ...asObject(actions), ...asObject(entered[block]) },
      ]),
    );
  }

  /** Stores a value that a person entered. */
  enter(person: string, ts: string, blockId: string, actionId: string, value: JsonObject): void {
    const entered = this.#entered.get(`${person} ${ts}`) ?? {};
    const block = { ...asObject(entered[blockId]), [actionId]: value };
    this.#entered.set(`${person} ${ts}`, { ...entered, [blockId]: block });
  }

  reset(): void {
    this.#entered.clear();
  }
}

import type { JsonObject } from '../payload/json.ts';
import { asObject } from '../payload/json.ts';
import { initialState } from '../payload/view-state.ts';
import type { Message } from './workspace.ts';

/** What people have entered into the inputs of messages, and not submitted: each person for themselves, as in Slack. */
export class MessageValues {
  readonly #entered = new Map<string, JsonObject>();

  /** `state.values` of a message for a person: block id -> action id -> value. */
  of(person: string, { ts, blocks }: Pick<Message, 'ts' | 'blocks'>): JsonObject {
    const entered = this.#entered.get(`${person} ${ts}`) ?? {};
    return Object.fromEntries(
      Object.entries(initialState(blocks)).map(([block, actions]) => [
        block,
        { ...asObject(actions), ...asObject(entered[block]) },
      ]),
    );
  }

  /** Keeps what a person entered. */
  enter(person: string, ts: string, blockId: string, actionId: string, value: JsonObject): void {
    const entered = this.#entered.get(`${person} ${ts}`) ?? {};
    const block = { ...asObject(entered[blockId]), [actionId]: value };
    this.#entered.set(`${person} ${ts}`, { ...entered, [blockId]: block });
  }

  reset(): void {
    this.#entered.clear();
  }
}

import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject } from '../payload/json.ts';

export interface AskedCall {
  readonly tool: Tool;
  readonly args: JsonObject;
  /** The `ts` of the message whose blocks the response replaces; absent for a typed call. */
  readonly replaces?: string;
}

export const decisions = ['once', 'always', 'deny'] as const;
export type Decision = (typeof decisions)[number];

/** Returns the `action_id` of a decision's button. */
export const consentId = (decision: Decision): string => `slackbot:${decision}`;

/** Whether a tool may write. As in Slack, every tool does unless it declares `readOnlyHint: true`. */
export const mayWrite = ({ annotations }: Tool): boolean => annotations?.readOnlyHint !== true;

/** The consents of people to calls of tools that may write. Each call needs one, until its person always allows the tool. */
export class Consents {
  readonly #always = new Set<string>();
  readonly #asked = new Map<string, AskedCall>();

  needsConsent(person: string, tool: Tool): boolean {
    return mayWrite(tool) && !this.#always.has(`${person} ${tool.name}`);
  }

  ask(ts: string, call: AskedCall): void {
    this.#asked.set(ts, call);
  }

  /**
   * Returns the call that a message asks about, only once: undefined if it was already decided. An `always` applies from then on.
   */
  decide(person: string, ts: string, decision: Decision): AskedCall | undefined {
    const asked = this.#asked.get(ts);
    this.#asked.delete(ts);
    if (asked && decision === 'always') this.#always.add(`${person} ${asked.tool.name}`);
    return asked;
  }

  reset(): void {
    this.#always.clear();
    this.#asked.clear();
  }
}

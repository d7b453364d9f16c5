import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject } from '../payload/json.ts';

/** A call that a person is asked to allow. */
export interface AskedCall {
  readonly tool: Tool;
  readonly args: JsonObject;
  /** The `ts` of the message whose blocks the answer replaces; absent for a call that was typed. */
  readonly replaces?: string;
}

/** What a person answers. */
export const decisions = ['once', 'always', 'deny'] as const;
export type Decision = (typeof decisions)[number];

/** The `action_id` of the button for a decision. */
export const consentId = (decision: Decision): string => `slackbot:${decision}`;

/** As in Slack, every tool counts as one that writes unless it says `readOnlyHint: true`. */
export const mayWrite = ({ annotations }: Tool): boolean => annotations?.readOnlyHint !== true;

/** Which calls of tools that may write people have allowed: each one is asked for, until its person allows the tool for always. */
export class Consents {
  readonly #always = new Set<string>();
  readonly #asked = new Map<string, AskedCall>();

  needsConsent(person: string, tool: Tool): boolean {
    return mayWrite(tool) && !this.#always.has(`${person} ${tool.name}`);
  }

  /** Keeps what a message asks for. */
  ask(ts: string, call: AskedCall): void {
    this.#asked.set(ts, call);
  }

  /** The call that a message asks for, once: undefined when it was decided before. An `always` counts from now on. */
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

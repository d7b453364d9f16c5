import { createContext, use } from 'react';
import type { JsonObject } from '../../../slack/payload/json.ts';

/** What a person enters: a text, a choice by its value, or the values of all that is chosen; `null` clears. */
export type Entered = string | null | string[];

/** Where an element is: its block_id and its action_id. */
export interface At {
  readonly block: string;
  readonly action: string;
}

/** The surface of blocks: who reads them, what was entered, and where a click goes. */
export interface Surface {
  readonly kind: 'message' | 'modal' | 'home';
  /** IANA zone of who reads, for dates. */
  readonly tz: string;
  /** Name of a person, channel or group by id, without `@` or `#`. */
  nameOf(id: string): string | undefined;
  /** Whether a mention of this person or group calls the reader. */
  callsReader(id: string): boolean;
  /** Where a link to a message leads on this page, and what goes there; undefined for a link to elsewhere. */
  placeOf(url: string): { readonly href: string; go(): void } | undefined;
  /** The current values of the elements: `state.values` as Slack has it (block id -> action id -> value). */
  readonly values: JsonObject;
  /** Messages at fields by block id. */
  readonly errors: Readonly<Record<string, string>>;
  /** Keeps what was entered into an input, telling the app nothing. */
  enter(at: At, entered: Entered): void;
  /** Tells the app of a press (nothing entered) or a choice; resolves when it has acknowledged. */
  act(at: At, entered?: Entered): Promise<void>;
}

/** A surface without values that ignores all actions. */
const nowhere: Surface = {
  kind: 'message',
  tz: 'UTC',
  nameOf: () => undefined,
  callsReader: () => false,
  placeOf: () => undefined,
  values: {},
  errors: {},
  enter: () => {},
  act: async () => {},
};

export const SurfaceContext = createContext<Surface>(nowhere);

/** The surface of the current block. */
export const useSurface = (): Surface => use(SurfaceContext);

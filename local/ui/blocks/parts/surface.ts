import { createContext, use } from 'react';
import type { JsonObject } from '../../../slack/payload/json.ts';

/** A person's input: a text, an option by its value, or the values of all chosen options; `null` clears. */
export type Entered = string | null | string[];

/** The position of an element: its block_id and its action_id. */
export interface At {
  readonly block: string;
  readonly action: string;
}

/** The surface of blocks: their reader, the entered values, and the handlers of actions. */
export interface Surface {
  readonly kind: 'message' | 'modal' | 'home';
  /** IANA time zone of the reader, for dates. */
  readonly tz: string;
  /** Returns the name of a person, channel or group by id, without `@` or `#`. */
  nameOf(id: string): string | undefined;
  /** Whether a mention of this person or group notifies the reader. */
  callsReader(id: string): boolean;
  /** Returns the place on this page that a link to a message opens; undefined for a link to another site. */
  placeOf(url: string): { readonly href: string; go(): void } | undefined;
  /** The current values of the elements: Slack's `state.values` (block id -> action id -> value). */
  readonly values: JsonObject;
  /** Messages at fields by block id. */
  readonly errors: Readonly<Record<string, string>>;
  /** Stores an entered value, without notifying the app. */
  enter(at: At, entered: Entered): void;
  /** Notifies the app of a click (without a value) or a choice. Resolves when the app has acknowledged. */
  act(at: At, entered?: Entered): Promise<void>;
}

/** A surface without values, which ignores all actions. */
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

export const useSurface = (): Surface => use(SurfaceContext);

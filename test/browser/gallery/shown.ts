import type { JsonObject } from '../../../local/slack/payload/json.ts';

/** The content that a test puts on the page; everything has a default. */
export interface Shown {
  readonly blocks?: JsonObject[];
  /** A message without blocks. */
  readonly text?: string;
  readonly kind?: 'message' | 'modal' | 'home';
  readonly tz?: string;
  readonly values?: JsonObject;
  readonly errors?: Record<string, string>;
  /** Leaves `act` without an answer until `acknowledge()`. */
  readonly waits?: boolean;
}

/** The calls of the surface. */
export type Call = [what: 'enter' | 'act', at: string, entered?: string | string[] | null];

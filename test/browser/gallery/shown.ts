import type { JsonObject } from '../../../local/slack/payload/json.ts';

/** What a test puts on the page; everything has a default. */
export interface Shown {
  blocks?: JsonObject[];
  /** A message without blocks. */
  text?: string;
  kind?: 'message' | 'modal' | 'home';
  tz?: string;
  values?: JsonObject;
  errors?: Record<string, string>;
  /** What an external select offers. */
  offers?: JsonObject[];
  /** Leaves `act` without an answer until `acknowledge()`. */
  waits?: boolean;
}

/** What reached the surface. */
export type Call = [what: 'enter' | 'act' | 'suggest', at: string, entered?: string | string[] | null];

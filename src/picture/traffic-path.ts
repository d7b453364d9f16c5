import type { Millis } from '../core/clock.ts';
/** What a change opens, from end to end: what a picture of it shows. JSON. */
export interface TrafficPath {
  readonly from: PathEnd;
  readonly to: PathEnd;
  /** Ports in words, such as "HTTPS (443)"; "all ports" alone if it opens them all. */
  readonly ports: readonly string[];
  /** Services for remote access or data among them, if it opens all ports. */
  readonly services: readonly string[];
  /** For how long it stays open; undefined if it does not end by itself. */
  readonly durationMs?: Millis | undefined;
}

/** One end of what is opened. */
export interface PathEnd {
  /** The data center and the account: "DE1 · ACME"; "Internet". */
  readonly place: string;
  /** Ranges, addresses without a prefix, or the name of a server: the first ones. */
  readonly ranges: readonly string[];
  /** How many more ranges it has. */
  readonly more: number;
  /** Number of addresses; 0 for an end that is only a name. */
  readonly addresses: number;
}

/** A picture of what a request opens. JSON: requests that look the same have the same picture. */
export interface PathPicture {
  /** The name of the request: "#1042". */
  readonly name: string;
  /** The points of its risk; 0 for none. */
  readonly risk: number;
  readonly path: TrafficPath;
  /** What an approver suggested instead, while that is pending. */
  readonly suggested?: TrafficPath | undefined;
}

import type { Millis } from '../core/clock.ts';
/** The traffic that a change opens, from end to end, for a picture. JSON. */
export interface TrafficPath {
  readonly from: PathEnd;
  readonly to: PathEnd;
  /** Ports in words, such as "HTTPS (443)"; only "all ports" if it opens them all. */
  readonly ports: readonly string[];
  /** Services for remote access or data that are included if it opens all ports. */
  readonly services: readonly string[];
  /** How long it stays open; undefined if it does not end by itself. */
  readonly durationMs?: Millis | undefined;
}

/** One end of the traffic. */
export interface PathEnd {
  /** The data center and the account: "DE1 · ACME"; "Internet". */
  readonly place: string;
  /** The first ranges, addresses without a prefix, or the name of a server. */
  readonly ranges: readonly string[];
  /** Number of further ranges. */
  readonly more: number;
  /** Number of addresses; 0 for an end that is only a name. */
  readonly addresses: number;
}

/** A picture of the traffic that a request opens. JSON: requests that look alike have equal pictures. */
export interface PathPicture {
  /** The name of the request: "#1042". */
  readonly name: string;
  /** Its risk score; 0 for none. */
  readonly risk: number;
  readonly path: TrafficPath;
  /** An approver's pending suggestion. */
  readonly suggested?: TrafficPath | undefined;
}

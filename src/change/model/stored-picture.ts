/** A picture of one of the states of a request. JSON. */
export interface StoredPicture {
  /** Hash of what it shows. */
  readonly of: string;
  /** Slack's id of the file; undefined while it could not be drawn or uploaded. */
  readonly file?: string | undefined;
  /** Whether messages show it. Slack takes a file some time after its upload. */
  readonly isShown?: boolean | undefined;
  /** How often it could not be drawn or uploaded. */
  readonly failures: number;
}

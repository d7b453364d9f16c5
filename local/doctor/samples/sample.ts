/** A sample message or view, rendered in Block Kit. */
export interface Sample {
  readonly name: string;
  /** The argument of `blocks.validate` that takes it. */
  readonly as: 'message' | 'view';
  readonly rendered: object;
  /** The fallback that Skydesk sends if Slack refuses the blocks. */
  readonly otherwise?: object | undefined;
}

/** How many calls Slack takes in so many seconds. */
interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/** Of one method for a workspace, as Slack documents them; a few more may pass in Slack, but nothing may rely on that. */
const tier2: Limit = { calls: 20, seconds: 60 };
const tier3: Limit = { calls: 50, seconds: 60 };
const tier4: Limit = { calls: 100, seconds: 60 };

/**
 * https://docs.slack.dev/apis/web-api/rate-limits, and the page of each method. Of what is not listed Slack names no number, such as of
 * the limit for all new messages in a workspace.
 */
const limits: ReadonlyMap<string, Limit> = new Map([
  ['chat.postMessage', { calls: 1, seconds: 1 }],
  ['chat.postEphemeral', tier4],
  ['chat.update', tier3],
  ['conversations.info', tier3],
  ['conversations.list', tier2],
  ['conversations.open', tier3],
  ['files.completeUploadExternal', tier4],
  ['files.getUploadURLExternal', tier4],
  ['usergroups.users.list', tier2],
  ['users.info', tier4],
  ['views.open', tier4],
  ['views.publish', tier4],
  ['views.push', tier4],
  ['views.update', tier4],
]);

/** The rate limits of the Web API, which are kept while they are on. */
export class RateLimits {
  readonly #clock: () => number;
  /** When calls were taken, in milliseconds: of a method, or of a method in one channel. */
  #taken = new Map<string, number[]>();
  #refused = new Map<string, number>();
  #on = false;

  /** @param clock milliseconds since the epoch */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#on;
  }

  /** How many calls of each method were refused since the limits were turned on. */
  get refused(): ReadonlyMap<string, number> {
    return this.#refused;
  }

  turn(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    this.#taken = new Map();
    this.#refused = new Map();
  }

  /**
   * Takes a call, or refuses it: how many seconds to wait before the next attempt, 0 for a call that is taken.
   * @param channel where a message is posted: Slack counts each channel by itself
   */
  take(method: string, channel = ''): number {
    const limit = this.#on ? limits.get(method) : undefined;
    if (!limit) return 0;
    const key = method === 'chat.postMessage' ? `${method} ${channel}` : method;
    const now = this.#clock();
    const recent = (this.#taken.get(key) ?? []).filter((at) => at > now - limit.seconds * 1000);
    const [oldest = now] = recent;
    const isOver = recent.length >= limit.calls;
    this.#taken.set(key, isOver ? recent : [...recent, now]);
    if (!isOver) return 0;
    this.#refused.set(method, (this.#refused.get(method) ?? 0) + 1);
    return Math.ceil((oldest - now) / 1000 + limit.seconds);
  }
}

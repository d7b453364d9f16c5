interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/** The tiers of methods per workspace, as documented. Slack may let a few more calls pass, but code must not rely on that. */
const tier2: Limit = { calls: 20, seconds: 60 };
const tier3: Limit = { calls: 50, seconds: 60 };
const tier4: Limit = { calls: 100, seconds: 60 };

/**
 * The limits of methods: https://docs.slack.dev/apis/web-api/rate-limits, and the page of each method. For others Slack documents
 * no number, for example for all new messages in a workspace.
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
  ['usergroups.list', tier2],
  ['usergroups.users.list', tier2],
  ['users.info', tier4],
  ['views.open', tier4],
  ['views.publish', tier4],
  ['views.push', tier4],
  ['views.update', tier4],
]);

/** The rate limits of the Web API, enforced while they are on. */
export class RateLimits {
  readonly #clock: () => number;
  /** Times of accepted calls, in milliseconds, by method, or by method and channel. */
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

  /** Number of refused calls of each method since the limits were turned on. */
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
   * Accepts or refuses a call. Returns the seconds to wait before the next attempt; 0 for an accepted call.
   * @param channel channel of a new message, since Slack limits each channel separately
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

/** One request to Slack as it may be logged. `status` is absent when no answer came. */
export interface SlackAttempt {
  /** `chat.postMessage`, or what kind of address it was that Slack gave out. */
  readonly method: string;
  readonly status?: number;
  /** Milliseconds until the answer began. */
  readonly ms: number;
}

export type OnSlackCall = (attempt: SlackAttempt) => void;

/** `fetch` that tells of each request to Slack. Addresses that Slack gives out are secrets, so they are not told. */
export const observedFetch =
  (onCall: OnSlackCall, clock: () => number = Date.now): typeof fetch =>
  async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const started = clock();
    let status: number | undefined;
    try {
      const answer = await fetch(input, init);
      status = answer.status;
      return answer;
    } finally {
      onCall({ method: methodOf(pathname), ...(status !== undefined && { status }), ms: clock() - started });
    }
  };

const methodOf = (pathname: string): string =>
  /\/api\/([a-zA-Z.]+)$/.exec(pathname)?.[1] ?? (pathname.includes('upload') ? 'upload' : 'response_url');

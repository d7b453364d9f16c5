/** Caches the result of the first call, even if it is a rejection. */
export function memoize<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let answer: Promise<Result> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}

/**
 * A cache for one kind of call. Calls with the same key share one result while it is pending, and until `ms` milliseconds
 * after the call began. Failures are not cached.
 */
export function memoizeFor<Answer>(
  ms: number,
  clock: () => number,
): (key: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const known = new Map<string, { readonly answer: Promise<Answer>; until: number }>();
  return (key, ask) => {
    const started = clock();
    const fresh = known.get(key);
    if (fresh && started < fresh.until) return fresh.answer;
    const pending = { answer: ask(), until: Number.POSITIVE_INFINITY };
    known.set(key, pending);
    pending.answer.then(
      () => (pending.until = started + ms),
      () => known.delete(key),
    );
    return pending.answer;
  };
}

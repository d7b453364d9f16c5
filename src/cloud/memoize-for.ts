/**
 * Callers who ask the same share one answer, while it is underway and until `ms` milliseconds after it was asked for.
 * What failed is asked again.
 */
export function shared<Answer>(
  ms: number,
  clock: () => number,
): (what: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const known = new Map<string, { readonly answer: Promise<Answer>; until: number }>();
  return (what, ask) => {
    const asked = clock();
    const fresh = known.get(what);
    if (fresh && asked < fresh.until) return fresh.answer;
    const one = { answer: ask(), until: Number.POSITIVE_INFINITY };
    known.set(what, one);
    one.answer.then(
      () => (one.until = asked + ms),
      () => known.delete(what),
    );
    return one.answer;
  };
}

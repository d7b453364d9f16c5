/**
 * Callers who ask the same at the same time share one answer. Nothing is kept once it is there, so that what is shown
 * is never older than the question.
 */
export function shared<Answer>(): (what: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const underway = new Map<string, Promise<Answer>>();
  return (what, ask) => {
    const answer = underway.get(what) ?? ask().finally(() => underway.delete(what));
    underway.set(what, answer);
    return answer;
  };
}

/** Something took longer than anybody wants to wait. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** The result, or a rejection when it takes longer than `ms` milliseconds. */
export async function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TooLate('not in time')), ms);
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Something took longer than it was given. */
export class NotInTime extends Error {
  override readonly name = 'NotInTime';
}

/** The result, or a rejection with `NotInTime` when it takes longer than `ms` milliseconds. */
export async function inTime<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NotInTime('not in time')), ms);
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

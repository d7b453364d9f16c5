/** Awaits a call. Resolves to its result, or to the error if it is of this class; rejects with any other error. */
export const orError = <Result, Failure>(
  call: Promise<Result>,
  kind: new (...parameters: never[]) => Failure,
): Promise<Result | Failure> =>
  call.catch((error: unknown) => {
    if (error instanceof kind) return error;
    throw error;
  });

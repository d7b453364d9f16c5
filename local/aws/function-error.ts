/** The runtime's report of an error, as in an invocation's payload on AWS. */
export interface ErrorReport {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** An invocation ended without a result: the handler threw, timed out, or the process died. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  /** As on AWS: the name of the thrown error, or `Sandbox.Timedout`, `Runtime.ExitError`, `Runtime.ImportModuleError` ... */
  readonly errorType: string;
  readonly trace: readonly string[];

  constructor({ errorType, errorMessage, trace }: ErrorReport) {
    super(errorMessage);
    this.errorType = errorType;
    this.trace = trace;
  }
}

/** Creates a `Sandbox.Timedout` error, worded as on AWS. */
export function timedOut(requestId: string, timeoutMs: number): FunctionError {
  const seconds = (timeoutMs / 1000).toFixed(2);
  return new FunctionError({
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`,
    trace: [],
  });
}

/** Creates a `Runtime.ExitError` error, worded as on AWS. */
export function exited(requestId: string, code: number | null, signal: string | null): FunctionError {
  const how = signal ? `signal: ${signal === 'SIGKILL' ? 'killed' : signal}` : `exit status ${code}`;
  const errorMessage =
    code === 0
      ? `RequestId: ${requestId} Error: Runtime exited without providing a reason`
      : `RequestId: ${requestId} Error: Runtime exited with error: ${how}`;
  return new FunctionError({ errorType: 'Runtime.ExitError', errorMessage, trace: [] });
}

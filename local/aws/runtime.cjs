// A Lambda instance from the inside: does what the Node 24 runtime does around a handler, with IPC instead of its HTTP API. Plain
// JavaScript, because stripping types would double the time of a cold start.
const path = require('node:path');
const { dateAhead } = require('./date-ahead.cjs');

/** Time by which this function's clock is ahead of the machine's, in milliseconds: from the start, then from each event. */
let ahead = Number(process.argv[2] ?? 0);
// Replaced before the handler is loaded, which may store a reference to `Date.now`.
globalThis.Date = dateAhead(() => ahead);

const [moduleName, exportName] = process.env._HANDLER.split('.');

process.on('disconnect', () => process.exit());
process.on('uncaughtException', (error) => die(error, 129));
process.on('unhandledRejection', (reason) => {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  die(named('Runtime.UnhandledPromiseRejection', String(reason), error), 128);
});

function named(name, message, cause) {
  const error = new Error(message);
  error.name = name;
  if (cause?.stack) error.stack = cause.stack;
  return error;
}

function describe(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

/** Reports a fatal error, which the host returns as the result of the current invocation or init. */
function die(error, code) {
  process.send({ kind: 'died', error: describe(error) }, () => process.exit(code));
}

function load() {
  const file = path.join(process.env.LAMBDA_TASK_ROOT, `${moduleName}.js`);
  let loaded;
  try {
    loaded = require(file);
  } catch (error) {
    if (error?.code === 'MODULE_NOT_FOUND') throw named('Runtime.ImportModuleError', String(error), error);
    if (error instanceof SyntaxError) throw named('Runtime.UserCodeSyntaxError', String(error), error);
    throw error;
  }
  const handler = loaded[exportName];
  if (typeof handler !== 'function') {
    throw named('Runtime.HandlerNotFound', `${process.env._HANDLER} is undefined or not exported`);
  }
  if (handler.length > 2) {
    throw named(
      'Runtime.CallbackHandlerDeprecated',
      'AWS Lambda has removed support for callback-based function handlers starting with Node.js 24. ' +
        'You need to modify this function to use a supported handler signature.',
    );
  }
  return handler;
}

function contextOf({ requestId, deadline, arn }) {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    invokedFunctionArn: arn,
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => Math.max(deadline - Date.now(), 0),
  };
}

try {
  const handler = load();
  process.on('message', async (invocation) => {
    ahead = invocation.ahead;
    try {
      const result = await handler(invocation.event, contextOf(invocation));
      process.send({ kind: 'succeeded', result });
    } catch (error) {
      process.send({ kind: 'failed', error: describe(error) });
    }
  });
  process.send({ kind: 'ready' });
} catch (error) {
  die(error, 1);
}

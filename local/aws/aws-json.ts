import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

/** A service's response: an HTTP status and the body to serialize as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** An error with AWS's name of it, such as `ResourceNotFoundException`. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/**
 * Serves AWS's JSON protocol: a header names the operation; input and output are JSON. An AwsError becomes a 400 with its type,
 * any other error a 500.
 */
export function awsJson(
  version: '1.0' | '1.1',
  operate: (operation: string, input: unknown) => Promise<Answer>,
): RequestListener {
  return async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const { status, body } = await text(request)
      .then((input) => operate(operation, JSON.parse(input || '{}')))
      .catch(refusal);
    response
      .writeHead(status, { 'content-type': `application/x-amz-json-${version}` })
      .end(JSON.stringify(body));
  };
}

function refusal(error: unknown): Answer {
  return error instanceof AwsError
    ? { status: 400, body: { __type: error.type, message: error.message } }
    : { status: 500, body: { __type: 'InternalServerError', message: String(error) } };
}

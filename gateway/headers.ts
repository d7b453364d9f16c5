import type { Answer } from './routes.ts';

/** Returns the headers of an answer. */
export const headersOf = ({ body, location, retryAfter }: Answer): Record<string, string> => ({
  ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
  ...(location !== undefined && { location }),
  ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
});

/** Returns the body of an answer, as it is sent; empty without one. */
export const textOf = ({ body }: Answer): string => (body === undefined ? '' : JSON.stringify(body));

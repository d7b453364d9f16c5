/** The used parts of an API Gateway event (payload format 2.0). */
export interface GatewayEvent {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
  readonly rawPath?: string;
  /** Without the question mark. */
  readonly rawQueryString?: string;
  readonly requestContext?: { readonly requestId?: string; readonly http?: { readonly method?: string } };
}

export interface GatewayResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the value of a header; empty if the request lacks it. `name` is in lower case. */
export const header = ({ headers = {} }: GatewayEvent, name: string): string => {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1] ?? '';
};

/** Returns the bytes of the body, as they were sent. */
export const rawBody = ({ body, isBase64Encoded }: GatewayEvent): Buffer =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** Upper bound for a request body, in bytes. */
export const maxBodyBytes = 1024 * 1024;

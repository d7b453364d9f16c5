import { object, text } from '../http/body-schema.ts';
import type { Call } from '../http/route-types.ts';

/** The id of a policy of the account, in any case. @throws HttpError with 400 when the body names none of these. */
export function readPolicyId(
  { account, body }: Call,
  policies: ReadonlyMap<string, { readonly account: string }>,
  otherwise: string,
): string {
  const isOwn = (id: string): boolean => policies.get(id)?.account === account;
  return body(object({ id: text.toLowerCase().refine(isOwn, otherwise) })).id;
}

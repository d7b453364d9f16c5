import type { TypedToken } from '../../../src/api-keys/api-key.ts';
import { hashOfToken, readToken } from '../../../src/api-keys/api-key-token.ts';

/** What is kept of a token; that of nobody's key for any other text. */
export const typedOf = (token: string): TypedToken => ({
  ...(readToken(token) ?? { person: 'U0NOBODY', id: '000000' }),
  hash: hashOfToken(token),
});

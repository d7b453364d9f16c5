import { secretStrings } from '../core/secret-strings.ts';

/** Parses `{"username","password"}`, the secret for the cloud API. */
export const readServiceSecret = secretStrings('The secret for the cloud API', 'username', 'password');

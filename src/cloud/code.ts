import * as z from 'zod/mini';

/** An id, an alias or a code of the cloud API, in lower case: its case means nothing, and differs between responses. */
export const code = z.string().check(z.toLowerCase());

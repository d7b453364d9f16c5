import * as z from 'zod';

/*
 * zod compiles a schema when it is first used, which pays only after hundreds of uses; a cold start uses most of them
 * once. To be imported before any schema is made.
 */
z.config({ jitless: true });

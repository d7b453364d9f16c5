import * as z from 'zod';

/*
 * zod compiles a schema on first use, which pays off only after hundreds of uses; after a cold start most schemas are used
 * once. Import this module before any other that creates a schema.
 */
z.config({ jitless: true });

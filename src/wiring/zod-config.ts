import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/*
 * zod compiles a schema on first use, which pays off only after hundreds of uses; after a cold start most schemas are used
 * once. zod's small form, which the bundles hold, has no words of its own for what is wrong. Import this module before any other that
 * creates a schema.
 */
z.config({ ...en(), jitless: true });

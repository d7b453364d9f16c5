import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/*
 * Configures zod. Compiling a schema pays off only after hundreds of uses; after a cold start most schemas are used once.
 * zod/mini, which the bundles contain, has no error messages of its own. Import this module before any other that creates a
 * schema.
 */
z.config({ ...en(), jitless: true });

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as esbuild from 'esbuild';

/* Removes unused parts of packages from the bundles. */

/** The imports to replace, by a file of src/stubs or a module of Node; only those of certain files, if there is a third part. */
type Stub = readonly [filter: RegExp, stub: string, importer?: RegExp];

const replaceBy = (...stubs: readonly Stub[]): esbuild.Plugin => ({
  name: 'slim-packages',
  setup({ onResolve }) {
    const folder = path.join(import.meta.dirname, '../../src/stubs');
    for (const [filter, stub, importer = /^/] of stubs) {
      const external = stub.startsWith('node:');
      const found = { path: external ? stub : path.join(folder, stub), external };
      onResolve({ filter }, (args) => (importer.test(args.importer) ? found : undefined));
    }
  },
});

/** Removes parts of Bolt that the receiver never runs, because load time is part of the time to acknowledge. */
export const slimBolt = replaceBy(
  [/^@slack\/bolt$/, 'bolt-app.cjs'],
  [/^@slack\/web-api$/, 'web-api-client.cjs'],
  [/^@slack\/logger$/, 'logger.cjs'],
  // The App's own receivers, with Express, OAuth and Socket Mode.
  [/^\.\/receivers\//, 'empty.cjs'],
  // The steps of Slack's workflows, and the store of conversations, which the receiver switches off.
  [/^\.\/(CustomFunction|conversation-store)$/, 'empty.cjs'],
);

/** Replaces the list of aws4 that holds a thousand keys. */
export const slimAws4 = replaceBy([/^\.\/lru$/, 'signing-keys.cjs']);

/**
 * Removes parts of the SDK that no function uses, since they would be loaded anyway:
 * - its chain of credential providers, its reading of ~/.aws and its look-up of the region: on Lambda, the environment contains
 *   them
 * - its event streams: none of the actions used here has one
 * - its cache of endpoints: DynamoDB's endpoint discovery is off
 * - its adaptive retries: the clients use the standard mode
 * - its own SHA-256 and MD5: Node has both
 */
export const slimSdk = replaceBy(
  [/^@aws-sdk\/credential-provider-node$/, 'empty.cjs'],
  [/^@smithy\/core\/event-streams$/, 'empty.cjs'],
  [/\/(AdaptiveRetryStrategy|Md5Js|Sha256Js|getInstanceMetadataRegion)$/, 'empty.cjs'],
  [/\/loadSharedConfigFiles$/, 'shared-config-files.cjs'],
  [/^@aws-sdk\/endpoint-cache$/, 'endpoint-cache.mjs'],
);

/**
 * The error classes of AWS services that code distinguishes: two that are read, and one that declares itself retryable. Of all
 * other errors, only the name is used.
 */
const errorClasses = 'ConditionalCheckFailed|TransactionCanceled|ReplicatedWriteConflict';

/** The code by which an SDK client registers an error class. Without a class, the SDK throws its base error with the name. */
const unreadErrors = new RegExp(
  String.raw`^n0_registry\.registerError\((?!(?:${errorClasses})Exception\$).+\);$`,
  'gm',
);

/**
 * Removes the classes of unread errors from the schemas of an SDK client, and replaces computed keys by literals: esbuild treats
 * a computed key as a side effect, and would retain the schemas of all actions.
 */
function slimShapes(source: string): string {
  const constants = new Map(
    [...source.matchAll(/^const (\w+) = (".+");$/gm)].map(([, name, text]) => [name, text]),
  );
  return source
    .replace(unreadErrors, '')
    .replace(/\[(\w+)\](?=: )/g, (computed, name) => constants.get(name) ?? computed);
}

/** Slims the schemas of the SDK's clients, and reduces the `package.json` of a client or of Bolt to the fields for its user agent. */
export const slimFiles: esbuild.Plugin = {
  name: 'slim-files',
  setup({ onLoad }) {
    onLoad(
      { filter: /[/\\]@aws-sdk[/\\]client-[a-z-]+[/\\]dist-es[/\\]schemas[/\\]schemas_0\.js$/ },
      async ({ path: file }) => ({ contents: slimShapes(await readFile(file, 'utf8')) }),
    );
    onLoad(
      { filter: /[/\\](@aws-sdk[/\\]client-[a-z-]+|@slack[/\\](bolt|web-api))[/\\]package\.json$/ },
      async ({ path: file }) => {
        const { name, version } = JSON.parse(await readFile(file, 'utf8'));
        return { contents: JSON.stringify({ name, version }), loader: 'json' };
      },
    );
  },
};

const webApi = /[/\\]@slack[/\\]web-api[/\\]/;

/**
 * Removes the index, the queue of calls, the uploads and the streams from Slack's client, since no function uses them. Replaces
 * its list of three hundred methods with one rule, and its two versions of an event emitter package with Node's.
 */
export const slimWebApi = replaceBy(
  [/^@slack\/web-api$/, 'web-api.cjs'],
  [/^\.\/methods$/, 'web-api-methods.cjs', webApi],
  [/^\.\/(chat-stream|file-upload)$/, 'empty.cjs', webApi],
  [/^p-queue$/, 'request-queue.cjs', webApi],
  [/^eventemitter3$/, 'node:events'],
);

/**
 * Removes zod's conversion of schemas to JSON Schema, which is part of each schema and never called in a bundle, and MCP's validator of
 * JSON Schema with Ajv, which validates form input of a client, and no tool has a form.
 */
export const slimSchema = replaceBy(
  [/\/(to-json-schema|json-schema-processors)\.js$/, 'zod-json-schema.mjs'],
  [/^@modelcontextprotocol\/server\/_shims$/, 'mcp-shims.mjs'],
);

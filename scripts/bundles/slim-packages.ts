import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as esbuild from 'esbuild';

/* Removes unused parts of packages from the bundles. */

const root = path.join(import.meta.dirname, '../..');

/** Resolves an import to a file of src/stubs. */
const slim = (file: string) => () => ({ path: path.join(root, 'src/stubs', file) });

/** Removes parts of Bolt that the receiver never runs, because load time is part of the time to acknowledge. */
export const slimBolt: esbuild.Plugin = {
  name: 'slim-bolt',
  setup(build) {
    build.onResolve({ filter: /^@slack\/bolt$/ }, slim('bolt-app.cjs'));
    build.onResolve({ filter: /^@slack\/web-api$/ }, slim('web-api-client.cjs'));
    build.onResolve({ filter: /^@slack\/logger$/ }, slim('logger.cjs'));
    // The App's own receivers, with Express, OAuth and Socket Mode.
    build.onResolve({ filter: /^\.\/receivers\// }, slim('empty.cjs'));
    // The steps of Slack's workflows, and the store of conversations, which the receiver switches off.
    build.onResolve({ filter: /^\.\/(CustomFunction|conversation-store)$/ }, slim('empty.cjs'));
  },
};

/** Replaces the list of aws4 that holds a thousand keys. */
export const slimAws4: esbuild.Plugin = {
  name: 'slim-aws4',
  setup(build) {
    build.onResolve({ filter: /^\.\/lru$/ }, slim('signing-keys.cjs'));
  },
};

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

/**
 * Removes parts of the SDK that no function uses, since they would be loaded anyway:
 * - its chain of credential providers, its reading of ~/.aws and its look-up of the region: on Lambda, the environment contains
 *   them
 * - its event streams: none of the actions used here has one
 * - its cache of endpoints: DynamoDB's endpoint discovery is off
 * - its adaptive retries: the clients use the standard mode
 * - its own SHA-256 and MD5: Node has both
 * - error classes that no code distinguishes
 */
export const slimSdk: esbuild.Plugin = {
  name: 'slim-sdk',
  setup(build) {
    build.onLoad(
      { filter: /[/\\]@aws-sdk[/\\]client-[a-z-]+[/\\]dist-es[/\\]schemas[/\\]schemas_0\.js$/ },
      async ({ path: file }) => ({ contents: slimShapes(await readFile(file, 'utf8')) }),
    );
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, slim('empty.cjs'));
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, slim('empty.cjs'));
    build.onResolve(
      { filter: /\/(AdaptiveRetryStrategy|Md5Js|Sha256Js|getInstanceMetadataRegion)$/ },
      slim('empty.cjs'),
    );
    build.onResolve({ filter: /\/loadSharedConfigFiles$/ }, slim('shared-config-files.cjs'));
    build.onResolve({ filter: /^@aws-sdk\/endpoint-cache$/ }, slim('endpoint-cache.mjs'));
  },
};

/** Reduces the `package.json` of a client, or of Bolt, to the fields for its user agent. */
export const slimPackageJson: esbuild.Plugin = {
  name: 'slim-package-json',
  setup(build) {
    build.onLoad(
      { filter: /[/\\](@aws-sdk[/\\]client-[a-z-]+|@slack[/\\](bolt|web-api))[/\\]package\.json$/ },
      async ({ path: file }) => {
        const { name, version } = JSON.parse(await readFile(file, 'utf8'));
        return { contents: JSON.stringify({ name, version }), loader: 'json' };
      },
    );
  },
};

/** Resolves the imports of Slack's client to a file of src/stubs. */
const ofWebApi = (file: string) => (args: esbuild.OnResolveArgs) =>
  /[/\\]@slack[/\\]web-api[/\\]/.test(args.importer) ? slim(file)() : undefined;

/**
 * Removes the index, the queue of calls, the uploads and the streams from Slack's client, since no function uses them. Replaces
 * its list of three hundred methods with one rule, and its two versions of an event emitter package with Node's.
 */
export const slimWebApi: esbuild.Plugin = {
  name: 'slim-web-api',
  setup(build) {
    build.onResolve({ filter: /^@slack\/web-api$/ }, slim('web-api.cjs'));
    build.onResolve({ filter: /^\.\/methods$/ }, ofWebApi('web-api-methods.cjs'));
    build.onResolve({ filter: /^\.\/(chat-stream|file-upload)$/ }, ofWebApi('empty.cjs'));
    build.onResolve({ filter: /^p-queue$/ }, ofWebApi('request-queue.cjs'));
    build.onResolve({ filter: /^eventemitter3$/ }, () => ({ path: 'node:events', external: true }));
  },
};

/** Removes zod's conversion of schemas to JSON Schema, which is part of each schema and never called in a bundle. */
export const slimZod: esbuild.Plugin = {
  name: 'slim-zod',
  setup(build) {
    build.onResolve(
      { filter: /\/(to-json-schema|json-schema-processors)\.js$/ },
      slim('zod-json-schema.mjs'),
    );
  },
};

/** Removes the JSON Schema validator with Ajv from MCP's SDK. It validates form input of a client, and no tool has a form. */
export const slimMcp: esbuild.Plugin = {
  name: 'slim-mcp',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, slim('mcp-shims.mjs'));
  },
};

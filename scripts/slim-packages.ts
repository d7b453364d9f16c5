import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as esbuild from 'esbuild';

/*
 * What the bundles leave out of the packages that they hold.
 */

const root = path.join(import.meta.dirname, '..');

/** Resolves to a file of src/stubs in place of the real one. */
const slim = (file: string) => () => ({ path: path.join(root, 'src/stubs', file) });

/** Leaves out of Bolt what the receiver never runs, because load time is ack time. */
export const slimBolt: esbuild.Plugin = {
  name: 'slim-bolt',
  setup(build) {
    build.onResolve({ filter: /^@slack\/bolt$/ }, slim('bolt-app.cjs'));
    build.onResolve({ filter: /^@slack\/web-api$/ }, slim('web-api-client.cjs'));
    // The App's own receivers, with Express, OAuth and Socket Mode behind them.
    build.onResolve({ filter: /^\.\/receivers\// }, slim('empty.cjs'));
  },
};

/**
 * The errors of AWS's services that are more than their name: the two that are told apart by their class and read, and the one
 * that says of itself that it can be retried.
 */
const errorClasses = 'ConditionalCheckFailed|TransactionCanceled|ReplicatedWriteConflict';

/** How a client of the SDK registers the class of an error. An error without one is thrown as its service's, with its name. */
const unreadErrors = new RegExp(
  String.raw`^n0_registry\.registerError\((?!(?:${errorClasses})Exception\$).+\);$`,
  'gm',
);

/**
 * The shapes of a client of the SDK without the classes of unread errors, and with keys that are written out: esbuild takes a
 * computed key for a side effect, and keeps the shapes of all actions.
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
 * Leaves out of the SDK what no function runs, because it is loaded all the same:
 * - its chain of credential providers, its reading of ~/.aws and its look-up of the region: on Lambda the environment has them
 * - its event streams: no action that is called here has one
 * - its cache of endpoints: DynamoDB's discovery of them is off
 * - its adaptive retries: the clients retry in the standard mode
 * - its own SHA-256 and MD5: Node has both
 * - the classes of errors that nothing tells apart
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

/** Leaves out of a client's `package.json` all but what the client puts into its user agent. */
export const slimPackageJson: esbuild.Plugin = {
  name: 'slim-package-json',
  setup(build) {
    build.onLoad(
      { filter: /[/\\](@aws-sdk[/\\]client-[a-z-]+|@slack[/\\]web-api)[/\\]package\.json$/ },
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
 * Leaves out of Slack's client its index, its queue of calls, and its uploads and streams, which no function uses, and makes its list of three
 * hundred methods one rule. Its events are those of Node in place of two versions of one package.
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

/** Leaves out of zod its conversion of schemas to JSON Schema, which is part of each schema and never called in a bundle. */
export const slimZod: esbuild.Plugin = {
  name: 'slim-zod',
  setup(build) {
    build.onResolve(
      { filter: /\/(to-json-schema|json-schema-processors)\.js$/ },
      slim('zod-json-schema.mjs'),
    );
  },
};

/**
 * Leaves out of MCP's SDK the validator of JSON Schema with its Ajv. It checks what a client enters in a form, and no tool has a
 * form.
 */
export const slimMcp: esbuild.Plugin = {
  name: 'slim-mcp',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, slim('mcp-shims.mjs'));
  },
};

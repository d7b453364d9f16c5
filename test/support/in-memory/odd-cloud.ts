import { afterAll, beforeEach } from 'vitest';
import type { Settings } from '../../../local/cloud/index.ts';
import type { Json } from '../../../local/slack/payload/json.ts';
import { startRewrittenCloud } from './rewritten-cloud.ts';

type Fields = Record<string, unknown>;
type Rewrite = (path: string, each: Fields) => unknown;

const asItIs: Rewrite = (_, each) => each;
const never = /^$/;

/**
 * One emulator for all tests of a file, reset before each, some answers of which are odd: for whoever uses its `url`. Through
 * `quietUrl` everything is as it is.
 */
export async function oddCloudOfFile(settings: Partial<Settings> = {}) {
  let rewrite = asItIs;
  let gone = never;
  const each = (path: string) => (value: unknown) =>
    typeof value === 'object' && value ? rewrite(path, withServers(path, { ...value })) : value;
  /** Groups have their servers and further groups in them. */
  const withServers = (path: string, { servers, groups, ...fields }: Fields): Fields => ({
    ...fields,
    ...(Array.isArray(servers) && { servers: servers.map((server: Fields) => rewrite(path, server)) }),
    ...(Array.isArray(groups) && { groups: groups.map(each(path)) }),
  });
  const proxy = await startRewrittenCloud((answer, path) => {
    if (gone.test(path)) return null;
    const top = Array.isArray(answer) ? answer.map(each(path)) : each(path)(answer);
    const { items } = (top ?? {}) as Fields;
    return (Array.isArray(items) ? { ...(top as Fields), items: items.map(each(path)) } : top) as Json;
  });
  afterAll(proxy.close);
  const plain = (): void => {
    rewrite = asItIs;
    gone = never;
  };
  beforeEach(() => {
    plain();
    proxy.cloud.control.reset();
    proxy.cloud.control.set(settings);
  });
  return {
    cloud: { ...proxy.cloud, url: proxy.service.baseUrl },
    changes: proxy.changes,
    /** Replaces parts of the answers about something: by its id or name, or by the end of the path of a call. */
    make(what: string, over: Fields): void {
      const isIt = (text: unknown): boolean => String(text).toLowerCase() === what.toLowerCase();
      rewrite = (path, found) =>
        isIt(found.id) || isIt(found.name) || path.endsWith(what) ? { ...found, ...over } : found;
    },
    /** Answers calls of these paths with null. */
    empty(paths: RegExp): void {
      gone = paths;
    },
    plain,
  };
}

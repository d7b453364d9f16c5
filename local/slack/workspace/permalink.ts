import { sampleTeam } from './sample-workspace.ts';

/** A message's identification in a permalink. */
export interface Linked {
  readonly channel: string;
  readonly ts: string;
}

const archives = `https://${sampleTeam.domain}.slack.com/archives`;

/** Returns the permalink of a message, for everybody who may see it. That of a reply also names its thread. */
export function permalinkOf({ channel, ts, threadTs }: Linked & { readonly threadTs?: string }): string {
  const address = `${archives}/${channel}/p${ts.replace('.', '')}`;
  return threadTs === undefined ? address : `${address}?thread_ts=${threadTs}&cid=${channel}`;
}

/** Reads a permalink of this workspace; undefined for any other URL. */
export function readPermalink(url: string): Linked | undefined {
  if (!url.startsWith(`${archives}/`)) return undefined;
  const [, channel, seconds, micros] =
    /^\/(\w+)\/p(\d+)(\d{6})(?:\?|$)/.exec(url.slice(archives.length)) ?? [];
  return channel === undefined ? undefined : { channel, ts: `${seconds}.${micros}` };
}

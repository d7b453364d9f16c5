import { sampleTeam } from './sample-workspace.ts';

/** A message by what a permalink says of it. */
export interface Linked {
  readonly channel: string;
  readonly ts: string;
}

const archives = `https://${sampleTeam.domain}.slack.com/archives`;

/** The address of a message for everybody who may see it. That of a reply names its thread too. */
export function permalinkOf({ channel, ts, threadTs }: Linked & { readonly threadTs?: string }): string {
  const address = `${archives}/${channel}/p${ts.replace('.', '')}`;
  return threadTs === undefined ? address : `${address}?thread_ts=${threadTs}&cid=${channel}`;
}

/** Reads a permalink of this workspace; undefined for any other address. */
export function readPermalink(url: string): Linked | undefined {
  if (!url.startsWith(`${archives}/`)) return undefined;
  const [, channel, seconds, micros] =
    /^\/(\w+)\/p(\d+)(\d{6})(?:\?|$)/.exec(url.slice(archives.length)) ?? [];
  return channel === undefined ? undefined : { channel, ts: `${seconds}.${micros}` };
}

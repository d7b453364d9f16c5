import * as z from 'zod';
import { asObject, asString, type JsonObject } from '../slack/payload/json.ts';
import { type Page, renderMessage, renderView } from './render-message.ts';
import { hasColours, paint } from './terminal-page.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** The people, bots and channels of the local Slack. */
export const workspaceInfoShape = z.object({
  command: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string(), tz: z.string() })),
  channels: z.array(named),
  bots: z.array(named),
  groups: z.array(z.object({ id: z.string(), handle: z.string() })),
});
type WorkspaceInfo = z.infer<typeof workspaceInfoShape>;

export interface PrintedEntry {
  readonly kind: string;
  readonly data: JsonObject;
  /** The ids of the people who can see it. */
  readonly audience?: readonly string[];
}

/** Returns the names of people, bots, channels and user groups by id. */
export function namesIn(info: WorkspaceInfo): (id: string) => string | undefined {
  const groups = info.groups.map(({ id, handle }) => ({ id, name: handle }));
  const everything = [...info.people, ...info.bots, ...info.channels, ...groups];
  const names = new Map(everything.map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}

/** Returns a function that prints entries as the person would see them. */
export function printer(info: WorkspaceInfo, person: string): (entry: PrintedEntry) => void {
  const reader = info.people.find(({ id, name }) => name === person || id === person);
  const page: Page = {
    width: Math.min(process.stdout.columns || 100, 120),
    colours: hasColours(process.stdout, process.env),
    zone: reader?.tz ?? 'UTC',
    now: Date.now(),
    nameOf: namesIn(info),
  };
  return (entry) => {
    const [head, body] = describeEntry(entry, page, 'you');
    process.stdout.write(`${paint(page, 'dim', `── ${head}`)}\n${body ? `${body}\n` : ''}\n`);
  };
}

/**
 * Describes an entry: a heading and its content.
 * @param who what its only reader is called
 */
export function describeEntry(
  { kind, data }: PrintedEntry,
  page: Page,
  who: string,
): [head: string, body: string] {
  const message = asObject(data.message);
  const channel = page.nameOf(asString(message.channel));
  const secret = message.onlyFor ? `, only visible to ${who}` : '';
  const place = channel ? `#${channel}${secret}` : `direct message to ${who}`;
  const view = asObject(data.view);
  switch (kind) {
    case 'message.posted':
      return [`${page.nameOf(asString(message.user))} in ${place}`, renderMessage(message, page)];
    case 'message.changed':
      return [`edited in ${place}`, renderMessage(message, page)];
    case 'message.deleted':
      return [`deleted in ${place}`, ''];
    case 'view.opened':
      return [`a form opens for ${who}`, renderView(view, page)];
    case 'view.changed':
      return [`the form changes for ${who}`, renderView({ ...view, errors: data.errors ?? {} }, page)];
    case 'view.closed':
      return [`the form closes for ${who}`, ''];
    case 'home.published':
      return [`the Home tab changes for ${who}`, renderView(view, page)];
    default:
      return ['Slack', asString(data.text)];
  }
}

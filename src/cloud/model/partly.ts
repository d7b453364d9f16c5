/** What of an object of the cloud API could not be read. */
export interface Partly {
  /** The API's names of its parts, such as `source` or `actions[1].settings`. Undefined if all of it could be read. */
  readonly unread?: readonly string[] | undefined;
}

/** Returns those of the unread parts that are one of these fields (`details.ipAddresses`), in one, or around one. */
export const unreadIn = ({ unread = [] }: Partly, ...fields: readonly string[]): readonly string[] =>
  unread.filter((part) => fields.some((field) => isWithin(part, field) || isWithin(field, part)));

/** Returns whether one of these fields, or a part of one, could not be read. */
export const isUnread = (read: Partly, ...fields: readonly string[]): boolean =>
  unreadIn(read, ...fields).length > 0;

/** Returns whether a path is another one, or leads on from it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

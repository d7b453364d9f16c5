import { notFound } from '../refusal.ts';

/** A UUID as the 32 hex digits that the interface uses. */
export const shortId = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

/** Returns the UUID of an id of the interface. @throws Refusal with 404 for another text */
export function uuidOf(id: string): string {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(id);
  if (!parts) throw notFound();
  return parts.slice(1).join('-').toLowerCase();
}

import { asString, type JsonObject } from '../payload/json.ts';
import type { Local } from '../workspace/local.ts';
import type { Person } from '../workspace/sample-workspace.ts';
import { suggest } from './block-actions.ts';
import type { Found } from './find.ts';
import type { AppClient } from './post-to-app.ts';
import { type Entered, offered, valueFor } from './values.ts';

const isExternal = ({ element }: Found): boolean => asString(element.type).includes('external');

/** The options of a select; those of an external one are asked from the app. */
export const optionsOf = async (
  local: Local,
  app: AppClient,
  person: Person,
  found: Found,
  query: string,
): Promise<JsonObject[]> =>
  isExternal(found) ? suggest(local, app, person, found, query) : offered(found.element);

/** The value of an element; for an external select, one of the options that the app offers for what was entered. */
export async function enteredValue(
  local: Local,
  app: AppClient,
  person: Person,
  found: Found,
  entered: Entered,
): Promise<JsonObject> {
  const query = entered === null ? '' : ([entered].flat()[0] ?? '');
  const options = isExternal(found) ? await optionsOf(local, app, person, found, query) : undefined;
  return valueFor(found.element, entered, options);
}

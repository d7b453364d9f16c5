/*
 * Ids that are made from others. A job is claimed by its id, so a job that may be queued twice has to get the same id each
 * time.
 */

/** The id of the job that runs an approved change, by the id of the approval. */
export const executionId = (approval: string): string => `${approval}:run`;

/** The id of the job that draws the Home tab once more after `job`. */
export const homeRefreshId = (job: string): string => `${job}:home`;

/** The id of the job that says that a view could not be opened; the job that fills it has the id `job` itself. */
export const notOpenedId = (job: string): string => `${job}:told`;

/** The id of the first look at what `job` started. */
export const firstLookId = (job: string): string => `${job}:1`;

/** The id of a later look, from 2 on, by that of an earlier one. */
export const laterLookId = (earlier: string, look: number): string =>
  `${earlier.slice(0, earlier.lastIndexOf(':'))}:${look}`;

/** The id of the request that takes the place of an approval, when its requester accepts a suggestion. */
export const narrowerId = (approval: string): string => `${approval}-narrower`;

/** Names one suggestion of one approval, in the value of a button. */
export const suggestionRef = (approval: string, suggestion: string): string => `${approval}.${suggestion}`;

/** Reads what `suggestionRef` wrote; anything else names no suggestion. */
export function readSuggestionRef(ref: string): { readonly approval: string; readonly suggestion: string } {
  const [approval = '', suggestion = ''] = ref.split('.');
  return { approval, suggestion };
}

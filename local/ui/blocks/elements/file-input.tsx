import type { JsonObject } from '../../../slack/payload/json.ts';
import { useLabelled } from '../parts/block-context.tsx';

/** Shown, but disabled: the local Slack takes no files from people. */
export function FileInput(_: { element: JsonObject }) {
  return <input type="file" className="bk-control" disabled {...useLabelled('Choose a file')} />;
}

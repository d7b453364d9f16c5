import type { JsonObject } from '../../../slack/json.ts';
import { useLabelled } from '../holder.tsx';

/** Shown, but disabled: the local Slack takes no files from people. */
export function FileInput(_: { element: JsonObject }) {
  return <input type="file" className="bk-control" disabled {...useLabelled('Choose a file')} />;
}

import { asString, type JsonObject } from '../../../slack/payload/json.ts';
import { WarningIcon } from './icons.tsx';

/** A placeholder for blocks that this page does not render. */
export function Unknown({ block, what = 'block' }: { block: JsonObject; what?: 'block' | 'element' }) {
  const type = asString(block.type) || 'no type';
  return (
    <details className="bk-unknown">
      <summary>
        <WarningIcon /> This page does not draw this {what}: {type}
      </summary>
      <pre className="bk-pre">{JSON.stringify(block, null, 2)}</pre>
    </details>
  );
}

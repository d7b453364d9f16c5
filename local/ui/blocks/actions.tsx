import { asObjects, asString, type JsonObject } from '../../slack/payload/json.ts';
import { Element } from './elements/element.tsx';
import { BlockProvider } from './parts/block-context.tsx';

export function Actions({ block }: { block: JsonObject }) {
  return (
    <BlockProvider block={block}>
      <div className="bk-actions">
        {asObjects(block.elements ?? block.actions).map((element, at) => (
          <Element key={asString(element.action_id) || at} element={element} />
        ))}
      </div>
    </BlockProvider>
  );
}

import { asObjects, asString, type JsonObject } from '../../slack/payload/json.ts';
import { Element } from './elements/element.tsx';
import { BlockProvider } from './parts/block-context.tsx';

/** Buttons and menus in a row. */
export function Actions({ block }: { block: JsonObject }) {
  return (
    <BlockProvider block={block}>
      <div className="bk-actions">
        <ElementRow elements={asObjects(block.elements)} />
      </div>
    </BlockProvider>
  );
}

/** Small buttons under an answer: was it good, take it away. */
export function ContextActions({ block }: { block: JsonObject }) {
  return (
    <BlockProvider block={block}>
      <div className="bk-actions bk-context-actions">
        <ElementRow elements={asObjects(block.elements)} />
      </div>
    </BlockProvider>
  );
}

export function ElementRow({ elements }: { elements: readonly JsonObject[] }) {
  return elements.map((element, at) => <Element key={asString(element.action_id) || at} element={element} />);
}

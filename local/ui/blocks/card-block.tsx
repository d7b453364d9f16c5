import { asObjects, asString, isObject, type JsonObject } from '../../slack/payload/json.ts';
import { ElementRow } from './actions.tsx';
import { Picture } from './media.tsx';
import { BlockProvider } from './parts/block-context.tsx';
import { TextObject } from './parts/text-object.tsx';

export function Card({ block }: { block: JsonObject }) {
  const actions = asObjects(block.actions);
  return (
    <article className="bk-card">
      {isObject(block.hero_image) && <Picture image={block.hero_image} size="hero" />}
      <div className="bk-card-head">
        {isObject(block.icon) && <Picture image={block.icon} size="small" />}
        <div>
          {block.title !== undefined && (
            <div className="bk-card-title">
              <TextObject of={block.title} />
            </div>
          )}
          {block.subtitle !== undefined && (
            <div className="bk-card-subtitle">
              <TextObject of={block.subtitle} />
            </div>
          )}
        </div>
      </div>
      {block.body !== undefined && <TextObject of={block.body} />}
      {actions.length > 0 && (
        <BlockProvider block={block}>
          <div className="bk-actions">
            <ElementRow elements={actions} />
          </div>
        </BlockProvider>
      )}
    </article>
  );
}

/** Cards side by side, scrolled by hand or keyboard. */
export function Carousel({ block }: { block: JsonObject }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="bk-carousel" aria-label="Cards" tabIndex={0}>
      <ul>
        {asObjects(block.elements).map((card, at) => (
          <li key={asString(card.block_id) || at}>
            <Card block={{ ...card, block_id: asString(block.block_id) }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
